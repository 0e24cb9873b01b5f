import { Link, useSearchParams, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { retryRefund } from "#app/features/payments/server/retry-refund.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/page-tabs.tsx";
import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";
import {
  PAYMENT_LIST,
  PAYMENT_STATUSES,
  REFUND_LIST,
  REFUND_STATUSES,
} from "#app/features/backoffice/rules/money-lists.ts";
import {
  type OpenedPayment,
  type PaymentRow,
  type RefundRow,
  listPayments,
  listRefunds,
  openPayment,
} from "#app/features/backoffice/server/list-payments.ts";
import { DateRange } from "#app/ui/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { LedgerLines } from "#app/features/backoffice/ui/ledger-lines.tsx";
import type { Route } from "./+types/admin-payments";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payments");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const opened = await openPayment(actor, search.get("payment"));
  if (search.get("list") === "refunds")
    return {
      list: "refunds" as const,
      opened,
      payments: null,
      refunds: await listRefunds(actor, readListQuery(search, REFUND_LIST)),
    };
  return {
    list: "payments" as const,
    opened,
    payments: await listPayments(actor, readListQuery(search, PAYMENT_LIST)),
    refunds: null,
  };
});

/** Retries a failed refund. */
export const action = pageAction<Route.ActionArgs>({
  only: intent({ command: retryRefund, input: ({ text }) => ({ refundId: text("refundId") }) }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Look = { words: string; tone: StatusTone };
const STATUS: Record<string, Look> = {
  starting: { words: "Starting", tone: "neutral" },
  open: { words: "Checkout open", tone: "waiting" },
  succeeded: { words: "Paid", tone: "done" },
  expired: { words: "Expired", tone: "stopped" },
  failed: { words: "Failed", tone: "stopped" },
};
const REFUND: Record<string, Look> = {
  requested: { words: "To be sent", tone: "waiting" },
  sent: { words: "In transit", tone: "active" },
  succeeded: { words: "Refunded", tone: "done" },
  failed: { words: "Failed", tone: "late" },
};
const Badge = ({ look, status }: { look: Record<string, Look>; status: string }) => (
  <StatusBadge tone={look[status]?.tone ?? "neutral"}>{look[status]?.words ?? status}</StatusBadge>
);

/** All payment attempts and refunds. A selected one shows its ledger entries and card provider events. */
export default function AdminPayments({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => /^(payment|refund|order\.paid|order\.refunded)/.test(event.kind));
  const answer = useLastAnswer(actionData);
  const { list, opened, payments, refunds } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Payments" />
      <PageTabs
        label="Payments and refunds"
        shown={list}
        tabs={[
          { key: "payments", label: "Payments", to: "/admin/payments" },
          { key: "refunds", label: "Refunds", to: "/admin/payments?list=refunds" },
        ]}
      />
      {answer?.error ? (
        <div className={styles.gap}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      {opened ? <Opened opened={opened} /> : null}
      {payments ? <Payments found={payments} /> : null}
      {refunds ? <Refunds found={refunds} /> : null}
    </Page>
  );
}

/** The URL of this list with one payment opened or closed. */
function useOpen(): (id: string | null) => string {
  const [search] = useSearchParams();
  return (id) => {
    const next = new URLSearchParams(search);
    if (id) next.set("payment", id);
    else next.delete("payment");
    return `?${next}`;
  };
}

function Payments({ found }: { found: NonNullable<Route.ComponentProps["loaderData"]["payments"]> }) {
  const narrowed = useIsFiltered("status", "kind", "from", "to");
  const csvHref = useCsvHref("/api/csv/payments");
  const open = useOpen();
  return (
    <DataTable<PaymentRow>
      caption="Payments"
      rows={found.rows}
      rowKey={(r) => r.id}
      rowTo={(r) => `/admin/orders/${r.orderId}`}
      defaultSort="-at"
      csvHref={csvHref}
      toolbar={
        <FilterBar
          placeholder="Order, payer, email, provider ID"
          filters={[
            {
              name: "status",
              label: "Status",
              choices: [["", "Any"], ...PAYMENT_STATUSES.map((s) => [s, STATUS[s]?.words ?? s] as const)],
            },
            {
              name: "kind",
              label: "Kind",
              choices: [
                ["", "Any"],
                ["refunded", "With a refund"],
                ["surplus", "With a surplus"],
              ],
            },
          ]}
        >
          <DateRange />
        </FilterBar>
      }
      columns={[
        {
          key: "number",
          header: "Order",
          sortable: true,
          cell: (r) => (
            <span className={`figures ${styles.nowrap}`}>
              {r.number}
              {r.attempt > 1 ? `, attempt ${r.attempt}` : ""}
            </span>
          ),
        },
        {
          key: "payer",
          header: "Payer",
          sortable: true,
          cell: (r) => (
            <>
              {r.payer ?? "no one yet"}
              {r.email ? <span className={styles.under}>{r.email}</span> : null}
            </>
          ),
        },
        {
          key: "amount",
          header: "Amount",
          align: "end",
          sortable: true,
          cell: (r) => formatMoney(r.amountMinor, r.currency),
        },
        {
          key: "refunded",
          header: "Refunded",
          align: "end",
          sortable: true,
          cell: (r) =>
            r.refundedMinor > 0 ? formatMoney(r.refundedMinor, r.currency) : <span className="soft">none</span>,
        },
        {
          key: "status",
          header: "Status",
          sortable: true,
          cell: (r) => (
            <>
              <Badge look={STATUS} status={r.status} />
              {r.surplus ? (
                <span className={styles.under}>surplus, to be refunded</span>
              ) : r.failure ? (
                <span className={styles.under}>{r.failure}</span>
              ) : null}
            </>
          ),
        },
        {
          key: "card",
          header: "Card",
          cell: (r) => <span className={styles.nowrap}>{r.cardLabel ?? <span className="soft">none yet</span>}</span>,
        },
        {
          key: "provider",
          header: "Provider IDs",
          narrow: "hidden",
          cell: (r) => (
            <span className={styles.nowrap}>
              {[r.paymentIntentId, r.checkoutSessionId]
                .filter((id) => id !== null)
                .map((id) => (
                  <span key={id} className={styles.under} title={id}>
                    {shortId(id)}
                  </span>
                ))}
            </span>
          ),
        },
        {
          key: "at",
          header: "Started, paid",
          sortable: true,
          cell: (r) => (
            <span className={styles.nowrap}>
              <Instant at={r.createdAt} />
              <span className={styles.under}>
                {r.succeededAt ? (
                  <>
                    paid <Instant at={r.succeededAt} />
                  </>
                ) : (
                  "not paid"
                )}
              </span>
            </span>
          ),
        },
        {
          key: "open",
          header: "Ledger",
          cell: (r) => (
            <Link to={open(r.id)}>
              Open<span className="unseen"> the payment of {r.number}</span>
            </Link>
          ),
        },
      ]}
      empty={
        narrowed ? (
          <EmptyState
            title="No payments match"
            mark="stet"
            action={<Link to="/admin/payments">Show all payments</Link>}
          >
            Remove a filter or use fewer search terms.
          </EmptyState>
        ) : (
          <EmptyState title="No payments yet" mark="caret">
            A payment appears here as soon as its checkout is opened.
          </EmptyState>
        )
      }
      footer={<Pager {...found} noun="payment" />}
    />
  );
}

/** Long ids differ at the end. */
const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 3)}…${id.slice(-8)}` : id);

function Refunds({ found }: { found: NonNullable<Route.ComponentProps["loaderData"]["refunds"]> }) {
  const narrowed = useIsFiltered("status", "from", "to");
  const csvHref = useCsvHref("/api/csv/refunds");
  const open = useOpen();
  return (
    <DataTable<RefundRow>
      caption="Refunds"
      rows={found.rows}
      rowKey={(r) => r.id}
      {...{
        rowTo: (r: RefundRow) => (r.orderId ? `/admin/orders/${r.orderId}` : `?list=refunds&payment=${r.paymentId}`),
      }}
      isLate={(r) => r.status === "failed"}
      defaultSort="-at"
      csvHref={csvHref}
      toolbar={
        <FilterBar
          placeholder="Order, client, email, provider ID"
          keep={["list"]}
          filters={[
            {
              name: "status",
              label: "Status",
              choices: [["", "Any"], ...REFUND_STATUSES.map((s) => [s, REFUND[s]?.words ?? s] as const)],
            },
          ]}
        >
          <DateRange />
        </FilterBar>
      }
      columns={[
        {
          key: "number",
          header: "Order",
          sortable: true,
          cell: (r) => <span className={`figures ${styles.nowrap}`}>{r.number ?? "surplus"}</span>,
        },
        {
          key: "client",
          header: "Client",
          cell: (r) => (
            <>
              {r.payer}
              {r.email ? <span className={styles.under}>{r.email}</span> : null}
            </>
          ),
        },
        {
          key: "amount",
          header: "Amount",
          align: "end",
          sortable: true,
          cell: (r) => formatMoney(r.amountMinor, r.currency),
        },
        {
          key: "status",
          header: "Status",
          sortable: true,
          cell: (r) => (
            <>
              <Badge look={REFUND} status={r.status} />
              {r.failure ? <span className={styles.under}>{r.failure}</span> : null}
              {r.attempt > 1 ? <span className={styles.under}>attempt {r.attempt}</span> : null}
            </>
          ),
        },
        {
          key: "cause",
          header: "Reason",
          cell: (r) => (
            <>
              {r.basis[0] ?? r.cause}
              <span className={styles.under}>{r.requestedBy ? `requested by ${r.requestedBy}` : "automatic"}</span>
            </>
          ),
        },
        {
          key: "at",
          header: "Requested",
          sortable: true,
          cell: (r) => (
            <span className={styles.nowrap}>
              <Instant at={r.createdAt} />
            </span>
          ),
        },
        {
          key: "settled",
          header: "Settled",
          cell: (r) =>
            r.settledAt ? (
              <span className={styles.nowrap}>
                <Instant at={r.settledAt} />
              </span>
            ) : (
              <span className="soft">not yet</span>
            ),
        },
        {
          key: "open",
          header: "Ledger",
          cell: (r) => (
            <Link to={open(r.paymentId)}>
              Open<span className="unseen"> the payment of {r.number ?? "this refund"}</span>
            </Link>
          ),
        },
        {
          key: "again",
          header: "Retry",
          cell: (r) =>
            r.status === "failed" && r.orderId ? (
              <ConfirmButton
                size="compact-sm"
                fields={{ refundId: r.id }}
                title={`Retry this refund of ${formatMoney(r.amountMinor, r.currency)}?`}
                body={
                  <p>
                    We'll ask the card provider again to send the refund for {r.number}. It failed because:{" "}
                    {r.failure ?? "no reason given"}.
                  </p>
                }
                confirm="Retry refund"
                pending="Sending"
              >
                Retry refund
              </ConfirmButton>
            ) : (
              ""
            ),
        },
      ]}
      empty={
        narrowed ? (
          <EmptyState
            title="No refunds match"
            mark="stet"
            action={<Link to="/admin/payments?list=refunds">Show all refunds</Link>}
          >
            Remove a filter or use fewer search terms.
          </EmptyState>
        ) : (
          <EmptyState title="No refunds yet" mark="stet">
            Refunds appear here when an order is canceled, compensated, or paid twice.
          </EmptyState>
        )
      }
      footer={<Pager {...found} noun="refund" />}
    />
  );
}

function Opened({ opened: { payment, lines, events, refunds } }: { opened: OpenedPayment }) {
  const open = useOpen();
  return (
    <div className={styles.opened}>
      <Sheet
        title={
          <>
            Payment for{" "}
            <Link to={`${href("/admin/orders/:orderId", { orderId: payment.orderId })}#problem`}>{payment.number}</Link>
          </>
        }
        aside={
          <span className={styles.actions}>
            <Link to={href("/admin/orders/:orderId/money", { orderId: payment.orderId })} className={styles.close}>
              Follow the money
            </Link>
            <Link to={open(null)} className={styles.close}>
              Close
            </Link>
          </span>
        }
      >
        <KeyValue
          items={[
            { label: "Status", value: <Badge look={STATUS} status={payment.status} /> },
            { label: "Amount", value: formatMoney(payment.amountMinor, payment.currency) },
            { label: "Refunded", value: formatMoney(payment.refundedMinor, payment.currency) },
            { label: "Payer", value: payment.payer ? `${payment.payer}, ${payment.email ?? ""}` : null },
            { label: "Card", value: payment.cardLabel },
            { label: "Payment", value: <span className={styles.id}>{payment.id}</span> },
            {
              label: "Checkout",
              value: payment.checkoutSessionId ? <span className={styles.id}>{payment.checkoutSessionId}</span> : null,
            },
            {
              label: "Payment intent",
              value: payment.paymentIntentId ? <span className={styles.id}>{payment.paymentIntentId}</span> : null,
            },
            {
              label: "Refunds",
              value:
                refunds.length > 0 ? (
                  <>
                    {refunds.map((r) => (
                      <span key={r.id} className={styles.under}>
                        {formatMoney(r.amountMinor, r.currency)}, {REFUND[r.status]?.words.toLowerCase() ?? r.status}
                        {r.failure ? `: ${r.failure}` : ""}
                      </span>
                    ))}
                  </>
                ) : null,
            },
          ]}
        />
      </Sheet>
      <LedgerLines caption={`Journal lines for the payment for ${payment.number}`} lines={lines} balanced />
      <DataTable
        caption="Card provider events"
        rows={events}
        rowKey={(e) => e.id}
        columns={[
          { key: "type", header: "Card provider event", cell: (e) => e.type },
          { key: "id", header: "ID", narrow: "hidden", cell: (e) => <span className={styles.id}>{e.id}</span> },
          { key: "received", header: "Received", cell: (e) => <Instant at={e.receivedAt} /> },
          {
            key: "applied",
            header: "Applied",
            cell: (e) => (e.appliedAt ? <Instant at={e.appliedAt} /> : <span className="late">waiting</span>),
          },
          { key: "outcome", header: "Result", cell: (e) => e.outcome ?? "" },
        ]}
        empty={
          <EmptyState title="No events yet" mark="stet">
            We also check the payment status regularly, so a lost event does no harm.
          </EmptyState>
        }
      />
    </div>
  );
}
