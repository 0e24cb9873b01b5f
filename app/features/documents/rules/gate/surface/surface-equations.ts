/** Reads equations: the text they show, and their structure. */
import { fragment, textOf } from "./surface-markup.ts";
import { localOf, type Node, valueIn, valueOf } from "../../docx/xml-tree.ts";

const EQUATION_MARKS = new Set([
  "chr",
  "begChr",
  "endChr",
  "sepChr",
  "pos",
  "type",
  "degHide",
  "subHide",
  "supHide",
  "vertJc",
  "mcJc",
  "scr",
  "nor",
]);

/** An equation by structure: "x(sup 2)" isn't "x2". */
export function readEquation(raw: string): { key: string; text: string; style: string } {
  let text = "";
  let style = "";
  let slant = "";
  let look = "";
  const inner = (nodes: readonly Node[]): string => nodes.map(walk).join("");
  const walk = (node: Node): string => {
    const local = localOf(node);
    if (local === "") return "";
    if (local === "oMath" || local === "oMathPara") return inner(node.children);
    if (local === "t") {
      const piece = textOf(node).replace(/\s+/g, "");
      text += piece;
      return piece;
    }
    if (local === "r") {
      const own = node.children.find((one) => localOf(one) === "rPr" && !one.raw.startsWith("<w:"));
      const now = own ? marksOf(own) : "";
      const sign = now === look ? "" : `{${now}}`;
      look = now;
      const letters = valueIn(own, "sty") ?? "i";
      if (letters !== slant && !(slant === "" && letters === "i")) style += ` ${text.length}${letters}`;
      slant = letters;
      return sign + inner(node.children.filter((one) => !localOf(one).endsWith("Pr")));
    }
    const properties = node.children.find((one) => /^\w+Pr$/.test(localOf(one)));
    const content = inner(node.children.filter((one) => one !== properties && localOf(one) !== "ctrlPr"));
    return `${local}${properties ? marksOf(properties) : ""}(${content})`;
  };
  const root = fragment(raw);
  const key = inner(root.children);
  return { key, text, style: style.trim() };
}

const marksOf = (properties: Node): string =>
  properties.children
    .filter((one) => EQUATION_MARKS.has(localOf(one)))
    .map((one) => `[${localOf(one)}=${valueOf(one, "val") ?? ""}]`)
    .join("");
