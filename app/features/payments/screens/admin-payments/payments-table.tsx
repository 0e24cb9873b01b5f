import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { PAYMENT_LIST } from "#app/features/backoffice/rules/lists/payment-list.ts";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import type { Route } from "../+types/admin-payments";
import { Badge, STATUS, useOpen } from "./payment-states.tsx";

/** All payment attempts, a page at a time. */
export function Payments({ found }: { found: NonNullable<Route.ComponentProps["loaderData"]["payments"]> }) {
  const open = useOpen();
  return (
    <ListTable
      list={PAYMENT_LIST}
      page={found}
      compact
      cells={{
        number: (r) => (
          <span className={`figures ${styles.nowrap}`}>
            {r.number}
            {r.attempt > 1 ? `, attempt ${r.attempt}` : ""}
          </span>
        ),
        payer: (r) => (
          <>
            {r.payer ?? "no one yet"}
            {r.email ? <span className={`${styles.under} ${styles.wide}`}>{r.email}</span> : null}
          </>
        ),
        amount: (r) => formatMoney(r.amountMinor, r.currency),
        refunded: (r) =>
          r.refundedMinor > 0 ? (
            <>
              {formatMoney(r.refundedMinor, r.currency)}
              <span className={`soft ${styles.narrow}`}> refunded</span>
            </>
          ) : (
            <span className={`soft ${styles.wide}`}>none</span>
          ),
        status: (r) => (
          <>
            <Badge look={STATUS} status={r.isOnCredit ? "on account" : r.status} />
            {r.surplus ? (
              <span className={styles.under}>surplus, to be refunded</span>
            ) : r.failure ? (
              <span className={styles.under}>{r.failure}</span>
            ) : null}
          </>
        ),
        card: (r) => r.cardLabel ?? <span className={`soft ${styles.wide}`}>none yet</span>,
        provider: (r) => (
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
        at: (r) => (
          <span className={styles.nowrap}>
            <Instant at={r.createdAt} />
            <span className={`${styles.under} ${styles.wide}`}>
              {r.succeededAt ? (
                <>
                  {r.isOnCredit ? "placed" : "paid"} <Instant at={r.succeededAt} />
                </>
              ) : (
                "not paid"
              )}
            </span>
          </span>
        ),
        open: (r) => (
          <Link to={open(r.id)}>
            Open<span className="unseen"> the payment of {r.number}</span>
          </Link>
        ),
      }}
      rowKey={(r) => r.id}
      rowTo={(r) => `/admin/orders/${r.orderId}`}
      empty={
        <EmptyState title="No payments yet" mark="caret">
          A payment appears here as soon as its checkout is opened.
        </EmptyState>
      }
    >
      <DateRange />
    </ListTable>
  );
}

/** Long ids differ at the end. */
const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 3)}…${id.slice(-8)}` : id);
