import type { Vocabulary } from "../docx/xml.ts";
import { parseTree, prefixOf, writeTree, type Node } from "../docx/xml-tree.ts";

/** The comparison's knowledge of WordprocessingML. */
const NAMES = [
  "document",
  "body",
  "p",
  "pPr",
  "rPr",
  "sectPr",
  "pPrChange",
  "r",
  "t",
  "tab",
  "ptab",
  "br",
  "cr",
  "noBreakHyphen",
  "softHyphen",
  "sym",
  "lastRenderedPageBreak",
  "fldChar",
  "instrText",
  "fldSimple",
  "hyperlink",
  "smartTag",
  "customXml",
  "sdt",
  "sdtPr",
  "sdtEndPr",
  "sdtContent",
  "dir",
  "bdo",
  "footnoteReference",
  "endnoteReference",
  "footnotes",
  "endnotes",
  "footnote",
  "endnote",
  "drawing",
  "pict",
  "object",
  "commentReference",
  "commentRangeStart",
  "commentRangeEnd",
  "bookmarkStart",
  "bookmarkEnd",
  "permStart",
  "permEnd",
  "proofErr",
  "tbl",
  "tblPr",
  "tblPrEx",
  "tblGrid",
  "tr",
  "trPr",
  "tc",
  "tcPr",
  "txbxContent",
  "lang",
  "noProof",
  "delText",
] as const;
export const M = Object.fromEntries(NAMES.map((name, i) => [name, i + 1])) as Record<(typeof NAMES)[number], number>;
export const M_MATH = 200;
export const M_ALTERNATE = 201;

const words = new Map<string, number>(Object.entries(M));
const math = new Map([
  ["oMath", M_MATH],
  ["oMathPara", M_MATH],
]);
export const WORD_NAMESPACES = [
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "http://purl.oclc.org/ooxml/wordprocessingml/main",
] as const;
const VOCABULARY: Vocabulary = new Map([
  ...WORD_NAMESPACES.map((uri) => [uri, words] as const),
  ["http://schemas.openxmlformats.org/officeDocument/2006/math", math],
  ["http://purl.oclc.org/ooxml/officeDocument/math", math],
  ["http://schemas.openxmlformats.org/markup-compatibility/2006", new Map([["AlternateContent", M_ALTERNATE]])],
]);

/** Elements between words that aren't words: B's stay in place, A's are dropped. */
export const POINTS: ReadonlySet<number> = new Set([
  M.commentRangeStart,
  M.commentRangeEnd,
  M.bookmarkStart,
  M.bookmarkEnd,
  M.permStart,
  M.permEnd,
  M.proofErr,
]);

export const child = (node: Node | null | undefined, code: number): Node | null =>
  node?.children.find((one) => one.code === code) ?? null;
export const isBlank = (node: Node): boolean => node.code === 0 && node.close === null && /^\s*$/.test(node.raw);

/** A smart tag's or custom element's properties, which belong to its start. */
export const isWrapperProperties = (node: Node): boolean =>
  node.code === 0 && /^<(?:[\w.-]+:)?(?:smartTagPr|customXmlPr)[\s/>]/.test(node.raw);

/** The XML inside an element. */
export const inside = (node: Node): string => node.children.map(writeTree).join("");

/** A part of a document as a tree, with its root's namespace prefixes. */
export type Part = { tree: Node; root: Node; namespaces: Map<string, string>; prefix: string };

const DECLARATION = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Reads a part. @returns null if its root isn't WordprocessingML */
export function readMarkup(xml: string): Part | null {
  const tree = parseTree(xml, VOCABULARY);
  const root = tree.children.find((one) => one.close !== null);
  if (!root || root.code === 0) return null;
  const namespaces = new Map(
    [...root.raw.matchAll(DECLARATION)].map((match) => [match[1] ?? "", match[2] ?? match[3] ?? ""] as const),
  );
  return { tree, root, namespaces, prefix: prefixOf(root) };
}

const TAG = /<\/?[\w.:-]+(?:[^>"']|"[^"]*"|'[^']*')*>/g;

/**
 * A part's XML with another part's prefix and namespace for WordprocessingML, which makes their markup interchangeable:
 * some programs use ns0, and the strict form of the standard has its own namespace. Unchanged if that isn't possible.
 */
export function inNamespaceOf(other: Part, xml: string): string {
  const part = readMarkup(xml);
  const [from, to] = [part?.prefix.replace(":", ""), other.prefix.replace(":", "")];
  const uri = from === undefined ? undefined : part?.namespaces.get(from);
  const wanted = other.namespaces.get(to);
  if (!part || !from || to === "" || wanted === undefined || uri === undefined || (from === to && uri === wanted))
    return xml;
  if (
    !(WORD_NAMESPACES as readonly string[]).includes(uri) ||
    !(WORD_NAMESPACES as readonly string[]).includes(wanted) ||
    (from !== to && part.namespaces.has(to))
  )
    return xml;
  const attribute = new RegExp(`(\\s)${from.replace(/[.-]/g, "\\$&")}:(?=[\\w.-]+\\s*=)`, "g");
  const declaration = new RegExp(
    `(\\sxmlns:)${from.replace(/[.-]/g, "\\$&")}(\\s*=\\s*)(["'])${uri.replace(/[.]/g, "\\.")}\\3`,
    "g",
  );
  return xml.replace(TAG, (tag) => {
    const slash = tag.charCodeAt(1) === 47 ? "/" : "";
    const named = tag.startsWith(`${from}:`, 1 + slash.length)
      ? `<${slash}${to}:${tag.slice(2 + slash.length + from.length)}`
      : tag;
    return slash ? named : named.replace(declaration, `$1${to}$2$3${wanted}$3`).replace(attribute, `$1${to}:`);
  });
}

/** The element's text, as far as it identifies a picture, equation or field. */
export function textIn(node: Node): string {
  if (node.code === 0 && node.close === null) return node.raw.startsWith("<") ? "" : node.raw;
  return node.children.map(textIn).join(node.code === M.p ? "\n" : "");
}

/** Markup without what differs between saves. */
export const withoutNoise = (xml: string): string =>
  xml
    .replace(/\s(?:[\w.-]+:)?(?:rsid\w*|paraId|textId|anchorId|editId)\s*=\s*"[^"]*"/g, "")
    .replace(/(<(?:[\w.-]+:)?(?:docPr|cNvPr)\b[^>]*?)\s(?:id|name)="[^"]*"/g, "$1");

const propertyKeys = new WeakMap<Node, string>();

/** Properties in a comparable form: without language tags and save marks. */
export function propertiesKey(node: Node | null): string {
  if (!node) return "";
  let key = propertyKeys.get(node);
  if (key === undefined) {
    key = withoutNoise(
      node.children
        .filter(
          (one) =>
            !isBlank(one) &&
            one.code !== M.lang &&
            one.code !== M.noProof &&
            one.code !== M.rPr &&
            one.code !== M.sectPr &&
            one.code !== M.pPrChange,
        )
        .map(writeTree)
        .join(""),
    );
    propertyKeys.set(node, key);
  }
  return key;
}
