import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, redirect, useRevalidator } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { LoadingView } from "#app/ui/frame/loading-view.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type PaymentState, getPaymentState } from "../server/checkout/payment-state.ts";
import { NoOrderNamed } from "../ui/no-order-named.tsx";
import { OrderPrice } from "../ui/order-price.tsx";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/payment-success";

const LOOK_EVERY_MS = 2_000;
const LONG_MS = 30_000;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Your payment");

/** The page after checkout. It only shows the current state: the provider's webhook settles the payment. */
export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const orderId = search.get("order");
  if (!orderId) return { state: null };
  const state = await getPaymentState(actor, orderId);
  if (state.stage === "paid" && !state.returned)
    throw redirect(clientPathOf(actor, `/order-success?order=${state.orderId}`));
  return { state };
});

export default function PaymentSuccess({ loaderData: { state } }: Route.ComponentProps) {
  return state ? (
    <Confirmation state={state} />
  ) : (
    <NoOrderNamed title="Your payment" shows="This page confirms a payment after checkout." />
  );
}

function Confirmation({ state }: { state: PaymentState }) {
  const { revalidate, state: reading } = useRevalidator();
  const clientPage = useClientPath();
  const [long, setLong] = useState(false);
  const waiting = state.stage === "confirming";
  useLive((event) => event.orderId === state.orderId);
  // A live event announces the payment. Polling is a cheap fallback if the connection is down.
  useEffect(() => {
    if (!waiting) return undefined;
    const look = setInterval(() => {
      if (reading === "idle") void revalidate();
    }, LOOK_EVERY_MS);
    return () => clearInterval(look);
  }, [waiting, reading, revalidate]);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  const about = (
    <>
      Order <span className="figures number">{state.number}</span>, “{state.title}”
    </>
  );
  const toOrder = (
    <Button component={Link} to={clientPage(`/order/${state.orderId}`)} variant="default">
      Open order
    </Button>
  );

  if (state.returned) {
    const { amountMinor, currency, back, why } = state.returned;
    return (
      <Page width="reading">
        <PageTitle title={back ? "Your payment was refunded" : "Your payment is being refunded"} lede={about} />
        <WaitingLine
          turn={back ? "done" : "others"}
          who={back ? undefined : "the card provider"}
          waitsFor={
            back
              ? `We refunded the full ${formatMoney(amountMinor, currency)} to your card.`
              : `We're refunding the full ${formatMoney(amountMinor, currency)} to your card.`
          }
          note={back ? "It can take 5 to 10 days to appear on your statement." : "You don't need to do anything."}
        />
        <div className={styles.below}>
          <Notice title="Why">{why}</Notice>
          <p className={styles.buttons}>
            {state.stage === "paid" ? (
              toOrder
            ) : (
              <Button component={Link} to="/order/new">
                Start a new order
              </Button>
            )}
            <Button component={Link} to={clientPage("/my-payments")} variant="default">
              View payments
            </Button>
          </p>
        </div>
      </Page>
    );
  }
  if (waiting)
    return (
      <Page width="reading">
        {long ? null : (
          <LoadingView
            tips={[
              `Order ${state.number}: waiting for the card provider to confirm your payment. This page updates automatically.`,
              "You don't need to pay again, even if you leave this page.",
            ]}
          />
        )}
        <PageTitle title="We're confirming your payment" lede={about} />
        <div aria-live="polite">
          <WaitingLine
            turn="others"
            who="the card provider"
            waitsFor="We're waiting for the card provider to confirm your payment."
            note={
              long ? "This is taking longer than usual." : "This takes a few seconds. The page updates automatically."
            }
          >
            <Button
              component={Link}
              to={clientPage(`/payment-success?order=${state.orderId}`)}
              reloadDocument
              variant="default"
            >
              Check again
            </Button>
          </WaitingLine>
        </div>
        <div className={styles.below}>
          {long ? (
            <Notice title="You can leave this page">
              We check with the provider every few minutes and will email you as soon as your payment arrives. You don't
              need to pay again.
            </Notice>
          ) : null}
          {long && state.declined ? (
            <Notice tone="attention" title="A card was declined">
              {state.declined} If no other card was tried, nothing was charged.{" "}
              <Link to={clientPage(`/payment-cancelled?order=${state.orderId}`)}>Pay with another card</Link>
            </Notice>
          ) : null}
          <OrderPrice state={state} label="Price" />
        </div>
      </Page>
    );
  if (state.stage === "not-taken")
    return (
      <Page width="reading">
        <PageTitle title="You haven't been charged" lede={about} />
        <WaitingLine
          turn="you"
          who="you"
          waitsFor={state.refusal ?? "Your card wasn't charged."}
          note="Your files and choices are saved. If your bank shows a pending charge, it disappears automatically."
        >
          {state.status === "draft" ? (
            <Button component={Link} to={`/order/new/form?order=${state.orderId}&code=card`}>
              See the price without the code
            </Button>
          ) : (
            toOrder
          )}
        </WaitingLine>
      </Page>
    );
  return (
    <Page width="reading">
      <PageTitle title="We haven't received a payment" lede={about} />
      <WaitingLine
        turn="you"
        who="you"
        waitsFor="This order hasn't been paid, and no payment is in progress."
        note="If your bank shows a charge, it will be released automatically."
      >
        <Button component={Link} to={clientPage(`/payment-cancelled?order=${state.orderId}`)}>
          Pay for this order
        </Button>
      </WaitingLine>
    </Page>
  );
}
