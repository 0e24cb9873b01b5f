import type { Vocabulary } from "../docx/xml.ts";

/** Codes of the elements being read. */
export const T = {
  p: 1,
  h: 2,
  s: 3,
  tab: 4,
  lineBreak: 5,
  note: 6,
  noteBody: 7,
  citation: 8,
  deletions: 9,
  toc: 10,
  table: 11,
  row: 12,
  cell: 13,
  textBox: 14,
  annotation: 15,
  bibliography: 16,
  image: 17,
  ruby: 18,
  forms: 19,
  span: 20,
  title: 21,
  encrypted: 22,
  softBreak: 23,
  content: 24,
  tracked: 25,
  math: 26,
  deletion: 27,
  changeInfo: 28,
} as const;

const ODF = "urn:oasis:names:tc:opendocument:xmlns:";
export const VOCABULARY: Vocabulary = new Map([
  [
    `${ODF}text:1.0`,
    new Map<string, number>([
      ["p", T.p],
      ["h", T.h],
      ["s", T.s],
      ["tab", T.tab],
      ["line-break", T.lineBreak],
      ["note", T.note],
      ["note-body", T.noteBody],
      ["note-citation", T.citation],
      ["tracked-changes", T.tracked],
      ["table-of-content", T.toc],
      ["illustration-index", T.toc],
      ["table-index", T.toc],
      ["alphabetical-index", T.toc],
      ["object-index", T.toc],
      ["user-index", T.toc],
      ["bibliography", T.bibliography],
      ["ruby-text", T.ruby],
      ["span", T.span],
      ["soft-page-break", T.softBreak],
      ["changed-region", T.deletions],
      ["deletion", T.deletion],
    ]),
  ],
  [
    `${ODF}table:1.0`,
    new Map<string, number>([
      ["table", T.table],
      ["table-row", T.row],
      ["table-cell", T.cell],
      ["title", T.title],
      ["desc", T.title],
    ]),
  ],
  [
    `${ODF}drawing:1.0`,
    new Map<string, number>([
      ["text-box", T.textBox],
      ["image", T.image],
    ]),
  ],
  [
    `${ODF}svg-compatible:1.0`,
    new Map<string, number>([
      ["title", T.title],
      ["desc", T.title],
    ]),
  ],
  [
    `${ODF}office:1.0`,
    new Map<string, number>([
      ["annotation", T.annotation],
      ["change-info", T.changeInfo],
      ["forms", T.forms],
      ["document-content", T.content],
      ["text", T.content],
    ]),
  ],
  [`${ODF}manifest:1.0`, new Map<string, number>([["encryption-data", T.encrypted]])],
]);
