/** Word counts found to differ after an order was paid: absorbed, charged, or refunded. */
import { defineFlow } from "#app/platform/rules/core/flow.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";

/** A difference that is ignored: both limits apply. */
export const ABSORBED = { words: 100, bp: 200 } as const;

export const wordFlow = defineFlow({
  name: "word difference",
  start: "open",
  states: ["open", "absorbed", "charged", "paid", "unpaid", "reduced", "declined", "withdrawn", "ended"],
  ends: ["absorbed", "paid", "unpaid", "reduced", "declined", "withdrawn", "ended"],
  moves: {
    absorb: {
      from: ["open"],
      to: "absorbed",
      by: ["product", "support", "admin"],
      when: `at most ${formatWords(ABSORBED.words)} and ${ABSORBED.bp / 100}%, or the price stays the same`,
    },
    charge: {
      from: ["open"],
      to: "charged",
      by: ["product", "support", "admin"],
      when: "more words than paid for; our own counter agrees, or staff decided",
      clock: "the author has as long to pay as for an extra charge",
    },
    reduce: {
      from: ["open"],
      to: "reduced",
      by: ["product", "support", "admin"],
      when: "fewer words than paid for; our own counter agrees, or staff decided",
      ledger: "the difference is refunded, and the editor's pay is recalculated",
    },
    pay: {
      from: ["charged"],
      to: "paid",
      by: ["provider"],
      ledger: "as for an extra charge",
      clock: "words above the turnaround's limit move the due date",
    },
    leave: {
      from: ["charged"],
      to: "unpaid",
      by: ["client", "clock"],
      when: "declined or not paid in time: the editor edits the paid words, and the letter says where the edit ends",
    },
    decline: { from: ["open"], to: "declined", by: ["support", "admin"] },
    withdraw: { from: ["open", "charged"], to: "withdrawn", by: ["editor", "support", "admin"] },
    end: {
      from: ["open", "charged"],
      to: "ended",
      by: ["product"],
      when: "the order was submitted, reassigned, put on hold, or canceled",
    },
  },
});
export type WordState = (typeof wordFlow.states)[number];

/** Whether two counts differ by more than is absorbed. Small differences are ignored. @param words the paid count */
export function wordsDifferMuch(words: number, found: number): boolean {
  const difference = Math.abs(words - found);
  return difference > ABSORBED.words || difference * 10_000 > words * ABSORBED.bp;
}

/**
 * The count that applies without anyone deciding: ours, if it agrees with the report; staff's own, if staff report.
 * Null if staff have to decide.
 */
export const countToApply = (it: {
  side: "editor" | "staff";
  reportedWords: number;
  recountedWords: number | null;
}): number | null =>
  it.recountedWords !== null && !wordsDifferMuch(it.recountedWords, it.reportedWords)
    ? it.recountedWords
    : it.side === "staff"
      ? it.reportedWords
      : null;

/** Why the author is asked for more, in a sentence or two. */
export const moreWordsSentence = (paidWords: number, foundWords: number, later: string | null): string =>
  `Your manuscript has ${formatWords(foundWords)} to edit instead of ${paidWords.toLocaleString("en-US")}.${later ? ` If you pay, your due date moves by ${later}.` : ""} If you don't pay, your editor edits the first ${formatWords(paidWords)} and tells you where the edit ends.`;

/** The sentence in a letter if the edit ends before the end of the manuscript. */
export const editEndsSentence = (endsAt: string): string =>
  `The edit ends at: “${endsAt}”. The words after it aren't part of the paid word count and are unchanged.`;

/** A letter with a sentence on where the edit ends. Adds it only once, however often it's called. */
export function letterWithEnd(letter: string, endsAt: string): string {
  const sentence = editEndsSentence(endsAt);
  return letter.includes(sentence) ? letter : `${letter.trimEnd()}\n\n${sentence}`;
}

/** The section in which the paid words end, in document order, or null where they reach the end. */
export function sectionWhere(
  sections: readonly { title: string; billable: number; edited: boolean }[],
  paidWords: number,
): string | null {
  let words = 0;
  for (const section of sections) {
    if (!section.edited) continue;
    words += section.billable;
    if (words > paidWords) return section.title || "the beginning";
  }
  return null;
}
