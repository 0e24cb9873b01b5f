/** Ledger entries of an order's payment, delivery, acceptance, and cancellation. */
import type { TaxOwed } from "#app/features/tax/rules/authority.ts";
import {
  type EarningAmount,
  type Entry,
  type EntryLine,
  type MoneySource,
  type OrderAmounts,
  type Standing,
  type Unearned,
  credit,
  debit,
  entryOf,
  notNegative,
  positive,
  takenFrom,
} from "./ledger.ts";

/**
 * The client's payment has been confirmed. It's owed to the client as work until the delivery, its discount included.
 * @param taxes what of the tax is owed to whom @param creditOf whose courtesy credit is spent
 */
export const paymentReceived = (
  order: OrderAmounts,
  taxes: readonly TaxOwed[],
  from: MoneySource = "card",
  creditOf: string = "",
): Entry =>
  entryOf("payment_received", [
    ...takenFrom(from, positive(order.totalMinor, "The payment")),
    debit("deferred_discounts", notNegative(order.discountMinor, "The discount")),
    debit("courtesy_credits", notNegative(order.creditMinor ?? 0, "The courtesy credit"), creditOf),
    credit("deferred_revenue", positive(order.listMinor, "The list price")),
    ...taxes.map(({ authority, amountMinor }) => credit("tax_payable", notNegative(amountMinor, "The tax"), authority)),
  ]);

/**
 * An organization's transfer arrived on the bank account: it pays what the organization owes, and the rest is owed to it
 * until it's spent. Or what it hadn't spent was transferred back. @param amountMinor negative if money left
 */
export const balanceMoved = (organizationId: string, amountMinor: number, standing: Standing): Entry =>
  entryOf("balance_moved", [
    debit("bank", amountMinor),
    ...takenFrom({ party: organizationId, standing }, -amountMinor),
  ]);

/**
 * What an organization owes isn't expected anymore, though it still owes it. @param amountMinor negative if it's expected
 * again
 */
export const writtenOff = (organizationId: string, amountMinor: number): Entry =>
  entryOf("written_off", [
    debit("bad_debts", amountMinor, organizationId),
    credit("receivables", amountMinor, organizationId),
  ]);

/** A client was given courtesy credit, free of charge. */
export const creditGiven = (uid: string, amountMinor: number): Entry =>
  entryOf("credit_given", [
    debit("credit_cost", positive(amountMinor, "The credit")),
    credit("courtesy_credits", amountMinor, uid),
  ]);

/** What a client didn't spend in time is income. */
export const creditExpired = (uid: string, amountMinor: number): Entry =>
  entryOf("credit_expired", [
    debit("courtesy_credits", positive(amountMinor, "The credit"), uid),
    credit("other_income", amountMinor),
  ]);

/** Deferred amounts become revenue, and their discounts a deduction from it. */
const earnedLines = ({ listMinor, discountMinor }: Unearned): EntryLine[] => [
  debit("deferred_revenue", notNegative(listMinor, "The deferred amount")),
  credit("revenue", listMinor),
  debit("discounts", notNegative(discountMinor, "The deferred discount")),
  credit("deferred_discounts", discountMinor),
];

/** The order, or a revision of it, was delivered, so the payment for it is earned. */
export const orderDelivered = (unearned: Unearned): Entry => entryOf("order_delivered", earnedLines(unearned));

/**
 * The order was accepted: pending earnings can be paid, and what was paid since the last delivery is earned. Either may
 * be nothing, but not both.
 */
export const orderAccepted = (unearned: Unearned, earnings: readonly EarningAmount[]): Entry =>
  entryOf("order_accepted", [
    ...earnedLines(unearned),
    ...earnings.flatMap((e) => [
      debit("editor_pending", positive(e.amountMinor, "An earning"), e.uid),
      credit("editor_available", e.amountMinor, e.uid),
    ]),
  ]);

/**
 * The order was canceled and part of the price kept. That part is revenue, and the editors' share of it is available
 * right away. Post the refund first.
 */
export const orderCancelled = (kept: Unearned, earnings: readonly EarningAmount[]): Entry =>
  entryOf("order_cancelled", [
    ...earnedLines(kept),
    ...earnings.flatMap((e) => [
      debit("editor_cost", positive(e.amountMinor, "An earning")),
      credit("editor_available", e.amountMinor, e.uid),
    ]),
  ]);

/**
 * Money arrived for an order that is already paid, expired, or canceled. It belongs to the client until it is refunded.
 */
export const duplicatePaymentIn = (paymentId: string, amountMinor: number): Entry =>
  entryOf("duplicate_payment_in", [
    debit("provider", positive(amountMinor, "The payment")),
    credit("deferred_revenue", amountMinor, paymentId),
  ]);

/** The surplus was refunded. */
export const duplicatePaymentOut = (paymentId: string, amountMinor: number): Entry =>
  entryOf("duplicate_payment_out", [
    debit("deferred_revenue", positive(amountMinor, "The payment"), paymentId),
    credit("provider", amountMinor),
  ]);
