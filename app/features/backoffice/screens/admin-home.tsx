import { Link } from "react-router";
import { HERE_EVENT } from "#app/features/support/rules/here.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { boundedCount, count } from "#app/platform/rules/core/count.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { isShopOpen } from "#app/features/company/server/find-shop.ts";
import { STAFF_TABLE } from "#app/features/orders/ui/staff-orders.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Countdown, Instant, RelativeTime } from "#app/ui/instant.tsx";
import { PageKeys } from "#app/ui/lists/list-keys.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type Decision, decisionWords, thenWords } from "../rules/decisions.ts";
import { type Wait, besideDecisions } from "../rules/todo.ts";
import { readOverview } from "../server/overview.ts";
import styles from "../ui/finance.module.css";
import type { Route } from "./+types/admin-home";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Overview");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  const at = now();
  return { ...(await readOverview(actor, at)), open: await isShopOpen(), today: at.toISOString() };
});
type Data = Route.ComponentProps["loaderData"];

/** The day: what the reader has to do and since when it waits, the orders that are due, and a week's figures. */
export default function AdminHome({ loaderData }: Route.ComponentProps) {
  // Who has which thread open changes nothing here.
  useLive((event) => event.kind !== HERE_EVENT);
  const { waits, decisions, ledger, orders, open, today } = loaderData;
  const books = ledger && (ledger.differences > 0 || ledger.sumMinor !== 0) ? ledger : null;
  return (
    <Page width="full">
      <PageTitle
        title={
          <>
            Today, <Instant at={today} show="day" />
          </>
        }
        status={orders ? <Due counts={orders.counts} /> : null}
      />
      {open ? null : (
        <Notice tone="attention" title="The shop isn't open">
          Public pages say “Opening soon”, and nobody can order. Finish the{" "}
          <PageLink to="/admin/admin-tools?show=setup">setup checklist</PageLink> to open it.
        </Notice>
      )}
      {books ? (
        <WaitingLine
          turn="you"
          waitsFor="The ledger doesn't match payments and refunds."
          note={
            <>
              {count(books.differences, "order differs", "orders differ")}. The ledger sum is{" "}
              {formatMoney(books.sumMinor, CURRENCY)}. <Link to="/admin/ops/finance">View finance</Link>.
            </>
          }
        />
      ) : null}
      {decisions.rows.length > 0 ? <Decisions rows={decisions.rows} /> : null}
      <div className={styles.todo}>
        <DataTable<Wait>
          caption="To do"
          dense
          rows={besideDecisions(waits, decisions.more)}
          rowKey={(w) => w.key}
          rowTo={(w) => w.to}
          isLate={(w) => w.urgent ?? false}
          columns={[
            { key: "words", header: "Waiting for you", fill: true, cell: (w) => w.words },
            { key: "detail", header: <span className="unseen">Detail</span>, cell: (w) => w.detail ?? null },
            { key: "oldest", header: "Oldest", cell: (w) => (w.oldest ? <RelativeTime at={w.oldest} /> : null) },
          ]}
          empty={
            decisions.rows.length > 0 ? null : (
              <EmptyState title="You're all caught up" mark="check">
                Orders, payments, and reviews that need you appear here.
              </EmptyState>
            )
          }
        />
      </div>
      {orders ? (
        <Section
          title="Late and due within 24 hours"
          aside={orders.soon.total > orders.soon.rows.length ? <Link to="/admin/orders?show=soon">All</Link> : null}
        >
          <ListTable
            {...STAFF_TABLE}
            plain
            page={orders.soon}
            caption="Late and due within 24 hours"
            rowTo={(r) => `/admin/orders/${r.id}`}
            empty={<p className="soft">Nothing is late or due within 24 hours.</p>}
          />
        </Section>
      ) : null}
      <Figures data={loaderData} />
    </Page>
  );
}

/** Opens a row by its number. */
const openRow = (key: string): boolean => {
  if (!/^[1-9]$/.test(key)) return false;
  const row = document.querySelectorAll<HTMLElement>("[data-decisions] a[data-open]")[Number(key) - 1];
  row?.click();
  return row !== undefined;
};
const ROW_KEYS = [["1 to 9", "Open a decision"]] as const;

/** What somebody has to decide, and what happens automatically if nobody does. */
function Decisions({ rows }: { rows: readonly Decision[] }) {
  return (
    <div className={styles.todo} data-decisions>
      <DataTable<Decision>
        caption="Waiting for a decision"
        dense
        rows={rows}
        rowKey={(one) => one.id}
        rowTo={(one) => one.to}
        columns={[
          {
            key: "what",
            header: "Waiting for a decision",
            cell: (one) => `${decisionWords(one)} ${one.number}`,
          },
          { key: "since", header: "Age", cell: (one) => <RelativeTime at={one.since} /> },
          { key: "owner", header: "Owner", cell: (one) => one.owner ?? <span className="late">Nobody</span> },
          {
            key: "then",
            header: "If nobody acts",
            fill: true,
            cell: (one) =>
              one.actsAt ? (
                <>
                  {thenWords(one)} in <Countdown to={one.actsAt} late="a moment" />
                </>
              ) : (
                "Stays open"
              ),
          },
        ]}
        empty={null}
        footer={<PageKeys keys={ROW_KEYS} press={openRow} />}
      />
    </div>
  );
}

/** How many orders are late, due, and without an editor, each with its list. */
function Due({ counts }: { counts: NonNullable<Data["orders"]>["counts"] }) {
  const due = Math.max(0, counts.soon - counts.late);
  const parts = [
    counts.late > 0 ? (
      <Link key="late" to="/admin/orders?show=late" className="late">
        {boundedCount(counts.late)} late
      </Link>
    ) : null,
    due > 0 ? (
      <Link key="due" to="/admin/orders?show=soon">
        {boundedCount(due)} due within 24 hours
      </Link>
    ) : null,
    counts.unassigned > 0 ? (
      <Link key="unassigned" to="/admin/orders?status=paid">
        {boundedCount(counts.unassigned)} without an editor
      </Link>
    ) : null,
  ].filter((part) => part !== null);
  return <span className="figures">{parts.flatMap((part, i) => (i > 0 ? [", ", part] : [part]))}</span>;
}

/** The last seven days beside the seven before, and how punctual the deliveries of a month were. */
function Figures({ data: { week, orders, ledger } }: { data: Data }) {
  const money = ([key, label]: readonly ["paid" | "refunds" | "revenue" | "margin", string]) => (
    <Stat
      key={key}
      label={label}
      value={formatMoney(week.values[key], CURRENCY)}
      detail={`${formatMoney(week.before[key], CURRENCY)} in the 7 days before`}
      to={`/admin/ops/finance?${new URLSearchParams({ from: week.from, to: week.to, lines: key })}#lines`}
    />
  );
  return (
    <Section title="Last 7 days" aside={<Link to="/admin/ops/finance">Finance</Link>}>
      <Stats>
        {(
          [
            ["paid", "Paid by clients"],
            ["refunds", "Refunded"],
            ["revenue", "Revenue"],
            ["margin", "Gross margin"],
          ] as const
        ).map(money)}
        {orders ? (
          <Stat
            label="Delivered on time, 30 days"
            value={orders.delivered === 0 ? "none" : `${orders.onTime} of ${orders.delivered}`}
            to="/admin/orders?show=all&status=delivered"
          />
        ) : null}
      </Stats>
      <p className="soft small">
        Days are in UTC. Revenue and editor pay are booked at delivery.{" "}
        {ledger
          ? ledger.differences === 0 && ledger.sumMinor === 0
            ? "Every payment and refund is in the ledger, to the cent."
            : ""
          : "The ledger hasn't been reconciled yet. It's done every few minutes."}
      </p>
    </Section>
  );
}
