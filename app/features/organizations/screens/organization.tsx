import { Form, Link, href } from "react-router";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { decideSpending } from "#app/features/payments/server/balance/spending-requests.ts";
import {
  type MemberMonth,
  type PaidOrder,
  readOrganization,
} from "#app/features/payments/server/balance/read-organization.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { type Currency, formatMoney } from "#app/platform/rules/core/money.ts";
import { formatMonth } from "#app/platform/rules/core/time.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { MonthBars } from "#app/ui/charts/month-bars.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { OrganizationTop } from "../ui/organization-tabs.tsx";
import styles from "../ui/organization.module.css";
import type { Route } from "./+types/organization";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData?.head.name ?? "Organization");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  readOrganization(actor, params.id),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    approve: intent({
      command: decideSpending,
      input: ({ text }) => ({ requestId: text("requestId"), approve: true, reason: text("reason") }),
      done: "Approved. The author can place the order now.",
    }),
    decline: intent({
      command: decideSpending,
      input: ({ text }) => ({ requestId: text("requestId"), approve: false, reason: text("reason") }),
      done: "Declined. The author is told.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** What an organization has left, who waits for approval, and what was ordered. */
export default function OrganizationPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => /^(organization|balance|spending|payment|refund|order)\./.test(event.kind));
  const answer = useLastAnswer(actionData);
  const { head, balanceMinor, owedMinor, overdue, credit, centers, services, own, months, orders, requests } =
    loaderData;
  const money = (amount: number) => formatMoney(amount, head.currency);
  const spent = months.reduce((sum, one) => sum + one.spentMinor, 0);
  return (
    <Page>
      <OrganizationTop
        head={head}
        actions={
          head.mayOrder ? (
            <Button component={Link} to="/order/new">
              Place order
            </Button>
          ) : undefined
        }
      />
      <div className={styles.notes}>
        <DoneNote answer={answer} />
        <ErrorNote problem={answer?.error} />
      </div>
      {overdue !== null && head.maySeeCosts ? (
        <WaitingLine
          waitsFor={`Pay statement ${overdue}: it's overdue. New orders on invoice are paused until then.`}
          turn="you"
        >
          <Button component={Link} to={href("/organizations/:id/statements", { id: head.id })}>
            Pay statement
          </Button>
        </WaitingLine>
      ) : null}
      {requests.length > 0 ? (
        <Section title={`${count(requests.length, "order needs", "orders need")} your approval`}>
          {requests.map((r) => (
            <Form method="post" key={r.id} className={styles.request} preventScrollReset>
              <p>
                <b>{r.displayName}</b>: {r.number}, {r.title}. {money(r.amountMinor)}, asked{" "}
                <Instant at={r.createdAt} />.{" "}
                {r.afterMinor < 0
                  ? `Owed afterward: ${money(-r.afterMinor)}`
                  : `Balance afterward: ${money(r.afterMinor)}`}
                .
              </p>
              {r.note ? <p className={styles.under}>{r.note}</p> : null}
              {head.mayManage ? (
                <>
                  <input type="hidden" name="requestId" value={r.id} />
                  <TextInput
                    id={`reason-${r.id}`}
                    name="reason"
                    label="Reason (optional, the author reads it)"
                    maxLength={500}
                  />
                  <div className={styles.buttons}>
                    <SubmitButton name="intent" value="approve" pending="Approving">
                      {`Approve ${money(r.amountMinor)}`}
                    </SubmitButton>
                    <SubmitButton name="intent" value="decline" pending="Declining" variant="default">
                      Decline
                    </SubmitButton>
                  </div>
                </>
              ) : null}
            </Form>
          ))}
        </Section>
      ) : null}
      <Stats>
        <Stat
          label="Balance"
          value={money(balanceMinor)}
          detail="Prepaid and not spent"
          {...(head.maySeeCosts ? { to: href("/organizations/:id/balance", { id: head.id }) } : {})}
        />
        {owedMinor > 0 || credit.length > 0 ? (
          <Stat
            label="Owed"
            value={money(owedMinor)}
            detail={
              overdue !== null
                ? `Statement ${overdue} is overdue`
                : credit.length === 0
                  ? "No credit in use"
                  : credit.map((it) => `${it.name}: ${money(it.leftMinor)} left`).join(". ")
            }
            {...(head.maySeeCosts ? { to: href("/organizations/:id/statements", { id: head.id }) } : {})}
          />
        ) : null}
        {head.maySeeCosts ? (
          <Stat
            label="This month"
            value={money(spent)}
            detail={count(
              months.reduce((n, one) => n + one.orders, 0),
              "order",
            )}
          />
        ) : null}
        {own ? (
          <Stat
            label="You this month"
            value={money(own.spentMinor)}
            detail={
              own.monthMinor === null
                ? "No limit"
                : `${money(Math.max(0, own.monthMinor - own.spentMinor))} of ${money(own.monthMinor)} left`
            }
          />
        ) : null}
        {own && own.orderMinor !== null ? (
          <Stat label="Your limit for one order" value={money(own.orderMinor)} />
        ) : null}
      </Stats>
      {head.mayManage && balanceMinor === 0 && credit.length === 0 && orders.length === 0 ? (
        <Notice
          tone="info"
          title="Two steps to the first order"
          action={
            <Button component={Link} to={href("/organizations/:id/balance", { id: head.id })} size="sm">
              Add funds
            </Button>
          }
        >
          Add funds by bank transfer, or{" "}
          <Link to={href("/organizations/:id/statements", { id: head.id })}>ask for terms</Link>, and{" "}
          <Link to={href("/organizations/:id/members", { id: head.id })}>invite members</Link>. In the order form they
          choose {head.name} under “Who pays”.
        </Notice>
      ) : null}
      {months.length > 0 ? (
        <Section title="This month by member">
          <DataTable<MemberMonth>
            caption="This month by member"
            rows={months}
            rowKey={(r) => r.uid}
            columns={[
              { key: "name", header: "Member", cell: (r) => r.name, narrow: "title" },
              { key: "orders", header: "Orders", align: "end", cell: (r) => r.orders.toLocaleString("en-US") },
              { key: "spent", header: "Spent", align: "end", cell: (r) => money(r.spentMinor) },
              {
                key: "left",
                header: "Left of the limit",
                align: "end",
                cell: (r) => (r.leftMinor === null ? "No limit" : money(r.leftMinor)),
              },
              {
                key: "time",
                header: "On time",
                align: "end",
                cell: (r) => (r.delivered === 0 ? "None delivered" : `${r.onTime} of ${r.delivered}`),
              },
            ]}
            empty={null}
          />
        </Section>
      ) : null}
      <MonthBy title="This month by cost center" header="Cost center" rows={centers} currency={head.currency} />
      <MonthBy title="This month by service" header="Service" rows={services} currency={head.currency} />
      <MonthBars
        title="Spent in the last 12 months"
        unit={{ currency: head.currency }}
        label="Spent"
        data={loaderData.spent.map(({ month, spentMinor }) => ({
          label: formatMonth(new Date(month)),
          short: formatMonth(new Date(month)).slice(0, 3),
          value: spentMinor,
        }))}
      />
      <Section
        title={head.maySeeCosts ? "Orders" : "Your orders"}
        aside={
          orders.length > 0 ? (
            <a href={`/api/csv/organizations/${head.id}/orders`} download>
              Export CSV
            </a>
          ) : undefined
        }
      >
        <DataTable<PaidOrder>
          caption="Orders"
          rows={orders}
          rowKey={(r) => r.id}
          columns={[
            {
              key: "order",
              header: "Order",
              narrow: "title",
              cell: (r) => (
                <>
                  <span className="figures number">{r.number}</span> {r.title}
                </>
              ),
            },
            { key: "by", header: "Member", cell: (r) => r.by },
            { key: "service", header: "Service", cell: (r) => SERVICE_LABELS[r.service] },
            { key: "status", header: "Status", cell: (r) => STATUS_WORDS[r.status] },
            { key: "paid", header: "Placed on", cell: (r) => <Instant at={r.paidAt} show="day" /> },
            {
              key: "invoice",
              header: "Documents",
              cell: (r) =>
                r.invoice ? (
                  <>
                    <a href={`/api/invoices/${r.invoice.id}/pdf`}>{r.invoice.number}</a>
                    <span className={styles.under}>
                      <a href={`/api/orders/${r.id}/confirmation/pdf`}>Order confirmation</a>
                    </span>
                  </>
                ) : (
                  <span className="soft">None</span>
                ),
            },
            {
              key: "cost",
              header: "Cost",
              align: "end",
              cell: (r) => <Money minor={r.costMinor} currency={head.currency} />,
            },
          ]}
          empty={
            <EmptyState title="No orders yet" mark="caret">
              Orders that {head.name} paid for appear here.
            </EmptyState>
          }
        />
      </Section>
    </Page>
  );
}

type Spending = { name: string; orders: number; spentMinor: number };

/** What the month's orders cost, by something about them. Nothing, if there are none. */
function MonthBy({
  title,
  header,
  rows,
  currency,
}: {
  title: string;
  header: string;
  rows: readonly Spending[];
  currency: Currency;
}) {
  return rows.length > 0 ? (
    <Section title={title}>
      <DataTable<Spending>
        caption={title}
        rows={rows}
        rowKey={(r) => r.name}
        columns={[
          { key: "name", header, cell: (r) => r.name, narrow: "title" },
          { key: "orders", header: "Orders", align: "end", cell: (r) => r.orders.toLocaleString("en-US") },
          { key: "spent", header: "Spent", align: "end", cell: (r) => formatMoney(r.spentMinor, currency) },
        ]}
        empty={null}
      />
    </Section>
  ) : null;
}
