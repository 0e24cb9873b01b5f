import type { Vocabulary } from "./xml.ts";
import type { Node } from "./xml-tree.ts";

/** The knowledge of WordprocessingML needed to accept and reject changes. */
const NAMES = [
  "p",
  "pPr",
  "rPr",
  "trPr",
  "tcPr",
  "tblPr",
  "tblPrEx",
  "sectPr",
  "numPr",
  "ctrlPr",
  "tblGrid",
  "r",
  "t",
  "delText",
  "instrText",
  "delInstrText",
  "ins",
  "del",
  "moveFrom",
  "moveTo",
  "tbl",
  "tr",
  "tc",
  "sdt",
  "sdtContent",
  "hyperlink",
  "smartTag",
  "customXml",
  "dir",
  "bdo",
  "body",
  "txbxContent",
  "footnote",
  "endnote",
  "hdr",
  "ftr",
  "comment",
  "docPartBody",
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
  "headerReference",
  "footerReference",
  "moveFromRangeStart",
  "moveFromRangeEnd",
  "moveToRangeStart",
  "moveToRangeEnd",
  "customXmlInsRangeStart",
  "customXmlInsRangeEnd",
  "customXmlDelRangeStart",
  "customXmlDelRangeEnd",
  "customXmlMoveFromRangeStart",
  "customXmlMoveFromRangeEnd",
  "customXmlMoveToRangeStart",
  "customXmlMoveToRangeEnd",
  "bookmarkStart",
  "bookmarkEnd",
  "commentRangeStart",
  "commentRangeEnd",
  "commentReference",
  "permStart",
  "permEnd",
  "proofErr",
  "trackRevisions",
  "vMerge",
  "lastRenderedPageBreak",
] as const;
export const C = Object.fromEntries(NAMES.map((name, i) => [name, i + 1])) as Record<(typeof NAMES)[number], number>;
/** Equations: runs, the equations themselves, their objects (fractions, powers), and what an object consists of. */
export const MATH_RUN = 200;
export const MATH = 201;
export const MATH_OBJECT = 202;
export const MATH_ARGUMENT = 203;
/** The mark of an object, by which a tracked change inserts or deletes it. */
export const MATH_CONTROL = 204;

const words = new Map<string, number>(Object.entries(C));
const math = new Map<string, number>([
  ["r", MATH_RUN],
  ["oMath", MATH],
  ["oMathPara", MATH],
  ["ctrlPr", MATH_CONTROL],
  ..."acc bar box borderBox d eqArr f func groupChr limLow limUpp m nary phant rad sPre sSub sSubSup sSup"
    .split(" ")
    .map((name) => [name, MATH_OBJECT] as const),
  ..."e num den sub sup deg fName lim mr".split(" ").map((name) => [name, MATH_ARGUMENT] as const),
]);
export const VOCABULARY: Vocabulary = new Map([
  ["http://schemas.openxmlformats.org/wordprocessingml/2006/main", words],
  ["http://purl.oclc.org/ooxml/wordprocessingml/main", words],
  ["http://schemas.openxmlformats.org/officeDocument/2006/math", math],
  ["http://purl.oclc.org/ooxml/officeDocument/math", math],
]);

export const MOVE_MARKS: ReadonlySet<number> = new Set([
  C.moveFromRangeStart,
  C.moveFromRangeEnd,
  C.moveToRangeStart,
  C.moveToRangeEnd,
]);
export const RANGE_MARKS = new Set([
  ...MOVE_MARKS,
  C.customXmlInsRangeStart,
  C.customXmlInsRangeEnd,
  C.customXmlDelRangeStart,
  C.customXmlDelRangeEnd,
  C.customXmlMoveFromRangeStart,
  C.customXmlMoveFromRangeEnd,
  C.customXmlMoveToRangeStart,
  C.customXmlMoveToRangeEnd,
]);
/** Elements between paragraphs that aren't content. */
export const POINTS = new Set([
  C.bookmarkStart,
  C.bookmarkEnd,
  C.commentRangeStart,
  C.commentRangeEnd,
  C.permStart,
  C.permEnd,
  C.proofErr,
]);
export const CHANGES = new Set([
  C.rPrChange,
  C.pPrChange,
  C.sectPrChange,
  C.tblPrChange,
  C.tblPrExChange,
  C.tcPrChange,
  C.trPrChange,
  C.tblGridChange,
]);
export const MARKER_PARENTS = new Set([C.rPr, C.trPr, C.tcPr, C.numPr, C.ctrlPr]);

export const isRevision = (code: number): boolean =>
  code === C.ins || code === C.del || code === C.moveFrom || code === C.moveTo;
export const find = (node: Node | undefined, code: number): Node | undefined =>
  node?.children.find((child) => child.code === code);
