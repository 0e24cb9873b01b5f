import { may } from "#app/platform/rules/core/duties.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { declineWords, decideWords } from "../server/words/decide-words.ts";
import { withdrawWords } from "../server/words/word-differences.ts";
import type { WordsSettled } from "../server/words/settle-words.ts";
import { reportWords } from "../server/words/report-words.ts";

type Settled = WordsSettled | { outcome: "waits"; amountMinor: number; currency: string };

/** "5,400" as a number; what isn't one is refused by the command. */
const wordsIn = (typed: string): string => typed.replace(/[,\s]/g, "");

function saySettled(settled: Settled, isStaff: boolean): string {
  const { outcome, amountMinor, currency } = settled;
  if (outcome === "waits") return "Word count reported. Our counter disagrees, so our staff will decide.";
  if (outcome === "absorbed") return "Word count recorded. The difference is small, so the price stays.";
  const amount = isStaff ? ` ${formatMoney(amountMinor, currency)}` : "";
  return settled.outcome === "charged"
    ? `Word count confirmed. The author has ${formatHours(settled.payMs)} to pay${amount || " the difference"}.`
    : `Word count confirmed. We're refunding${amount || " the difference"} to the author.`;
}

/** Reporting another word count, and withdrawing the report. */
export function reportWordsIntents<Args extends { params: { orderId: string } }, Extra>(): Record<
  string,
  Intent<Args, Extra>
> {
  return {
    report_words: intent({
      command: reportWords,
      input: ({ params, text }) => ({
        orderId: params.orderId,
        words: wordsIn(text("words")),
        reason: text("reason"),
      }),
      done: (settled, { actor }) => saySettled(settled, may(actor, "care")),
    }),
    withdraw_words: intent({
      command: withdrawWords,
      input: ({ text }) => ({ differenceId: text("differenceId") }),
      done: "Report withdrawn.",
    }),
  };
}

/** Deciding on a reported word count, for staff. */
export function decideWordsIntents<Args extends { params: { orderId: string } }, Extra>(): Record<
  string,
  Intent<Args, Extra>
> {
  return {
    decide_words: intent({
      command: decideWords,
      input: ({ text }) => ({
        differenceId: text("differenceId"),
        words: wordsIn(text("words")),
        note: text("note"),
      }),
      done: (settled) => saySettled(settled, true),
    }),
    decline_words: intent({
      command: declineWords,
      input: ({ text }) => ({ differenceId: text("differenceId"), note: text("note") }),
      done: "The paid count stays. We've told the editor why.",
    }),
  };
}
