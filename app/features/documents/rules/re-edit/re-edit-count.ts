import { plural } from "#app/platform/rules/core/count.ts";
import type { CountReceipt, SectionCount } from "../readers/receipt.ts";

/**
 * Compares a new version with the delivered manuscript sentence by sentence, to determine what is charged. Plain data,
 * stored with the file. Pure and small, because the browser imports it too.
 */

export const SENTENCE_KINDS = ["unchanged", "moved", "changed", "new", "removed"] as const;
/** Compared with the delivery: unchanged in place, moved, similar, new; `removed` existed only in the delivery. */
export type SentenceKind = (typeof SENTENCE_KINDS)[number];
type ByKind = Record<SentenceKind, number>;

export const noneOf = (): ByKind => ({ unchanged: 0, moved: 0, changed: 0, new: 0, removed: 0 });

export type ReEditSection = {
  /** The section's id in the new version's count receipt. */
  id: string;
  /** The charged words by kind. `removed` is 0, because removed words aren't in any section of the new version. */
  words: ByKind;
  sentences: ByKind;
  /** Charged changed and new words, as in `SectionCount.billable`. */
  billable: number;
};

export type ReEditCount = {
  /**
   * Why everything counts as new work, or null: another manuscript, a delivery that was already deleted, or one that
   * couldn't be compared in time.
   */
  fallback: "another" | "gone" | "unread" | null;
  /** The share of the shorter text that's also in the other, 0 to 1. */
  similarity: number;
  words: ByKind;
  sentences: ByKind;
  sections: ReEditSection[];
};

/** A sentence for the editor to look at: all except unchanged ones. */
export type ReEditSentence = {
  kind: Exclude<SentenceKind, "unchanged">;
  /** Its section's title, for removed ones in the delivery. "" before the first heading. */
  section: string;
  /** The section's id in the new version; null for removed ones. */
  sectionId: string | null;
  /** Its paragraph's number among those with text, from 1; for removed ones in the delivery. */
  paragraph: number;
  words: number;
  /** For changed ones, what was removed (`out`) and added (`in`); otherwise one part. Long ones are cut. */
  parts: { what: "same" | "out" | "in"; text: string }[];
};

/** The comparison with a list for the editor: at most `MOST_LISTED`, and `unlisted` more. */
export type ReEdit = { count: ReEditCount; listed: ReEditSentence[]; unlisted: number };

/** The comparison failed, so everything is counted. */
export const uncompared = (fallback: NonNullable<ReEditCount["fallback"]>, similarity = 0): ReEdit => ({
  count: { fallback, similarity, words: noneOf(), sentences: noneOf(), sections: [] },
  listed: [],
  unlisted: 0,
});

/** The receipt with only changed and new words charged; unchanged if everything is counted. */
export function chargedReceipt(receipt: CountReceipt, count: ReEditCount | null): CountReceipt {
  if (!count || count.fallback) return receipt;
  const byId = new Map(count.sections.map((section) => [section.id, section.billable]));
  return {
    ...receipt,
    sections: receipt.sections.map((section) => ({ ...section, billable: byId.get(section.id) ?? section.billable })),
  };
}

/** The rows of a receipt's section table. For a re-edit with the charged words and an explanation. */
export const sectionRows = (receipt: CountReceipt, count: ReEditCount | null): (SectionCount & { note?: string })[] => {
  const notes = new Map(
    count && !count.fallback ? count.sections.map((section) => [section.id, sectionSentence(section.words)]) : [],
  );
  return chargedReceipt(receipt, count).sections.map((section) => ({
    ...section,
    ...(notes.get(section.id) ? { note: notes.get(section.id)! } : {}),
  }));
};

const number = new Intl.NumberFormat("en-US");
const say = (n: number, what: string): string | null => (n > 0 ? `${number.format(n)} ${what}` : null);

/** "4,812 words unchanged and 90 moved: free; 640 in changed sentences, 212 in new ones: charged." */
export function reEditSentence(words: Omit<ByKind, "removed">): string {
  const free = [
    say(words.unchanged, `${plural(words.unchanged, "word")} unchanged`),
    say(words.moved, words.unchanged > 0 ? "moved" : "words moved"),
  ].filter((it) => it !== null);
  const charged = [
    say(words.changed, "in changed sentences"),
    say(words.new, words.changed > 0 ? "in new ones" : "in new sentences"),
  ].filter((it) => it !== null);
  const parts = [
    free.length > 0 ? `${free.join(" and ")}: free` : null,
    charged.length > 0 ? `${charged.join(", ")}: charged` : "nothing changed or new",
  ];
  return `${parts.filter((it) => it !== null).join("; ")}.`;
}

/** The same for one section, shorter: "312 unchanged, 25 changed". */
const sectionSentence = (words: ByKind): string =>
  [say(words.unchanged, "unchanged"), say(words.moved, "moved"), say(words.changed, "changed"), say(words.new, "new")]
    .filter((it) => it !== null)
    .join(", ");
