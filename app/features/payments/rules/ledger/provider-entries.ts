/** Ledger entries of the card provider's fees and transfers, and of the bank account. */
import type { Account } from "./chart-of-accounts.ts";
import { type Entry, credit, debit, entryOf, positive } from "./ledger.ts";

/** The provider's fee on a payment, deducted from our balance there. A returned fee is `providerFeeBack`. */
export const providerFee = (feeMinor: number): Entry =>
  entryOf("provider_fee", [debit("provider_fees", positive(feeMinor, "The fee")), credit("provider", feeMinor)]);

/** The provider returned a fee. */
export const providerFeeBack = (feeMinor: number): Entry =>
  entryOf("provider_fee", [debit("provider", positive(feeMinor, "The fee")), credit("provider_fees", feeMinor)]);

/** The card provider sent money to our bank. It's in transit until it's on a statement. */
export const providerPayout = (amountMinor: number): Entry =>
  entryOf("provider_payout", [
    debit("in_transit", positive(amountMinor, "The transfer")),
    credit("provider", amountMinor),
  ]);

/** A transfer didn't reach our bank and is at the provider again. */
export const providerPayoutFailed = (amountMinor: number): Entry =>
  entryOf("provider_payout_failed", [
    debit("provider", positive(amountMinor, "The transfer")),
    credit("in_transit", amountMinor),
  ]);

/** A transfer of the card provider is on our bank statement. */
export const providerPayoutArrived = (amountMinor: number): Entry =>
  entryOf("provider_payout_arrived", [
    debit("bank", positive(amountMinor, "The transfer")),
    credit("in_transit", amountMinor),
  ]);

/**
 * The bank exchanged a payout at its own rate, so its line differs from the amount at the frozen rate.
 * @param amountMinor the line's amount less the booked one, negative if more money left or less came back
 */
export const exchangeDifference = (amountMinor: number): Entry =>
  entryOf("exchange_difference", [debit("bank", amountMinor), credit("exchange_differences", amountMinor)]);

/**
 * What was in the bank account before the first statement: the owners' money.
 * @param amountMinor negative for an overdraft
 */
export const bankOpened = (amountMinor: number): Entry =>
  entryOf("bank_opened", [debit("bank", amountMinor), credit("equity", amountMinor)]);

/** A movement on the bank account that hasn't been explained yet. @param amountMinor negative if money left */
export const bankMoved = (amountMinor: number): Entry =>
  entryOf("bank_moved", [debit("bank", amountMinor), credit("unassigned", amountMinor)]);

/**
 * An unexplained movement was assigned to an account, or its parts to several.
 * @param parts their amounts are negative if money left
 */
export const assigned = (parts: readonly { account: Account; party?: string; amountMinor: number }[]): Entry =>
  entryOf("assigned", [
    debit(
      "unassigned",
      parts.reduce((sum, part) => sum + part.amountMinor, 0),
    ),
    ...parts.map((part) => credit(part.account, part.amountMinor, part.party)),
  ]);

/** The provider's balance changed, but not because of an order. @param amountMinor negative if it was reduced */
export const providerAdjusted = (amountMinor: number, account: Account): Entry =>
  entryOf("provider_adjusted", [debit("provider", amountMinor), credit(account, amountMinor)]);
