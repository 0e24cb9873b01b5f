/**
 * Ledger entries of deposits: money that an organization or a person adds to their account by card, and what of it
 * returns to the card or is given to somebody else.
 */
import { type Entry, type PrepaidAccount, credit, debit, entryOf, positive, takenFrom } from "./ledger.ts";

/** A deposit arrived: it pays what is owed, and the rest is prepaid. */
export const depositPaid = (account: PrepaidAccount, amountMinor: number): Entry =>
  entryOf("balance_moved", [
    debit("provider", positive(amountMinor, "The deposit")),
    ...takenFrom(account, -amountMinor),
  ]);

/**
 * A part of a deposit is to return to its card. It's off the balance at once, so that nobody spends it, and still owed
 * to the payer until the provider has sent it.
 * @param returnId whose money it is until then
 */
export const returnBegun = (account: PrepaidAccount, returnId: string, amountMinor: number): Entry =>
  entryOf("balance_moved", [
    ...takenFrom(account, positive(amountMinor, "What returns")),
    credit("customer_balances", amountMinor, returnId),
  ]);

/** The provider has sent it. @param amountMinor negative if the bank sent it back to the provider */
export const returnSent = (returnId: string, amountMinor: number): Entry =>
  entryOf("balance_moved", [debit("customer_balances", amountMinor, returnId), credit("provider", amountMinor)]);

/** It can't be sent, so it's on the balance again. */
export const returnRefused = (account: PrepaidAccount, returnId: string, amountMinor: number): Entry =>
  entryOf("balance_moved", [
    debit("customer_balances", positive(amountMinor, "What returns"), returnId),
    ...takenFrom(account, -amountMinor),
  ]);

/** A gift is on the balance of the person it's for. */
export const giftAccepted = (giftId: string, account: PrepaidAccount, amountMinor: number): Entry =>
  entryOf("balance_moved", [
    debit("customer_balances", positive(amountMinor, "The gift"), giftId),
    ...takenFrom(account, -amountMinor),
  ]);

/**
 * The card's bank took money of a deposit in a dispute, or returned it. What was spent of it is owed again. The
 * provider's fee is ours.
 * @param amountMinor the change at the provider, negative if money was taken @param feeMinor negative if it was returned
 */
export const depositDisputed = (account: PrepaidAccount, amountMinor: number, feeMinor: number): Entry =>
  entryOf("balance_moved", [
    debit("provider", amountMinor - feeMinor),
    debit("dispute_fees", feeMinor),
    ...takenFrom(account, -amountMinor),
  ]);
