import { seenWords, type Gap } from "./seen-words.ts";
import { addText, isNumberOnly, newTally, type Tally } from "./words.ts";
import type { DocumentFormat, SectionCount } from "./receipt.ts";

/** The one text model that every format is read to. */

export type ParagraphKind =
  | "body"
  | "heading"
  | "caption"
  | "tableCell"
  | "textBox"
  | "footnote"
  | "endnote"
  | "toc"
  | "reference";

export type Paragraph = {
  kind: ParagraphKind;
  /** Of a heading: 1 to 9. Otherwise 0. */
  level: number;
  /** What a reader sees, in reading order; tabs and line breaks as \t and \n. */
  text: string;
  /**
   * The text that an editor answers for, where it is not `text`: without field results, with hidden text and equations.
   */
  compare: string | null;
  /** As Word counts, with separators that nobody sees taken for spaces; includes the four below. */
  words: number;
  /** Chinese and Japanese characters. */
  cjk: number;
  /** Words with Korean letters. */
  korean: number;
  /**
   * Words that only count because an unseen separator is taken for a space, and because a long chain of words isn't
   * one.
   */
  separated: number;
  chained: number;
  /** False for what is never charged: tables of contents, cells of numbers only. */
  charged: boolean;
  /** All of its text is bold: in manuscripts without styles, a short one is a heading. */
  bold: boolean;
  /** The document marks it as part of a reference list (style or field). */
  inBibliography: boolean;
  /** The document's own title or author line (style). */
  isTitle: boolean;
  /** Set as a quotation of its own (style). */
  quoted: boolean;
  /** Index in the model's `sections`. */
  section: number;
  /** In tables: which table, row and cell, from 0, in the order they start. */
  cell: { table: number; row: number; column: number } | null;
};

export type Change = {
  kind: "insert" | "delete" | "moveFrom" | "moveTo";
  author: string;
  /** As the file says it (ISO 8601), or "". */
  date: string;
  text: string;
  paragraph: Paragraph;
  /** The letters are an equation's, and no words. */
  equation?: true;
};

/** A piece of text that somebody inserted or moved here, whether or not somebody else struck it out again. */
export type InsertedText = { author: string; text: string; paragraph: Paragraph };

/** A tracked change that is not of text: of what, what was done to it, by whom and when. */
export type MarkChange = {
  of: "paragraphMark" | "row" | "cell" | "numbering" | "run" | "paragraph" | "section" | "table";
  /** `format` is a change of properties, whose old ones the file keeps. */
  kind: Change["kind"] | "merge" | "format";
  author: string;
  date: string;
  /** The paragraph that contains it, or null between paragraphs (changes of rows, cells, sections, and tables). */
  paragraph: Paragraph | null;
};

type Link = {
  /** An address, or "#" and the name of a place in the document. */
  target: string;
  text: string;
  paragraph: Paragraph;
};

export type DocumentComment = {
  id: string;
  author: string;
  date: string;
  text: string;
  /** Id of the comment it answers, or null. */
  replyTo: string | null;
  resolved: boolean;
  paragraph: Paragraph | null;
};

export type TextModel = {
  format: DocumentFormat;
  estimate: boolean;
  paragraphs: Paragraph[];
  sections: SectionCount[];
  /** Words by kind of what is not running text. */
  inserted: number;
  deleted: number;
  hidden: number;
  equations: number;
  fieldCodes: number;
  /** Part of what is counted: white on white or too small to see. */
  faint: number;
  /** How many equations, fields by kind (PAGE, REF, "ADDIN ZOTERO_ITEM"), and where the links lead. */
  equationCount: number;
  fields: Record<string, number>;
  links: Link[];
  figures: number;
  tableCount: number;
  referenceEntries: number;
  changes: Change[];
  insertedTexts: InsertedText[];
  /** Passages moved, each once. */
  moves: number;
  /**
   * Revisions that change no text, each, and how many of them are formatting and how many marks, rows, cells and
   * numbering.
   */
  markChanges: MarkChange[];
  formatChanges: number;
  otherChanges: number;
  comments: DocumentComment[];
  /** Names found in the metadata, tracked changes and comments. */
  authors: string[];
  notes: string[];
};

export const newParagraph = (kind: ParagraphKind = "body"): Paragraph => ({
  kind,
  level: 0,
  text: "",
  compare: null,
  words: 0,
  cjk: 0,
  korean: 0,
  separated: 0,
  chained: 0,
  charged: true,
  bold: false,
  inBibliography: false,
  isTitle: false,
  quoted: false,
  section: 0,
  cell: null,
});

/**
 * Fills in a paragraph's counts when its text is complete: `tally` is of that text, `gaps` are what its layout adds.
 */
export function setCounts(paragraph: Paragraph, tally: Tally, gaps: readonly Gap[] | null = null): void {
  const { words, cjk, korean, separated, chained } = seenWords(paragraph.text, tally, gaps);
  paragraph.words = words;
  paragraph.cjk = cjk;
  paragraph.korean = korean;
  paragraph.separated = separated;
  paragraph.chained = chained;
}

/** A paragraph of plain text, counted. */
export function textParagraph(
  text: string,
  kind: ParagraphKind = "body",
  level = 0,
  gaps: readonly Gap[] | null = null,
): Paragraph {
  const paragraph = newParagraph(kind);
  const tally = newTally();
  addText(tally, text);
  paragraph.text = text;
  paragraph.level = level;
  setCounts(paragraph, tally, gaps);
  if (kind === "tableCell" && isNumberOnly(text)) paragraph.charged = false;
  if (kind === "toc") paragraph.charged = false;
  return paragraph;
}

export const newModel = (format: DocumentFormat, paragraphs: Paragraph[] = []): TextModel => ({
  format,
  estimate: format === "pdf" || format === "doc" || format === "tex" || format === "tex-zip",
  paragraphs,
  sections: [],
  inserted: 0,
  deleted: 0,
  hidden: 0,
  equations: 0,
  fieldCodes: 0,
  faint: 0,
  equationCount: 0,
  fields: {},
  links: [],
  figures: 0,
  tableCount: 0,
  referenceEntries: 0,
  changes: [],
  insertedTexts: [],
  moves: 0,
  markChanges: [],
  formatChanges: 0,
  otherChanges: 0,
  comments: [],
  authors: [],
  notes: [],
});

/** The text that the gate compares. */
export const comparedText = (paragraph: Paragraph): string => paragraph.compare ?? paragraph.text;

/** All the text, one line a paragraph. */
export const modelText = (model: TextModel): string => model.paragraphs.map((paragraph) => paragraph.text).join("\n");
