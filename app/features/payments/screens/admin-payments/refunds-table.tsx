import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { REFUND_STATUSES } from "#app/features/backoffice/rules/money-lists.ts";
import type { RefundRow } from "#app/features/backoffice/server/money/list-payments.ts";
import { DateRange } from "#app/ui/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import type { Route } from "../+types/admin-payments";
import { Badge, REFUND, useOpen } from "./payment-states.tsx";

/** All refunds, a page at a time, with a button to retry one that failed. */
export function Refunds({ found }: { found: NonNullable<Route.ComponentProps["loaderData"]["refunds"]> }) {
  const narrowed = useIsFiltered("status", "from", "to");
  const csvHref = useCsvHref("/api/csv/refunds");
  const open = useOpen();
  return (
    <DataTable<RefundRow>
      caption="Refunds"
      rows={found.rows}
      rowKey={(r) => r.id}
      rowTo={(r) => (r.orderId ? `/admin/orders/${r.orderId}` : `?list=refunds&payment=${r.paymentId}`)}
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
                    We'll ask the card provider again to send the refund for {r.number}.
                    {r.failure ? ` The last attempt failed: ${r.failure}.` : ""}
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
