/** Recognizes payments that came back by what a bank's text says. */
import { folded } from "./folded.ts";

/** The beginnings of words that say so, in the languages of banks. */
const STARTS = (
  "returned|returning|unapplied|bounced|dishonour|dishonor|retour|teruggeboekt|rückgabe|rückueberweisung|rücküberweisung|" +
  "rückweisung|rücklastschrift|rückbuchung|rejet|rejete|impaye|devolucion|devuelt|devolvid|devolucao|insoluto|respint|" +
  "returnerad|returnert|returneret|palautettu|palautus|palautunut|zwrot|vracen|vratka"
)
  .split("|")
  .map((word) => ` ${folded(word)}`);
/** Words that say so only as a whole. */
const WHOLE = [" retur ", " return "];
const CJK = ["組戻", "振込不能", "資金返却", "退汇", "退回", "退匯"];
/** Reason codes of ISO 20022 that banks write into texts. */
const REASON =
  /\b(?:AC0[1-9]|AC1[0-7]|AG0[1-9]|AM0[1-9]|BE0[1-9]|MD0[1-7]|MS0[1-3]|RC01|RR0[1-4]|SL0[1-9]|CNOR|DNOR)\b/;

/** Whether a line's text says that a payment came back. A refund and a correction of the bank's are none. */
export function saysReturned(text: string): boolean {
  const words = ` ${folded(text)} `;
  if (STARTS.some((start) => words.includes(start)) || CJK.some((word) => text.includes(word))) return true;
  if (WHOLE.some((word) => words.includes(word)) && !words.includes(" tax return ")) return true;
  return REASON.test(text);
}
