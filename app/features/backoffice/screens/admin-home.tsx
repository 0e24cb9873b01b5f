import { count } from "#app/platform/rules/core/count.ts";
import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { isShopOpen } from "#app/features/company/server/find-shop.ts";
import { STATUS_WORDS, type OrderStatus } from "#app/features/orders/rules/flow.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Countdown, Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type Wait, todoSentence } from "../rules/todo.ts";
import { type LateOrder, type MoneyTime, type RecentFact, readOverview } from "../server/overview.ts";
import styles from "../ui/finance.module.css";
import type { Route } from "./+types/admin-home";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Overview");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  return {
    ...(await readOverview(actor, now())),
    open: await isShopOpen(),
  };
});

/** The reader's to-do list, recent finance and on-time figures, and activity. Every figure opens its list. */
export default function AdminHome({ loaderData }: Route.ComponentProps) {
  useLive();
  const { waits, ledger, money, orders, facts, open } = loaderData;
  const books = ledger && (ledger.differences > 0 || ledger.sumMinor !== 0) ? ledger : null;
  return (
    <Page width="full">
      <PageTitle title="Overview" />
      {open ? null : (
        <Notice tone="attention" title="The shop isn't open">
          Public pages say “Opening soon”, and nobody can order. Finish the{" "}
          <PageLink to="/admin/admin-tools?show=setup">setup checklist</PageLink> to open it.
        </Notice>
      )}
      <WaitingLine
        turn={waits.length > 0 || books ? "you" : "done"}
        waitsFor={books ? "The ledger doesn't match payments and refunds." : todoSentence(waits)}
        note={
          books ? (
            <>
              {count(books.differences, "order differs", "orders differ")}. The ledger sum is{" "}
              {formatMoney(books.sumMinor, CURRENCY)}. <Link to="/admin/ops/finance">View finance</Link>.
            </>
          ) : ledger ? (
            "Every payment and refund is in the ledger, to the cent."
          ) : (
            "The ledger hasn't been reconciled yet. It's done every few minutes."
          )
        }
      />
      <div className={styles.two}>
        <Section title="To do">
          {waits.length > 0 ? (
            <ul className={styles.plain}>
              {waits.map((w) => (
                <Waits key={w.key} wait={w} />
              ))}
            </ul>
          ) : (
            <EmptyState title="You're all caught up" mark="check">
              Orders, payments, and reviews that need you appear here.
            </EmptyState>
          )}
        </Section>
        {orders ? (
          <Section title="On-time delivery">
            <Stats>
              <Stat
                label="Delivered on time"
                value={
                  orders.delivered === 0 ? "none" : `${Math.round((orders.onTime / orders.delivered) * 1000) / 10}%`
                }
                detail={
                  orders.delivered === 0
                    ? "No deliveries in 30 days"
                    : `${orders.onTime} of ${orders.delivered} in the last 30 days`
                }
                to="/admin/orders?show=all&status=delivered"
              />
              <Stat
                label="Late now"
                value={orders.late}
                detail="Past the author's due date"
                to="/admin/orders?show=late"
                {...(orders.late > 0 ? { tone: "late" as const } : {})}
              />
            </Stats>
            <DataTable<LateOrder>
              caption="Late orders"
              rows={orders.lateOrders}
              rowKey={(o) => o.id}
              rowTo={(o) => `/admin/orders/${o.id}`}
              isLate={() => true}
              columns={[
                {
                  key: "number",
                  header: "Order",
                  cell: (o) => <span className={`figures ${styles.nowrap}`}>{o.number}</span>,
                },
                { key: "title", header: "Manuscript", cell: (o) => o.title },
                {
                  key: "status",
                  header: "Status",
                  cell: (o) => (
                    <StatusBadge tone="late">{STATUS_WORDS[o.status as OrderStatus] ?? o.status}</StatusBadge>
                  ),
                },
                { key: "editor", header: "Editor", cell: (o) => o.editor ?? <span className="soft">none</span> },
                { key: "due", header: "Late by", cell: (o) => <Countdown to={o.dueAt} late="{}" /> },
              ]}
              empty={<p className="soft small">No late orders.</p>}
            />
          </Section>
        ) : null}
      </div>
      <Section title="Money" aside={<Link to="/admin/ops/finance">Finance</Link>}>
        <DataTable<MoneyTime>
          caption="Money today, this week, and this month"
          rows={money}
          rowKey={(m) => m.label}
          rowTo={(m) => `/admin/ops/finance?${new URLSearchParams({ from: m.from, to: m.to })}`}
          columns={[
            { key: "label", header: "In UTC", cell: (m) => m.label },
            ...(
              [
                ["paid", "Paid by clients"],
                ["refunds", "Refunded"],
                ["revenue", "Revenue"],
                ["editorCost", "Editor pay"],
                ["margin", "Margin"],
              ] as const
            ).map(([key, header]) => ({
              key,
              header,
              align: "end" as const,
              cell: (m: MoneyTime) => (
                <Link
                  to={`/admin/ops/finance?${new URLSearchParams({ from: m.from, to: m.to, lines: key })}#lines`}
                  className={`figures ${m.values[key] < 0 ? "late" : ""}`}
                  aria-label={`${header}, ${m.label}: ${formatMoney(m.values[key], CURRENCY)}`}
                >
                  {formatMoney(m.values[key], CURRENCY)}
                </Link>
              ),
            })),
          ]}
          empty={null}
          footer="Revenue and editor pay are booked at delivery. Select a figure to see its journal lines."
        />
      </Section>
      {facts ? (
        <Section title="Recent activity">
          {facts.length > 0 ? (
            <ul className={styles.facts}>
              {facts.map((f) => (
                <Recent key={f.id} fact={f} />
              ))}
            </ul>
          ) : (
            <EmptyState title="No activity yet" mark="caret">
              Every action appears here.
            </EmptyState>
          )}
        </Section>
      ) : null}
    </Page>
  );
}

const Waits = ({ wait }: { wait: Wait }) => (
  <li>
    <Link to={wait.to}>{wait.words}</Link>
    {wait.detail ? <span className={wait.urgent ? "late" : "soft"}> {wait.detail}</span> : null}
  </li>
);

const Recent = ({ fact: f }: { fact: RecentFact }) => (
  <li>
    <Instant at={f.at} />
    <span>
      {f.title}
      {f.orderId ? (
        <>
          ,{" "}
          <Link to={href("/admin/orders/:orderId", { orderId: f.orderId })} className="figures">
            {f.orderNumber}
          </Link>
        </>
      ) : null}
      {f.aboutName ? (
        <>
          ,{" "}
          {f.aboutEditor && f.subjectId ? (
            <Link to={href("/admin/editors/:id", { id: f.subjectId })}>{f.aboutName}</Link>
          ) : (
            f.aboutName
          )}
        </>
      ) : null}
      <span className="soft">
        {" "}
        by {f.actor}
        {f.detail ? `: ${f.detail}` : ""}
      </span>
    </span>
  </li>
);
