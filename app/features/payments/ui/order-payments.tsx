import { Link } from "react-router";
import { plural } from "#app/platform/rules/core/count.ts";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { OrderPayment } from "../server/checkout/order-payments.ts";
import { XmlLink } from "./xml-link.tsx";
import styles from "./refund.module.css";

/** The payment of an order that was paid once and in full, like nearly all. Its receipt shows the rest. */
export const onlyPayment = (payments: readonly OrderPayment[]): OrderPayment | null =>
  payments.length === 1 && !payments[0]!.charge && !payments[0]!.surplus ? payments[0]! : null;

/** When and how an order was paid, with its invoice: a line below the total of its receipt. */
export function PaymentLine({
  orderId,
  payment: { at, cardLabel, payer, invoice },
}: {
  orderId: string;
  payment: OrderPayment;
}) {
  return (
    <>
      <Instant at={at} show="day" />
      {cardLabel ? `, ${cardLabel}` : null}
      {payer ? `, ${byWhom(payer)}` : null}.{" "}
      {invoice ? (
        <>
          <Confirmation orderId={orderId} />, <a href={`/api/invoices/${invoice.id}/pdf`}>invoice</a>
          <XmlLink of={invoice} /> <Correct orderId={orderId} invoiceId={invoice.id} />
        </>
      ) : null}
    </>
  );
}

const Confirmation = ({ orderId }: { orderId: string }) => (
  <a href={`/api/orders/${orderId}/confirmation/pdf`}>Order confirmation</a>
);

const byWhom = ({ name, poNumber }: NonNullable<OrderPayment["payer"]>): string =>
  `paid by ${name}${poNumber ? ` (PO number ${poNumber})` : ""}`;

function Correct({ orderId, invoiceId }: { orderId: string; invoiceId: string }) {
  const clientPage = useClientPath();
  return <Link to={clientPage(`/order/${orderId}/invoice/${invoiceId}`)}>Correct invoice</Link>;
}

/**
 * Every payment of an order: how much, with which card, what for, and its invoice. A single payment is on the receipt.
 */
export function OrderPayments({ orderId, payments }: { orderId: string; payments: readonly OrderPayment[] }) {
  if (payments.length === 0 || onlyPayment(payments)) return null;
  return (
    <Sheet title={plural(payments.length, "Payment")}>
      <ul className={styles.plain} aria-label="Payments for this order">
        {payments.map((p) => (
          <li key={p.id}>
            <b className="figures">{formatMoney(p.amountMinor, p.currency)}</b>
            {p.cardLabel ? <span className="soft small"> {p.cardLabel}</span> : null}
            <br />
            {p.surplus ? (
              <StatusBadge tone="stopped">Not applied, being refunded</StatusBadge>
            ) : (
              <StatusBadge tone="done">{p.isOnCredit ? "On account" : "Paid"}</StatusBadge>
            )}{" "}
            <span className="soft small">
              <Instant at={p.at} show="day" />
            </span>
            {p.payer ? (
              <>
                <br />
                <span className="soft small">{byWhom(p.payer)}</span>
              </>
            ) : null}
            {p.charge ? (
              <>
                <br />
                <span className="soft small">{p.charge}</span>
              </>
            ) : null}
            {p.invoice ? (
              <>
                <br />
                {p.charge || p.surplus ? null : (
                  <span className="small">
                    <Confirmation orderId={orderId} />{" "}
                  </span>
                )}
                <a href={`/api/invoices/${p.invoice.id}/pdf`} className="small">
                  Invoice <span className="figures number">{p.invoice.number}</span>
                </a>
                <span className="small">
                  <XmlLink of={p.invoice} /> <Correct orderId={orderId} invoiceId={p.invoice.id} />
                </span>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
