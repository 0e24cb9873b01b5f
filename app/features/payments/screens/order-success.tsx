import { lowerFirst } from "#app/platform/rules/text/lower-first.ts";
import { Button } from "@mantine/core";
import { Link, redirect } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { ProofMark } from "#app/ui/content/proof-mark.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type PaymentState, getPaymentState } from "../server/checkout/payment-state.ts";
import { NoOrderNamed } from "../ui/no-order-named.tsx";
import { OrderPrice } from "../ui/order-price.tsx";
import { XmlLink } from "../ui/xml-link.tsx";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/order-success";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.state ? `Order ${loaderData.state.number} is placed` : "Order placed");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const orderId = search.get("order");
  if (!orderId) return { state: null };
  const state = await getPaymentState(actor, orderId);
  if (state.stage !== "paid") {
    const page = state.stage === "unpaid" ? "/payment-cancelled" : "/payment-success";
    throw redirect(clientPathOf(actor, `${page}?order=${state.orderId}`));
  }
  return { state };
});

export default function OrderSuccess({ loaderData: { state } }: Route.ComponentProps) {
  return state ? (
    <Placed state={state} />
  ) : (
    <NoOrderNamed title="Order placed" shows="This page shows what happens next after you pay for an order." />
  );
}

/** How it was paid or placed, after the order's title. */
function paidWords({ source, cardLabel }: PaymentState): string {
  const label = cardLabel ?? "";
  if (source === "credit") return `is placed on the ${lowerFirst(label)}`;
  if (source === "balance") return `has been paid from the ${lowerFirst(label)}`;
  return label ? `has been paid with ${label}` : "has been paid";
}

/** Shown after payment: what happens next, who acts, and by when. */
function Placed({ state }: { state: PaymentState }) {
  useLive((event) => event.orderId === state.orderId);
  const clientPage = useClientPath();
  const looking = state.status === "paid";
  const revisionDays = state.revisionMs / DAY;
  const due = state.dueAt ? <Instant at={state.dueAt} deadline /> : null;
  return (
    <Page width="reading">
      <PageTitle
        title="Your order is placed"
        status={<StatusBadge tone={looking ? "active" : "neutral"}>{STATUS_WORDS[state.status]}</StatusBadge>}
        lede={
          <>
            Order <span className="figures number">{state.number}</span>, “{state.title}”, {paidWords(state)}. You don't
            need to do anything.
          </>
        }
      />
      <WaitingLine
        turn={looking ? "others" : "done"}
        {...(looking ? { who: "editors in your field" } : {})}
        waitsFor={
          looking
            ? "We're inviting editors who know your field. The first to accept gets your order."
            : `Current status: ${STATUS_WORDS[state.status].toLowerCase()}.`
        }
        note={looking ? "We'll notify you here and by email." : undefined}
      >
        <Button component={Link} to={clientPage(`/order/${state.orderId}`)}>
          Open order
        </Button>
      </WaitingLine>
      <Section title="What happens next">
        <ol className={styles.steps}>
          <li>
            <ProofMark kind="caret" size={18} />
            <div>
              <b>An editor accepts.</b> Until then you can cancel for a full refund.
            </div>
          </li>
          <li>
            <ProofMark kind="transpose" size={18} />
            <div>
              <b>Your editor gets to work.</b> They may ask you a question. If they can't continue without an answer,
              your due date moves by the time you take to reply.
            </div>
          </li>
          <li>
            <ProofMark kind="check" size={18} />
            <div>
              <b>You get your edited manuscript{due ? <> by {due}</> : null}.</b> It comes with tracked changes, a clean
              copy, and an editor's letter.
            </div>
          </li>
          <li>
            <ProofMark kind="stet" size={18} />
            <div>
              <b>You review it.</b> You can request a free revision for {revisionDays} days, even after you accept the
              order.
            </div>
          </li>
        </ol>
      </Section>
      <Section
        title="Payment summary"
        aside={
          state.invoice ? (
            <>
              <a href={`/api/invoices/${state.invoice.id}/pdf`}>Invoice {state.invoice.number} (PDF)</a>
              <XmlLink of={state.invoice} />
            </>
          ) : null
        }
      >
        <OrderPrice state={state} label={state.source === "credit" ? "On account" : "Paid"} settled />
      </Section>
    </Page>
  );
}
