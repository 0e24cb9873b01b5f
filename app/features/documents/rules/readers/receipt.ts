/**
 * The word-count receipt that client, editor and finance all see. Pure and small, because the browser imports it too.
 */

import type { CitationStyle } from "./citation-style.ts";

export type DocumentFormat = "docx" | "doc" | "odt" | "rtf" | "txt" | "md" | "pdf" | "tex" | "tex-zip";

export type SectionCount = {
  /** Unique in its file, and stable across readings: "s0", "s1", ... */
  id: string;
  title: string;
  /** 0 for the text before the first heading, 1 to 3 for headings. */
  level: number;
  /** As Word counts, including notes and text boxes. The sections' `words` add up to the receipt's. */
  words: number;
  /**
   * Words charged when the section is edited, before references are halved. CJK text is one word per two characters, so
   * this may end in .5, which binary numbers represent exactly: sums are exact and rounded up once at the end.
   */
  billable: number;
  /** A reference list: charged at half if the client wants it checked, otherwise free. */
  references: boolean;
};

/** All figures are words unless stated otherwise. */
export type CountReceipt = {
  format: DocumentFormat;
  /** The file can't be counted exactly (pdf, doc, tex), so the count is confirmed before work starts. */
  estimate: boolean;
  /** As Word counts: body + textBoxes + footnotes + endnotes. Each CJK character is one. */
  words: number;
  /** Charged if every section is included and references are left alone: `billableWords([receipt], nothing)`. */
  billable: number;
  /** The main story with its tables, without text boxes and notes. */
  body: number;
  /** Part of `body`. */
  tables: number;
  textBoxes: number;
  footnotes: number;
  endnotes: number;
  /** Tracked: insertions are part of `words`, deletions aren't. */
  inserted: number;
  deleted: number;
  /** Not part of `words`. */
  hidden: number;
  equations: number;
  /** Part of `words`: white on white or too small to see. Old receipts don't have this or the next three. */
  faint?: number;
  /** Part of `words`: separated only by invisible characters, and joined into long chains by hyphens or slashes. */
  separated?: number;
  chained?: number;
  /** Part of `words`: Korean, counted by spaces. */
  korean?: number;
  /** Words of reference lists; part of `words`. */
  references: number;
  cjkCharacters: number;
  figures: number;
  tableCount: number;
  referenceEntries: number;
  comments: number;
  trackedChanges: number;
  /** ISO 639-1, for the text as a whole; null if unknown. */
  language: string | null;
  /** For English: by spelling; null when mixed or undecided. */
  variant: "US" | "UK" | null;
  /** The style guide that the reference list follows; null when it's mixed or says too little. Old receipts don't have it. */
  style?: CitationStyle | null;
  sections: SectionCount[];
  /** Plain sentences to show next to the quote. */
  notes: string[];
};

export type BillingChoice = {
  /** Sections to leave out: `file` is the index in `receipts`, `section` the section's id. */
  excluded: readonly { file: number; section: string }[];
  /** Whether the reference lists should be checked. */
  referencesChecked: boolean;
};

/**
 * The words to charge for some files, a whole number: reference words halved (or none), and the total rounded up once.
 */
export function billableWords(receipts: readonly CountReceipt[], choice: BillingChoice): number {
  const excluded = new Set(choice.excluded.map((one) => `${one.file}:${one.section}`));
  // In quarters of a word: half of half a word is the smallest unit.
  let quarters = 0;
  receipts.forEach((receipt, file) => {
    for (const section of receipt.sections) {
      if (excluded.has(`${file}:${section.id}`)) continue;
      if (!section.references) quarters += section.billable * 4;
      else if (choice.referencesChecked) quarters += section.billable * 2;
    }
  });
  return Math.ceil(quarters / 4);
}
