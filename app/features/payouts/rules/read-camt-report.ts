/**
 * Payouts in an account statement or notification: those that left the account, and those that came back.
 */
import type { BankElement } from "#app/features/payments/rules/bank-xml.ts";
import { type CamtEntry, type CamtTransaction, readCamt } from "#app/features/payments/rules/camt.ts";
import type { BankReport, BankWord } from "./bank-report.ts";

/** Our own end-to-end ids: a statement has everything else on the account, too. */
const OURS = /^PYO-[0-9A-Z]{26}$/;

/** The report, or null when this isn't a statement. */
export function readCamtReport(root: BankElement): BankReport | null {
  const statements = readCamt(root);
  if (!statements) return null;
  const words: BankWord[] = [];
  let others = 0;
  for (const { entries } of statements)
    for (const entry of entries) {
      const ours = entry.transactions.filter((t) => OURS.test(t.endToEndId));
      if (ours.length === 0) others++;
      for (const t of ours) words.push(wordOf(entry, t));
    }
  return {
    kind: "camt",
    bankId: statements
      .map((s) => s.id)
      .join(" ")
      .slice(0, 200),
    words,
    others,
  };
}

function wordOf(entry: CamtEntry, t: CamtTransaction): BankWord {
  // An entry of one payment may give its amount once, above.
  const alone = entry.transactions.length === 1;
  const back = t.returned !== null || entry.reversal || entry.credit;
  return {
    of: "payment",
    reference: t.endToEndId,
    verdict: !entry.booked ? "noted" : back ? "returned" : "settled",
    code: back ? t.returned?.code || "MS03" : "BOOK",
    amountMinor: t.amountMinor ?? (alone ? entry.amountMinor : null),
    currency: t.currency ?? entry.currency,
  };
}
