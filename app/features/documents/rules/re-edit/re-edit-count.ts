import type { CountReceipt, SectionCount } from "../readers/receipt.ts";

/**
 * What a new version of a delivered manuscript holds, sentence by sentence against the delivery, and what of it is charged. Plain
 * data, kept with the file. Pure and small: the browser imports it too.
 */

export const SENTENCE_KINDS = ["unchanged", "moved", "changed", "new", "removed"] as const;
/** Against the delivery: the same where it stood, the same elsewhere, alike, not there before; `removed` stood in the delivery alone. */
export type SentenceKind = (typeof SENTENCE_KINDS)[number];
type ByKind = Record<SentenceKind, number>;

export const noneOf = (): ByKind => ({ unchanged: 0, moved: 0, changed: 0, new: 0, removed: 0 });

export type ReEditSection = {
  /** As in the new version's count receipt. */
  id: string;
  /** Of the charged words. `removed` is 0, because removed words aren't in any section of the new version. */
  words: ByKind;
  sentences: ByKind;
  /** Changed and new words as they are charged, as `SectionCount.billable`. */
  billable: number;
};

export type ReEditCount = {
  /**
   * Why the whole is counted as new work after all, or null: another manuscript than the delivered one, a delivery that was no longer
   * kept, or one that could not be compared in time.
   */
  fallback: "another" | "gone" | "unread" | null;
  /** Share of the shorter text that the other has too, 0 to 1. */
  similarity: number;
  words: ByKind;
  sentences: ByKind;
  sections: ReEditSection[];
};

/** A sentence that an editor looks at: everything but the unchanged ones. */
export type ReEditSentence = {
  kind: Exclude<SentenceKind, "unchanged">;
  /** Title of its section: in the delivery for removed ones. "" before the first heading. */
  section: string;
  /** Of the section in the new version; null for removed ones. */
  sectionId: string | null;
  /** Number of its paragraph among those with text, from 1: in the delivery for removed ones. */
  paragraph: number;
  words: number;
  /** Of changed ones, what was taken out (`out`) and put in (`in`); else one part. Long ones are cut. */
  parts: { what: "same" | "out" | "in"; text: string }[];
};

/** The comparison with a list for the editor: at most `MOST_LISTED`, `unlisted` is how many more there are. */
export type ReEdit = { count: ReEditCount; listed: ReEditSentence[]; unlisted: number };

/** A comparison that could not be made: the whole is counted. */
export const uncompared = (fallback: NonNullable<ReEditCount["fallback"]>, similarity = 0): ReEdit => ({
  count: { fallback, similarity, words: noneOf(), sentences: noneOf(), sections: [] },
  listed: [],
  unlisted: 0,
});

/** The receipt with only changed and new words charged; as it was where the whole is counted. */
export function chargedReceipt(receipt: CountReceipt, count: ReEditCount | null): CountReceipt {
  if (!count || count.fallback) return receipt;
  const byId = new Map(count.sections.map((section) => [section.id, section.billable]));
  return {
    ...receipt,
    sections: receipt.sections.map((section) => ({ ...section, billable: byId.get(section.id) ?? section.billable })),
  };
}

/** A receipt's sections for its table: of a re-edit with what is charged and, in words, why. */
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
    say(words.unchanged, `${words.unchanged === 1 ? "word" : "words"} unchanged`),
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

/** The same of one section, short: "312 unchanged, 25 changed". */
const sectionSentence = (words: ByKind): string =>
  [say(words.unchanged, "unchanged"), say(words.moved, "moved"), say(words.changed, "changed"), say(words.new, "new")]
    .filter((it) => it !== null)
    .join(", ");
