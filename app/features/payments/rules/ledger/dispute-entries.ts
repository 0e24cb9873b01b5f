/** Ledger entries of disputed payments. */
import type { Account } from "./chart-of-accounts.ts";
import { type Entry, type EntryLine, type MoneySource, credit, debit, entryOf, positive, takenFrom } from "./ledger.ts";

/**
 * The provider changed our balance because of a dispute: it withheld money and charged a fee, or returned either.
 * @param amountMinor the change, negative if money was withheld
 * @param feeMinor the fee, negative if it was returned
 */
export const disputeMoved = (amountMinor: number, feeMinor: number): Entry =>
  entryOf("dispute_moved", [
    debit("disputed", -amountMinor),
    debit("dispute_fees", feeMinor),
    debit("provider", amountMinor - feeMinor),
  ]);

/**
 * The account with the money lost in a dispute: the withheld money, or unassigned money if the provider withheld
 * another currency, which the ledger doesn't have.
 */
export type LostFrom = Extract<Account, "disputed" | "unassigned">;

/**
 * A dispute was lost: the withheld money won't come back and counts as refunded.
 * @param refundLines the lines of a refund of the same amount
 */
export const disputeLost = (refundLines: readonly EntryLine[], from: LostFrom = "disputed"): Entry =>
  entryOf(
    "dispute_lost",
    refundLines.map((line) => (line.account === "provider" ? { ...line, account: from } : line)),
  );

/**
 * A bank kept more than was left of the payment, for example all of it after a partial refund. That's a cost of ours,
 * but for what the client has taken on their balance.
 * @param account the client's @param twice what they have there and from the bank
 */
export const disputeExcess = (
  amountMinor: number,
  from: LostFrom = "disputed",
  account: MoneySource | null = null,
  twice: number = 0,
): Entry =>
  entryOf("dispute_excess", [
    debit("dispute_fees", positive(amountMinor, "What the bank kept") - twice),
    ...(account === null ? [] : takenFrom(account, twice)),
    credit(from, amountMinor),
  ]);

/** The bank returned money lost in a dispute. The loss stays a refund, and this is income. */
export const disputeRegained = (amountMinor: number): Entry =>
  entryOf("dispute_regained", [
    debit("disputed", positive(amountMinor, "What came back")),
    credit("other_income", amountMinor),
  ]);
