import type { CountReceipt, SectionCount } from "#app/features/documents/rules/readers/receipt.ts";

const section = (
  id: string,
  title: string,
  level: number,
  words: number,
  rest: Partial<SectionCount> = {},
): SectionCount => ({ id, title, level, words, billable: words, references: false, ...rest });

const sections: SectionCount[] = [
  section("s0", "Abstract", 1, 248),
  section("s1", "1 Introduction", 1, 861),
  section("s2", "2 Methods", 1, 1_304),
  section("s3", "3 Results", 1, 1_377),
  section("s4", "4 Discussion", 1, 1_219),
  section("s5", "Acknowledgments", 1, 74),
  section("s6", "References", 1, 1_102, { references: true }),
];
const words = sections.reduce((sum, one) => sum + one.words, 0);

/** The word count of a made-up article, in the shape of a real one. */
export const EXAMPLE_ARTICLE: CountReceipt = {
  format: "docx",
  estimate: false,
  words,
  billable: words,
  body: words,
  tables: 0,
  textBoxes: 0,
  footnotes: 0,
  endnotes: 0,
  inserted: 0,
  deleted: 0,
  hidden: 0,
  equations: 0,
  references: 1_102,
  cjkCharacters: 0,
  figures: 5,
  tableCount: 2,
  referenceEntries: 41,
  comments: 0,
  trackedChanges: 0,
  language: "en",
  variant: "UK",
  sections,
  notes: [],
};
