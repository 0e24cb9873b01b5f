import { Button } from "@mantine/core";
import { Link } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLive } from "#app/platform/browser/live.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { formatMoney } from "#app/platform/rules/money.ts";
import { isTimeZone } from "#app/platform/rules/time.ts";
import { now } from "#app/platform/server/clock.ts";
import { config } from "#app/platform/server/config.ts";
import { problemResponse } from "#app/platform/server/problem.ts";
import { listUnreadThreads } from "#app/features/messages/server/list-unread.ts";
import { UnreadThreads } from "#app/features/messages/ui/unread-threads.tsx";
import { listWaitingTickets } from "#app/features/support/server/list-waiting-tickets.ts";
import { WaitingTickets } from "#app/features/support/ui/owner-waiting.tsx";
import { sumOwnYear } from "#app/features/payments/server/list-own-money.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { listClientArrival } from "../server/list-arrival.ts";
import { OrderList, clientOrderHref } from "../ui/order-list.tsx";
import { OrderProgress } from "../ui/order-progress.tsx";
import styles from "../ui/order-progress.module.css";
import type { Route } from "./+types/dashboard";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `My account · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see your account."));
  const zone = actor.timeZone && isTimeZone(actor.timeZone) ? actor.timeZone : "UTC";
  const [orders, threads, money, tickets] = await Promise.all([
    listClientArrival(actor),
    listUnreadThreads(actor.uid, "client"),
    sumOwnYear(actor, now(), zone),
    listWaitingTickets(actor),
  ]);
  return { ...orders, threads, money, tickets, name: actor.displayName, siteName: config().siteName };
}

const SHOWN = 5;

/** Where a client arrives: what waits for them, what is under way and by when, what was written, what came back, and the year's money. */
export default function Dashboard({ loaderData }: Route.ComponentProps) {
  useLive((ring) => ring.orderId !== null || /^(payment|refund|account|ticket)\./.test(ring.kind));
  const { name, waiting, running, delivered, threads, money, tickets, any } = loaderData;
  const [first, ...others] = waiting;
  // An answer that nothing stands before heads the page.
  const answered = any && !first ? tickets[0] : undefined;
  // What came back and waits to be looked at stands above already.
  const back = delivered.filter((r) => !waiting.some((w) => w.id === r.id) && !running.some((w) => w.id === r.id));
  return (
    <Page>
      <PageTitle
        title={name}
        lede={any ? <MoneyLine money={money} /> : null}
        actions={
          any ? (
            <Button component={Link} to="/order/new" variant="default">
              Place a new order
            </Button>
          ) : null
        }
      />
      {!any ? (
        <EmptyState
          title="Your first manuscript"
          action={
            <Button component={Link} to="/order/new">
              Drop a manuscript
            </Button>
          }
        >
          Drop it to see its words by section, every price, and when it would be back. Nothing is charged until you pay.
        </EmptyState>
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
            {first.waiting.action?.label ?? "Open it"}
          </Button>
        </WaitingLine>
      ) : answered ? (
        <WaitingLine
          turn="you"
          waitsFor="Support has answered you."
          note={
            <>
              <b>{answered.subject}</b> <span className="figures">{answered.number}</span>
            </>
          }
        >
          <Button component={Link} to={`/support/tickets/${answered.id}`}>
            Read the answer
          </Button>
        </WaitingLine>
      ) : (
        <WaitingLine
          turn="done"
          waitsFor="Nothing waits for you."
          {...(running.length > 0
            ? {
                note:
                  running.length === 1
                    ? "One manuscript is under way."
                    : `${running.length} manuscripts are under way.`,
              }
            : {})}
        />
      )}
      {others.length > 0 ? (
        <Section
          title="Also waiting for you"
          aside={others.length > SHOWN ? <Link to="/my-orders?show=waiting">All {waiting.length}</Link> : null}
        >
          <OrderList viewer="client" rows={others.slice(0, SHOWN)} to={clientOrderHref} mine />
        </Section>
      ) : null}
      {running.length > 0 ? (
        <Section
          title="Under way"
          aside={running.length > SHOWN ? <Link to="/my-orders?show=running">All {running.length}</Link> : null}
        >
          <div className={styles.cards}>
            {running.slice(0, SHOWN).map((row) => (
              <OrderProgress key={row.id} row={row} />
            ))}
          </div>
        </Section>
      ) : null}
      {threads.length > 0 ? (
        <Section title="Messages and questions">
          <UnreadThreads threads={threads} to={(orderId) => `/order/${orderId}`} />
        </Section>
      ) : null}
      <WaitingTickets tickets={answered ? tickets.slice(1) : tickets} home="/support" />
      {back.length > 0 ? (
        <Section title="Last deliveries" aside={<Link to="/my-orders?show=done">All that is done</Link>}>
          <OrderList viewer="client" rows={back} to={clientOrderHref} />
        </Section>
      ) : null}
      {any && back.length === 0 ? (
        <p className="soft">
          <Link to="/my-orders">All orders</Link>
        </p>
      ) : null}
    </Page>
  );
}

function MoneyLine({ money: { year, sums, underWay } }: { money: Route.ComponentProps["loaderData"]["money"] }) {
  if (sums.length === 0 && underWay.length === 0) return <p>Nothing was paid in {year}.</p>;
  return (
    <p>
      {sums.map((s) => (
        <span key={s.currency}>
          Paid in {year}: <b className="figures">{formatMoney(s.paidMinor, s.currency)}</b>
          {s.backMinor > 0 ? (
            <>
              , of which <b className="figures">{formatMoney(s.backMinor, s.currency)}</b> went back
            </>
          ) : null}
          .{" "}
        </span>
      ))}
      {underWay.map((r) => (
        <span key={r.currency}>
          <b className="figures">{formatMoney(r.amountMinor, r.currency)}</b> {r.refunds === 1 ? "is" : "are"} on the
          way back to you.{" "}
        </span>
      ))}
      <Link to="/my-payments">Payments</Link>
    </p>
  );
}
