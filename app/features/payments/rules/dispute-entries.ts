/** Ledger entries of disputed payments. */
import type { Account } from "./chart-of-accounts.ts";
import { type Entry, type EntryLine, credit, debit, entryOf, positive } from "./ledger.ts";

/**
 * The provider moved our balance because of a dispute: it withholds money and takes a fee, or gives either back.
 * @param amountMinor what it moved, negative when it withholds
 * @param feeMinor what it took for it, negative when it's given back
 */
export const disputeMoved = (amountMinor: number, feeMinor: number): Entry =>
  entryOf("dispute_moved", [
    debit("disputed", -amountMinor),
    debit("dispute_fees", feeMinor),
    debit("provider", amountMinor - feeMinor),
  ]);

/**
 * Where what a lost dispute took lies: withheld, or nowhere in the ledger, because the provider withheld another
 * currency.
 */
export type LostFrom = Extract<Account, "disputed" | "unassigned">;

/**
 * A dispute is lost: what was withheld won't come back, and counts as refunded.
 * @param refundLines the lines of a refund of the same amount
 */
export const disputeLost = (refundLines: readonly EntryLine[], from: LostFrom = "disputed"): Entry =>
  entryOf(
    "dispute_lost",
    refundLines.map((line) => (line.account === "provider" ? { ...line, account: from } : line)),
  );

/** A bank kept more than was left of the payment, such as all of one that was refunded in part: a cost of ours. */
export const disputeExcess = (amountMinor: number, from: LostFrom = "disputed"): Entry =>
  entryOf("dispute_excess", [
    debit("dispute_fees", positive(amountMinor, "What the bank kept")),
    credit(from, amountMinor),
  ]);

/** The bank gave back what had been lost in a dispute: the loss stays a refund, and this is income. */
export const disputeRegained = (amountMinor: number): Entry =>
  entryOf("dispute_regained", [
    debit("disputed", positive(amountMinor, "What came back")),
    credit("other_income", amountMinor),
  ]);
