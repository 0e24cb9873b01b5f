import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { REFUND_LIST } from "#app/features/backoffice/rules/lists/payment-list.ts";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import type { Route } from "../+types/admin-payments";
import { Badge, REFUND, useOpen } from "./payment-states.tsx";

/** All refunds, a page at a time, with a button to retry one that failed. */
export function Refunds({ found }: { found: NonNullable<Route.ComponentProps["loaderData"]["refunds"]> }) {
  const open = useOpen();
  return (
    <ListTable
      list={REFUND_LIST}
      page={found}
      cells={{
        number: (r) => <span className={`figures ${styles.nowrap}`}>{r.number ?? "surplus"}</span>,
        client: (r) => (
          <>
            {r.payer}
            {r.email ? <span className={styles.under}>{r.email}</span> : null}
          </>
        ),
        amount: (r) => formatMoney(r.amountMinor, r.currency),
        status: (r) => (
          <>
            <Badge look={REFUND} status={r.status} />
            {r.failure ? <span className={styles.under}>{r.failure}</span> : null}
            {r.attempt > 1 ? <span className={styles.under}>attempt {r.attempt}</span> : null}
          </>
        ),
        cause: (r) => (
          <>
            {r.basis[0] ?? r.cause}
            <span className={styles.under}>{r.requestedBy ? `requested by ${r.requestedBy}` : "automatic"}</span>
          </>
        ),
        at: (r) => (
          <span className={styles.nowrap}>
            <Instant at={r.createdAt} />
          </span>
        ),
        settled: (r) =>
          r.settledAt ? (
            <span className={styles.nowrap}>
              <Instant at={r.settledAt} />
            </span>
          ) : (
            <span className="soft">not yet</span>
          ),
        open: (r) => (
          <Link to={open(r.paymentId)}>
            Open<span className="unseen"> the payment of {r.number ?? "this refund"}</span>
          </Link>
        ),
        again: (r) =>
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
      }}
      rowKey={(r) => r.id}
      rowTo={(r) => (r.orderId ? `/admin/orders/${r.orderId}` : `?list=refunds&payment=${r.paymentId}`)}
      isLate={(r) => r.status === "failed"}
      keep={["list"]}
      empty={
        <EmptyState title="No refunds yet" mark="stet">
          Refunds appear here when an order is canceled, compensated, or paid twice.
        </EmptyState>
      }
    >
      <DateRange />
    </ListTable>
  );
}
