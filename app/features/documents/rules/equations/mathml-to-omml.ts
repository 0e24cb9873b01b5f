import { localOf, type Node, parseTree, textNode, valueOf } from "../docx/xml-tree.ts";
import { escapeXml, unescapeXml } from "../docx/xml-text.ts";
import { SPACING } from "./omml.ts";

/**
 * MathML as an equation of Office (ECMA-376 part 1, 22.1), for elements that a converter from LaTeX writes. Letters stay
 * letters, so that the equation can be read again (omml.ts).
 */

/** An element that has no counterpart in Office. */
export class NoCounterpart extends Error {}

/**
 * @param mathml an element `<math>`
 * @param line on a line of its own
 * @returns `<m:oMath>`, or `<m:oMathPara>` for a line of its own
 * @throws NoCounterpart
 */
export function mathmlToOmml(mathml: string, line: boolean): string {
  const equation = `<m:oMath>${allOf(parseTree(mathml, new Map()).children)}</m:oMath>`;
  return line ? `<m:oMathPara>${equation}</m:oMathPara>` : equation;
}

const set = (name: string, value: string): string => `<m:${name} m:val="${escapeXml(value)}"/>`;
const properties = (of: string, inner: string): string => (inner ? `<m:${of}Pr>${inner}</m:${of}Pr>` : "");
/** An object with its properties and its arguments, in the order of the schema. */
const object = (name: string, inner: string, args: readonly (readonly [name: string, content: string])[]): string =>
  `<m:${name}>${properties(name, inner)}${args.map(([arg, content]) => `<m:${arg}>${content}</m:${arg}>`).join("")}</m:${name}>`;

const elementsIn = (node: Node): Node[] => node.children.filter((child) => localOf(child) !== "");
const textOf = (node: Node): string =>
  unescapeXml(node.children.map((child) => (localOf(child) === "" ? child.raw : textOf(child))).join(""));
/** The content of an element that groups nothing else. */
function bare(node: Node): Node {
  let inner = node;
  for (;;) {
    const [only, other] = elementsIn(inner).filter((child) => !isInvisible(child));
    if (!only || other || !GROUPS.has(localOf(inner))) return inner;
    inner = only;
  }
}
const GROUPS = new Set(["math", "semantics", "mrow", "mstyle", "mpadded"]);
/** Signs that say how to read a formula, and show nothing. */
const isInvisible = (node: Node): boolean => localOf(node) === "mo" && /^[\u2061-\u2064]?$/.test(textOf(node));

/** Elements one after the other. What follows a sum belongs to it, up to the next relation or sum of terms. */
function allOf(nodes: readonly Node[]): string {
  const elements = nodes.filter((node) => localOf(node) !== "" && !isInvisible(node));
  let out = "";
  for (let i = 0; i < elements.length; i++) {
    const node = elements[i] as Node;
    const sum = sumOf(bare(node));
    if (!sum) {
      out += one(node);
      continue;
    }
    const from = i + 1;
    while (i + 1 < elements.length && !ENDS_SUM.test(signOf(elements[i + 1] as Node))) i++;
    out += object("nary", sum.properties, [...sum.limits, ["e", allOf(elements.slice(from, i + 1))]]);
  }
  return out;
}

const signOf = (node: Node): string => (localOf(bare(node)) === "mo" ? textOf(bare(node)) : "");
const ENDS_SUM = /^[=<>\u2264\u2265\u2260\u2248\u2261\u223c\u2243\u2245\u221d\u2192\u21d2\u21d4+\u2212\u00b1,;.:-]$/;
const SUM = /^[\u220f-\u2211\u222b-\u2233\u22c0-\u22c3\u2a00-\u2a06\u2a0c]$/;

/** A sum, product, or integral with its limits. */
function sumOf(node: Node): { properties: string; limits: readonly (readonly ["sub" | "sup", string])[] } | null {
  const name = localOf(node);
  const parts = SCRIPTS[name];
  const [base, ...scripts] = parts ? elementsIn(node) : [node];
  const sign = base ? signOf(base) : "";
  if (!SUM.test(sign) || (!parts && name !== "mo")) return null;
  const limit = (part: "sub" | "sup"): string | null => {
    const at = parts?.indexOf(part) ?? -1;
    return at < 0 ? null : one(scripts[at] ?? textNode(""));
  };
  const [sub, sup] = [limit("sub"), limit("sup")];
  return {
    properties:
      set("chr", sign) +
      set("limLoc", name.startsWith("msu") || !parts ? "subSup" : "undOvr") +
      (sub === null ? set("subHide", "1") : "") +
      (sup === null ? set("supHide", "1") : ""),
    limits: [
      ["sub", sub ?? ""],
      ["sup", sup ?? ""],
    ],
  };
}
const SCRIPTS: Readonly<Record<string, readonly ("sub" | "sup")[]>> = {
  msub: ["sub"],
  msup: ["sup"],
  msubsup: ["sub", "sup"],
  munder: ["sub"],
  mover: ["sup"],
  munderover: ["sub", "sup"],
};

function one(node: Node): string {
  const name = localOf(node);
  if (name === "") return "";
  if (isInvisible(node)) return "";
  if (sumOf(node)) return allOf([node]);
  const convert = ELEMENTS[name];
  if (!convert) throw new NoCounterpart(name);
  return convert(node, elementsIn(node));
}

type Convert = (node: Node, parts: readonly Node[]) => string;
const part = (parts: readonly Node[], at: number): string => one(parts[at] ?? textNode(""));

const token: Convert = (node) => run(textOf(node), letteringOf(node));

const group: Convert = (node, parts) => {
  const [first, last] = [parts[0], parts.at(-1)];
  return parts.length > 1 && isFence(first) && isFence(last)
    ? object("d", set("begChr", fenceOf(first)) + set("endChr", fenceOf(last)), [["e", allOf(parts.slice(1, -1))]])
    : allOf(node.children);
};
const isFence = (node: Node | undefined): node is Node =>
  node !== undefined && localOf(node) === "mo" && valueOf(node, "fence") === "true" && textOf(node).length <= 1;
/** A bar between a set's element and its condition is a vertical line, which Word draws longer. */
const fenceOf = (node: Node): string => textOf(node).replace("\u2223", "|").replace("\u2225", "\u2016");

const ELEMENTS: Readonly<Record<string, Convert>> = {
  mi: token,
  mn: token,
  mo: token,
  mtext: token,
  mspace: (node) => (/^[\d.]+em$/.test(valueOf(node, "width") ?? "") ? run(" ", "") : ""),
  math: group,
  semantics: group,
  mrow: group,
  mstyle: group,
  mpadded: group,
  mfrac: (node, parts) =>
    object("f", /^0(?:\D|$)/.test(valueOf(node, "linethickness") ?? "") ? set("type", "noBar") : "", [
      ["num", part(parts, 0)],
      ["den", part(parts, 1)],
    ]),
  msqrt: (node) =>
    object("rad", set("degHide", "1"), [
      ["deg", ""],
      ["e", allOf(node.children)],
    ]),
  mroot: (_, parts) =>
    object("rad", "", [
      ["deg", part(parts, 1)],
      ["e", part(parts, 0)],
    ]),
  msub: (_, parts) =>
    object("sSub", "", [
      ["e", part(parts, 0)],
      ["sub", part(parts, 1)],
    ]),
  msup: (_, parts) =>
    object("sSup", "", [
      ["e", part(parts, 0)],
      ["sup", part(parts, 1)],
    ]),
  msubsup: (_, parts) =>
    object("sSubSup", "", [
      ["e", part(parts, 0)],
      ["sub", part(parts, 1)],
      ["sup", part(parts, 2)],
    ]),
  munder: (_, parts) => beside("under", part(parts, 0), parts[1]),
  mover: (_, parts) => beside("over", part(parts, 0), parts[1]),
  munderover: (_, parts) => beside("over", beside("under", part(parts, 0), parts[1]), parts[2]),
  mtable: table,
  mphantom: (node) => object("phant", set("show", "0"), [["e", allOf(node.children)]]),
  menclose: (node) => {
    const strikes = (valueOf(node, "notation") ?? "").split(" ").flatMap((line) => STRIKES[line] ?? []);
    const sides = strikes.length === 0 ? "" : SIDES.map((side) => set(side, "1")).join("");
    return object("borderBox", sides + strikes.map((line) => set(line, "1")).join(""), [["e", allOf(node.children)]]);
  },
};

const SIDES = ["hideTop", "hideBot", "hideLeft", "hideRight"];
const STRIKES: Readonly<Record<string, string>> = {
  horizontalstrike: "strikeH",
  verticalstrike: "strikeV",
  updiagonalstrike: "strikeBLTR",
  downdiagonalstrike: "strikeTLBR",
};

/** Signs above a letter as the combining characters that Office takes: those that it's shown with, and KaTeX's own. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SPACING).map(([combining, sign]) => [sign, combining])),
  "\u02c6": "\u0302",
  "\u02dc": "\u0303",
  "\u02c9": "\u0304",
  "\u02ca": "\u0301",
  "\u02cb": "\u0300",
  "\u20d7": "\u20d7",
};

/** What's above or below: an accent, a bar, a brace, or a limit. */
function beside(side: "over" | "under", base: string, script: Node | undefined): string {
  const sign = script ? signOf(script) : "";
  const e = ["e", base] as const;
  const accent = side === "over" ? ACCENTS[sign] : undefined;
  if (accent !== undefined) return object("acc", set("chr", accent), [e]);
  if (sign === "\u203e" || sign === "_" || sign === "\u0332")
    return object("bar", set("pos", side === "over" ? "top" : "bot"), [e]);
  if (/^[\u23de-\u23e1\u23b4\u23b5]$/.test(sign))
    return object(
      "groupChr",
      set("chr", sign) + set("pos", side === "over" ? "top" : "bot") + (side === "over" ? set("vertJc", "bot") : ""),
      [e],
    );
  return object(side === "over" ? "limUpp" : "limLow", "", [e, ["lim", script ? one(script) : ""]]);
}

/** Equations aligned at a sign, or a matrix. */
function table(node: Node): string {
  const rows = elementsIn(node)
    .filter((row) => localOf(row) === "mtr")
    .map((row) => elementsIn(row).map((cell) => allOf(cell.children)));
  const sides = (valueOf(node, "columnalign") ?? "").split(" ").filter(Boolean);
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  if (sides[0] === "right" && sides.every((side, i) => side === (i % 2 === 0 ? "right" : "left")))
    return object(
      "eqArr",
      "",
      rows.map((cells) => ["e", cells.join(run("&", ""))] as const),
    );
  const aligned = Array.from({ length: columns }, (_, i) => {
    const side = sides[i] ?? sides.at(-1) ?? "center";
    return `<m:mc><m:mcPr>${set("count", "1")}${set("mcJc", /^(?:left|right)$/.test(side) ? side : "center")}</m:mcPr></m:mc>`;
  });
  const cellsOf = (cells: readonly string[]): string =>
    Array.from({ length: columns }, (_, i) => `<m:e>${cells[i] ?? ""}</m:e>`).join("");
  return object(
    "m",
    `<m:mcs>${aligned.join("")}</m:mcs>`,
    rows.map((cells) => ["mr", cellsOf(cells)] as const),
  );
}

/** MathML's names of alphabets as script (m:scr) and style (m:sty). */
const ALPHABETS: Readonly<Record<string, string>> = {
  normal: set("sty", "p"),
  bold: set("sty", "b"),
  italic: set("sty", "i"),
  "bold-italic": set("sty", "bi"),
  "double-struck": set("scr", "double-struck"),
  script: set("scr", "script"),
  "bold-script": set("scr", "script") + set("sty", "b"),
  fraktur: set("scr", "fraktur"),
  "bold-fraktur": set("scr", "fraktur") + set("sty", "b"),
  "sans-serif": set("scr", "sans-serif") + set("sty", "p"),
  "bold-sans-serif": set("scr", "sans-serif") + set("sty", "b"),
  "sans-serif-italic": set("scr", "sans-serif"),
  "sans-serif-bold-italic": set("scr", "sans-serif") + set("sty", "bi"),
  monospace: set("scr", "monospace") + set("sty", "p"),
};

function letteringOf(node: Node): string {
  if (localOf(node) === "mtext") return "<m:nor/>";
  const named = ALPHABETS[valueOf(node, "mathvariant") ?? ""];
  // A name of several letters, such as "sin", is upright.
  return named ?? (localOf(node) === "mi" && /^\p{L}{2,}/u.test(textOf(node)) ? set("sty", "p") : "");
}

const FONT = '<w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr>';
const run = (text: string, lettering: string): string =>
  text === ""
    ? ""
    : `<m:r>${lettering && `<m:rPr>${lettering}</m:rPr>`}${FONT}<m:t xml:space="preserve">${escapeXml(text)}</m:t></m:r>`;
