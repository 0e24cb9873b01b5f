import { Button } from "@mantine/core";
import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ASKED_OF_AUTHOR } from "#app/features/payments/server/checkout/asked-of-author.ts";
import { listUnreadThreads } from "#app/features/messages/server/list-unread.ts";
import { UnreadThreads } from "#app/features/messages/ui/unread-threads.tsx";
import { listWaitingTickets } from "#app/features/support/server/desk/list-waiting-tickets.ts";
import { WaitingTickets } from "#app/features/support/ui/tickets/owner-waiting.tsx";
import { institutionFor } from "#app/features/organizations/server/domains/find-domains.ts";
import { InstitutionOffer } from "#app/features/organizations/ui/institution-offer.tsx";
import { latenessOf } from "#app/features/payments/server/refunds/late-refund.ts";
import { sumOwnYear } from "#app/features/payments/server/checkout/list-own-money.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { getOrder } from "../server/views/find-order.ts";
import { listClientArrival } from "../server/drafts/list-arrival.ts";
import { UNPAID } from "../rules/flow.ts";
import { OrderLines, clientOrderHref } from "../ui/order-lines.tsx";
import type { Route } from "./+types/dashboard";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "My account");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your account.");
  const zone = actor.timeZone && isTimeZone(actor.timeZone) ? actor.timeZone : "UTC";
  const [orders, threads, money, tickets, institution] = await Promise.all([
    listClientArrival(actor, ASKED_OF_AUTHOR),
    listUnreadThreads(actor.uid, "client"),
    sumOwnYear(actor, now(), zone),
    listWaitingTickets(actor),
    institutionFor(actor),
  ]);
  const [first] = orders.waiting;
  const overdue =
    first?.waiting.action?.code === "choose"
      ? undefined
      : orders.running.find((row) => row.isTimed && row.dueAt !== null && row.dueAt < now());
  const lateness = overdue ? await latenessOf(await getOrder(overdue.id), now()) : null;
  const late = overdue ? { ...overdue, refundMinor: lateness?.refundMinor ?? 0 } : null;
  return { ...orders, late, threads, money, tickets, institution };
});

const SHOWN = 5;

/** A client's first page: what needs them, the most urgent first, then what's under way. Each order appears once. */
export default function Dashboard({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.orderId !== null || /^(payment|refund|account|ticket)\./.test(event.kind));
  const { late, waiting, running, delivered, threads, money, tickets, any, institution } = loaderData;
  // A decision about money comes first, then a late order that asks for nothing yet, then what can wait.
  const first = late ? undefined : waiting[0];
  const others = late ? waiting : waiting.slice(1);
  const toDo = others.filter((r) => !UNPAID.includes(r.status));
  const unpaid = others.filter((r) => UNPAID.includes(r.status));
  // With nothing else to do, an answer from support comes first.
  const answered = any && !first && !late ? tickets[0] : undefined;
  const underWay = running.filter((r) => r.id !== late?.id);
  const shown = new Set([...waiting, ...running].map((r) => r.id));
  const back = delivered.filter((r) => !shown.has(r.id));
  // A message of an order that's listed is said on its line.
  const elsewhere = threads.filter((t) => !shown.has(t.orderId));
  return (
    <Page>
      <PageTitle
        title="To do"
        actions={
          any ? (
            <>
              <Link to="/my-orders">All orders</Link>
              <Button component={Link} to="/order/new" variant="default">
                Place new order
              </Button>
            </>
          ) : null
        }
      />
      {!any ? (
        <EmptyState
          title="Your first manuscript"
          action={
            <Button component={Link} to="/order/new">
              Get a quote
            </Button>
          }
        >
          Upload it to see your word count, the price of every service, and the delivery date. You pay nothing until you
          place an order.
        </EmptyState>
      ) : late ? (
        <WaitingLine
          turn="others"
          waitsFor={<>“{late.title}” is late, and we're sorry.</>}
          by={late.dueAt}
          note={
            <>
              {late.waiting.waitsFor}
              {late.refundMinor > 0
                ? ` If it's delivered now, we'll refund ${formatMoney(late.refundMinor, late.currency)}.`
                : null}
            </>
          }
        >
          <Button component={Link} to={clientOrderHref(late)} variant="default">
            Open order
          </Button>
        </WaitingLine>
      ) : first ? (
        <WaitingLine
          turn="you"
          waitsFor={first.waiting.waitsFor}
          by={first.waiting.by}
          note={
            <>
              <b>{first.title}</b>
              {first.waiting.note ? <>. {first.waiting.note}</> : null}
            </>
          }
        >
          <Button component={Link} to={clientOrderHref(first)}>
            {first.waiting.action?.label ?? "Open order"}
          </Button>
        </WaitingLine>
      ) : answered ? (
        <WaitingLine
          turn="you"
          waitsFor="Support replied to your ticket."
          note={
            <>
              <b>{answered.subject}</b> <span className="figures number">{answered.number}</span>
            </>
          }
        >
          <Button component={Link} to={href("/support/tickets/:ticketId", { ticketId: answered.id })}>
            Read reply
          </Button>
        </WaitingLine>
      ) : (
        <WaitingLine
          turn="done"
          waitsFor="You're all caught up."
          {...(running.length > 0
            ? {
                note:
                  running.length === 1
                    ? "One manuscript is in progress."
                    : `${running.length} manuscripts are in progress.`,
              }
            : {})}
        />
      )}
      {toDo.length > 0 ? <OrderLines viewer="client" rows={toDo.slice(0, SHOWN)} to={clientOrderHref} toDo /> : null}
      {toDo.length > SHOWN ? (
        <p>
          <Link to="/my-orders?show=waiting">All {waiting.length} to do</Link>
        </p>
      ) : null}
      <WaitingTickets tickets={answered ? tickets.slice(1) : tickets} home="/support" />
      {elsewhere.length > 0 ? (
        <Section title="Messages">
          <UnreadThreads threads={elsewhere} to={(orderId) => `/order/${orderId}`} />
        </Section>
      ) : null}
      {underWay.length > 0 ? (
        <Section
          title="In progress"
          aside={underWay.length > SHOWN ? <Link to="/my-orders?show=running">All {running.length}</Link> : null}
        >
          <OrderLines viewer="client" rows={underWay.slice(0, SHOWN)} to={clientOrderHref} />
        </Section>
      ) : null}
      {unpaid.length > 0 ? (
        <Section title="Drafts and quotes">
          <OrderLines viewer="client" rows={unpaid.slice(0, SHOWN)} to={clientOrderHref} toDo />
        </Section>
      ) : null}
      {back.length > 0 ? (
        <Section title="Recent deliveries">
          <OrderLines viewer="client" rows={back} to={clientOrderHref} />
        </Section>
      ) : null}
      {institution ? (
        <InstitutionOffer
          name={institution.name}
          action={
            <Button component={Link} to="/organizations" size="sm" variant="default">
              {`Join ${institution.name}`}
            </Button>
          }
        />
      ) : null}
      {any ? (
        <Section title="Payments">
          <MoneyLine money={money} />
        </Section>
      ) : null}
    </Page>
  );
}

function MoneyLine({ money: { year, sums, underWay } }: { money: Route.ComponentProps["loaderData"]["money"] }) {
  if (sums.length === 0 && underWay.length === 0) return <p>No payments in {year}.</p>;
  return (
    <p>
      {sums.map((s) => (
        <span key={s.currency}>
          Paid in {year}: <b className="figures">{formatMoney(s.paidMinor, s.currency)}</b>
          {s.backMinor > 0 ? (
            <>
              {" "}
              (<b className="figures">{formatMoney(s.backMinor, s.currency)}</b> refunded)
            </>
          ) : null}{" "}
        </span>
      ))}
      {underWay.map((r) => (
        <span key={r.currency}>
          {r.amountMinor > 0 ? (
            <>
              <b className="figures">{formatMoney(r.amountMinor, r.currency)}</b> is being refunded.{" "}
            </>
          ) : null}
          {r.heldMinor > 0 ? (
            <>
              A refund of <b className="figures">{formatMoney(r.heldMinor, r.currency)}</b> is delayed. We're looking
              into it.{" "}
            </>
          ) : null}
        </span>
      ))}
      <Link to="/my-payments">View payments</Link>
    </p>
  );
}
