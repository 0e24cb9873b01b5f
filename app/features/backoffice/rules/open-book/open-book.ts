/**
 * The open book of an order: each payment followed to the bank line it arrived in (`open-book-in.ts`), and each earning
 * to the bank line it was paid with (`open-book-out.ts`). Here are its sums. What hasn't happened yet says what it's
 * waiting for. Amounts are in minor units, negative when money leaves us.
 */
import type { BookFacts } from "./open-book-facts.ts";

/** An order's result by its journal: what the client paid, where it went, and what is left. */
export type BookSums = {
  paidMinor: number;
  /** An organization pays it later. */
  isOnCredit: boolean;
  refundedMinor: number;
  withheldMinor: number;
  taxMinor: number;
  feesMinor: number;
  editorsMinor: number;
  leftMinor: number;
};
/** @param lines of the order's own entries, debits positive */
export function bookSums(
  facts: Pick<BookFacts, "payments" | "refunds">,
  lines: readonly { account: string; amountMinor: number }[],
): BookSums {
  const of = (...accounts: string[]) =>
    lines.reduce((sum, l) => (accounts.includes(l.account) ? sum + l.amountMinor : sum), 0);
  const sumOf = (rows: readonly { amountMinor: number }[]) => rows.reduce((sum, r) => sum + r.amountMinor, 0);
  const paidMinor = sumOf(facts.payments.filter((p) => p.status === "succeeded"));
  const refundedMinor = sumOf(facts.refunds.filter((r) => r.status === "succeeded"));
  const withheldMinor = of("disputed");
  const taxMinor = 0 - of("tax_payable");
  const feesMinor = of("provider_fees", "dispute_fees");
  const editorsMinor = of("editor_cost", "review_cost", "goodwill");
  return {
    paidMinor,
    isOnCredit: facts.payments.some((p) => p.status === "succeeded" && p.creditLineId !== null),
    refundedMinor,
    withheldMinor,
    taxMinor,
    feesMinor,
    editorsMinor,
    leftMinor: paidMinor - refundedMinor - withheldMinor - taxMinor - feesMinor - editorsMinor,
  };
}
