import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { PAYMENT_STATUSES } from "#app/features/backoffice/rules/money-lists.ts";
import type { PaymentRow } from "#app/features/backoffice/server/money/list-payments.ts";
import { DateRange } from "#app/ui/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import type { Route } from "../+types/admin-payments";
import { Badge, STATUS, useOpen } from "./payment-states.tsx";

/** All payment attempts, a page at a time. */
export function Payments({ found }: { found: NonNullable<Route.ComponentProps["loaderData"]["payments"]> }) {
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
