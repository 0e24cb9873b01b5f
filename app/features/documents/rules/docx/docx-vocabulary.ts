import type { Vocabulary } from "./xml.ts";

const LOCAL = [
  "document",
  "body",
  "p",
  "r",
  "t",
  "tab",
  "ptab",
  "br",
  "cr",
  "noBreakHyphen",
  "softHyphen",
  "sym",
  "delText",
  "instrText",
  "delInstrText",
  "fldChar",
  "fldSimple",
  "ins",
  "del",
  "moveFrom",
  "moveTo",
  "pPr",
  "rPr",
  "trPr",
  "tcPr",
  "tblPr",
  "numPr",
  "ctrlPr",
  "tbl",
  "tr",
  "tc",
  "txbxContent",
  "footnoteReference",
  "endnoteReference",
  "footnotes",
  "endnotes",
  "footnote",
  "endnote",
  "pStyle",
  "rStyle",
  "outlineLvl",
  "vanish",
  "b",
  "rt",
  "sectPr",
  "rPrChange",
  "pPrChange",
  "sectPrChange",
  "tblPrChange",
  "tblPrExChange",
  "tcPrChange",
  "trPrChange",
  "tblGridChange",
  "numberingChange",
  "cellIns",
  "cellDel",
  "cellMerge",
  "commentRangeStart",
  "commentReference",
  "comments",
  "comment",
  "styles",
  "style",
  "name",
  "basedOn",
  "docDefaults",
  "pict",
  "object",
  "moveToRangeStart",
  "hyperlink",
  "sdt",
  "tag",
  "docPartGallery",
  "color",
  "sz",
  "shd",
  "highlight",
  "latentStyles",
  "spacing",
  "fitText",
  "i",
  "vertAlign",
  "rFonts",
  "numId",
  "ilvl",
] as const;

/** Codes of the elements the reader knows, by WordprocessingML name. */
export const W = Object.fromEntries(LOCAL.map((name, i) => [name, i + 1])) as Record<(typeof LOCAL)[number], number>;

/** Codes of elements of other namespaces. */
export const ALTERNATE = 201;
export const CHOICE = 202;
export const FALLBACK = 203;
export const MATH = 204;
export const MATH_RUN = 205;
export const MATH_TEXT = 206;
export const PICTURE = 207;
export const COMMENT_EX = 208;
export const INLINE = 209;

const word = new Map<string, number>(Object.entries(W));
const math = new Map([
  ["oMath", MATH],
  ["r", MATH_RUN],
  ["t", MATH_TEXT],
]);

export const DOCX: Vocabulary = new Map([
  ["http://schemas.openxmlformats.org/wordprocessingml/2006/main", word],
  ["http://purl.oclc.org/ooxml/wordprocessingml/main", word],
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
  ["http://schemas.openxmlformats.org/drawingml/2006/picture", new Map([["pic", PICTURE]])],
  ["http://purl.oclc.org/ooxml/drawingml/picture", new Map([["pic", PICTURE]])],
  ["http://schemas.openxmlformats.org/drawingml/2006/chart", new Map([["chart", PICTURE]])],
  ["http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", new Map([["inline", INLINE]])],
  ["http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing", new Map([["inline", INLINE]])],
  ["urn:schemas-microsoft-com:vml", new Map([["imagedata", PICTURE]])],
  ["http://schemas.microsoft.com/office/word/2012/wordml", new Map([["commentEx", COMMENT_EX]])],
]);
