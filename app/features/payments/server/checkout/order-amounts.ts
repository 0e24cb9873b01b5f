import type { Order } from "#app/features/orders/server/views/find-order.ts";
import type { OrderAmounts } from "../../rules/ledger/ledger.ts";
import type { Payment } from "./find-payment.ts";

/** The parts of an order's price or of a charge, in the form the ledger rules use. */
export const amountsOf = (priced: OrderAmounts): OrderAmounts & { creditMinor: number } => ({
  listMinor: priced.listMinor,
  discountMinor: priced.discountMinor,
  creditMinor: priced.creditMinor ?? 0,
  taxMinor: priced.taxMinor,
  totalMinor: priced.totalMinor,
});

/**
 * The parts of a payment, by which its refunds are split. Each payment is separate, so that no refund returns another's
 * tax.
 */
export const amountsOfPayment = (
  payment: Pick<Payment, "amountMinor" | "listMinor" | "discountMinor" | "creditMinor" | "taxMinor">,
  order: Pick<Order, "listMinor" | "discountMinor" | "creditMinor" | "taxMinor" | "totalMinor">,
): OrderAmounts & { creditMinor: number } =>
  payment.listMinor === null
    ? amountsOf(order)
    : {
        listMinor: payment.listMinor,
        discountMinor: payment.discountMinor ?? 0,
        creditMinor: payment.creditMinor,
        taxMinor: payment.taxMinor ?? 0,
        totalMinor: payment.amountMinor,
      };
