import type { Vocabulary } from "../../docx/xml.ts";

/** The WordprocessingML needed to see what readers see. */
export const NAMES = [
  "p",
  "pPr",
  "r",
  "rPr",
  "t",
  "instrText",
  "tab",
  "ptab",
  "br",
  "cr",
  "noBreakHyphen",
  "sym",
  "fldChar",
  "fldSimple",
  "tbl",
  "tr",
  "tc",
  "tblPr",
  "tblPrEx",
  "trPr",
  "tcPr",
  "hyperlink",
  "footnoteReference",
  "endnoteReference",
  "footnote",
  "endnote",
  "drawing",
  "pict",
  "object",
  "contentPart",
  "rt",
  "altChunk",
  "subDoc",
  "sdtPr",
  "sdtEndPr",
  "sectPr",
  "tblGrid",
  "ffData",
  "smartTagPr",
  "customXmlPr",
  "bookmarkStart",
  "bookmarkEnd",
  "commentRangeStart",
  "commentRangeEnd",
  "background",
] as const;
export const S = Object.fromEntries(NAMES.map((name, i) => [name, i + 1])) as Record<(typeof NAMES)[number], number>;
export const ALTERNATE = 101;
export const CHOICE = 102;
export const FALLBACK = 103;
export const MATH = 104;
const words = new Map<string, number>(Object.entries(S));
const math = new Map([
  ["oMath", MATH],
  ["oMathPara", MATH],
]);
export const VOCABULARY: Vocabulary = new Map([
  ["http://schemas.openxmlformats.org/wordprocessingml/2006/main", words],
  ["http://purl.oclc.org/ooxml/wordprocessingml/main", words],
  ["http://schemas.openxmlformats.org/officeDocument/2006/math", math],
  ["http://purl.oclc.org/ooxml/officeDocument/math", math],
  [
    "http://schemas.openxmlformats.org/markup-compatibility/2006",
    new Map([
      ["AlternateContent", ALTERNATE],
      ["Choice", CHOICE],
      ["Fallback", FALLBACK],
    ]),
  ],
]);
