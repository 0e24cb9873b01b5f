/** What the properties of runs and paragraphs say, in values that are comparable between documents. */
import { isOn } from "../../docx/docx-styles.ts";
import { attributeOf, childNamed, localOf, type Node, valueOf } from "../../docx/xml-tree.ts";
import { canonical } from "./surface-markup.ts";

/** Properties by name; "" and missing are equal, and so is "0". Toggles are "1" or "0". */
export type Properties = Readonly<Record<string, string>>;

export const NOTHING: Properties = Object.freeze({});

export const TOGGLES = new Set([
  "b",
  "i",
  "caps",
  "smallCaps",
  "strike",
  "dstrike",
  "vanish",
  "outline",
  "shadow",
  "emboss",
  "imprint",
]);

/** Says nothing to a reader: languages, proofing, sizes for other scripts, what programs note for themselves. */
const SILENT_RUN = new Set(["lang", "noProof", "webHidden", "specVanish", "snapToGrid", "cs", "oMath", "cntxtAlts"]);
const SILENT_PARAGRAPH = new Set([
  "rPr",
  "sectPr",
  "divId",
  "cnfStyle",
  "suppressOverlap",
  "snapToGrid",
  "adjustRightInd",
  "kinsoku",
  "wordWrap",
  "overflowPunct",
  "topLinePunct",
  "autoSpaceDE",
  "autoSpaceDN",
  "collapsed",
]);
/** The properties that count for scripts written from right to left, and those that count for others. */
const COMPLEX: ReadonlyMap<string, string> = new Map([
  ["bCs", "b"],
  ["iCs", "i"],
  ["szCs", "sz"],
]);

const toggle = (node: Node): string => (isOn(attributeOf(node, "val")) ? "1" : "0");
const plain = (value: string | null, ...none: string[]): string =>
  value === null || none.includes(value.toLowerCase()) ? "" : value;

/** An element without a meaning of its own here: what it says, or "0" if it turns something off. */
function otherOf(node: Node): string {
  const said = canonical(node);
  return said === "" || said === "val=1" ? "1" : /^val=(?:0|none|auto|nil|baseline|clear)?$/.test(said) ? "0" : said;
}

/** The color behind words: "" for none. */
export const fillOf = (shading: Node): string => {
  const pattern = valueOf(shading, "val");
  const ink = plain(valueOf(shading, "color"), "auto").toUpperCase();
  return pattern === "solid" ? ink || "000000" : plain(valueOf(shading, "fill"), "auto").toUpperCase();
};

/** What single elements say, by local name. */
const RUN: ReadonlyMap<string, (node: Node, out: Record<string, string>) => void> = new Map([
  ["u", (node, out) => void (out.u = plain(valueOf(node, "val"), "none") || "0")],
  ["color", (node, out) => void (out.color = plain(valueOf(node, "val"), "auto").toUpperCase() || "0")],
  ["highlight", (node, out) => void (out.highlight = plain(valueOf(node, "val"), "none") || "0")],
  ["shd", (node, out) => void (out.shd = fillOf(node) || "0")],
  ["sz", (node, out) => void (out.sz = valueOf(node, "val") ?? "")],
  ["vertAlign", (node, out) => void (out.vertAlign = plain(valueOf(node, "val"), "baseline") || "0")],
  ["position", (node, out) => void (out.position = String(Number(valueOf(node, "val") ?? "0") || 0))],
  ["spacing", (node, out) => void (out.spacing = String(Number(valueOf(node, "val") ?? "0") || 0))],
  ["w", (node, out) => void (out.w = plain(valueOf(node, "val"), "100", "100%") || "0")],
  ["rStyle", (node, out) => void (out.rStyle = valueOf(node, "val") ?? "")],
  [
    "rFonts",
    (node, out) => {
      const font = valueOf(node, "asciiTheme") ?? valueOf(node, "ascii") ?? valueOf(node, "hAnsi");
      if (font !== null) out.font = font;
      const asian = valueOf(node, "eastAsiaTheme") ?? valueOf(node, "eastAsia");
      if (asian !== null) out.fontAsia = asian;
    },
  ],
  // Letters filled with nothing.
  ["textFill", (node, out) => void (out.textFill = childNamed(node, "noFill") ? "none" : otherOf(node))],
]);

/** Run properties: an rPr's content. */
export function runProperties(node: Node): Properties {
  const out: Record<string, string> = {};
  const complex = node.children.some((one) => localOf(one) === "rtl" || localOf(one) === "cs");
  for (const one of node.children) {
    const name = localOf(one);
    const read = RUN.get(name);
    if (TOGGLES.has(name)) out[name] = toggle(one);
    else if (read) read(one, out);
    else if (COMPLEX.has(name)) {
      if (complex) out[name] = otherOf(one);
    } else if (name !== "" && !SILENT_RUN.has(name)) out[name] = otherOf(one);
  }
  return out;
}

const PARAGRAPH: ReadonlyMap<string, (node: Node, out: Record<string, string>) => void> = new Map([
  ["pStyle", (node, out) => void (out.style = valueOf(node, "val") ?? "")],
  [
    "jc",
    (node, out) => {
      const value = plain(valueOf(node, "val"), "left", "start");
      out.alignment = value === "end" ? "right" : value || "0";
    },
  ],
  ["outlineLvl", (node, out) => void (out.level = plain(valueOf(node, "val"), "9") || "0")],
  [
    "numPr",
    (node, out) => {
      for (const name of ["numId", "ilvl"]) {
        const child = childNamed(node, name);
        if (child) out[name] = valueOf(child, "val") ?? "0";
      }
    },
  ],
  [
    "ind",
    (node, out) => {
      const left = valueOf(node, "left") ?? valueOf(node, "start");
      const right = valueOf(node, "right") ?? valueOf(node, "end");
      const first =
        valueOf(node, "firstLine") ?? (valueOf(node, "hanging") === null ? null : `-${valueOf(node, "hanging")}`);
      if (left !== null) out.left = plain(left, "0") || "0";
      if (right !== null) out.right = plain(right, "0") || "0";
      if (first !== null) out.first = plain(first, "0", "-0") || "0";
    },
  ],
  [
    "spacing",
    (node, out) => {
      for (const name of ["before", "after"]) {
        const value = valueOf(node, `${name}Autospacing`) === "1" ? "automatic" : valueOf(node, name);
        if (value !== null) out[name] = value;
      }
      const line = valueOf(node, "line");
      const rule = valueOf(node, "lineRule") ?? "auto";
      if (line !== null) out.line = line === "240" && rule === "auto" ? "0" : `${line} ${rule}`;
    },
  ],
  ["shd", (node, out) => void (out.shd = fillOf(node) || "0")],
]);

/** Paragraph properties: a pPr's content. */
export function paragraphProperties(node: Node): Properties {
  const out: Record<string, string> = {};
  for (const one of node.children) {
    const name = localOf(one);
    const read = PARAGRAPH.get(name);
    if (read) read(one, out);
    else if (name !== "" && !SILENT_PARAGRAPH.has(name)) out[name] = otherOf(one);
  }
  return out;
}
