import { Link, href } from "react-router";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { OpenedPayment } from "#app/features/backoffice/server/money/list-payments.ts";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { LedgerLines } from "#app/features/backoffice/ui/ledger-lines.tsx";
import { Badge, REFUND, STATUS, useOpen } from "./payment-states.tsx";

/** One payment with its refunds, its ledger entries, and the card provider's events. */
export function Opened({ opened: { payment, lines, events, refunds } }: { opened: OpenedPayment }) {
  const open = useOpen();
  return (
    <div className={styles.opened}>
      <Sheet
        title={
          <>
            Payment for{" "}
            <PageLink to={`${href("/admin/orders/:orderId", { orderId: payment.orderId })}#problem`}>
              {payment.number}
            </PageLink>
          </>
        }
        aside={
          <span className={styles.actions}>
            <Link to={href("/admin/orders/:orderId/money", { orderId: payment.orderId })} className={styles.close}>
              View money step by step
            </Link>
            <Link to={open(null)} className={styles.close}>
              Close
            </Link>
          </span>
        }
      >
        <KeyValue
          items={[
            {
              label: "Status",
              value: <Badge look={STATUS} status={payment.isOnCredit ? "on account" : payment.status} />,
            },
            { label: "Amount", value: formatMoney(payment.amountMinor, payment.currency) },
            { label: "Refunded", value: formatMoney(payment.refundedMinor, payment.currency) },
            { label: "Payer", value: payment.payer ? `${payment.payer}, ${payment.email ?? ""}` : null },
            { label: "Paid with", value: payment.cardLabel },
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
                        {formatMoney(r.amountMinor, r.currency)}, {REFUND.words[r.status]?.toLowerCase() ?? r.status}
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
            cell: (e) => (e.appliedAt ? <Instant at={e.appliedAt} /> : <span className="late">Not yet</span>),
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
