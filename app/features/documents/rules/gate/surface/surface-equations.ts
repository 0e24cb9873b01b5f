/** Reads equations: the text they show, and their structure. */
import { fragment, localName, textOf, valueOf } from "./surface-markup.ts";
import type { Node } from "../../docx/xml-tree.ts";

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
export function readEquation(raw: string): { key: string; text: string } {
  let text = "";
  let look = "";
  const inner = (nodes: readonly Node[]): string => nodes.map(walk).join("");
  const walk = (node: Node): string => {
    const local = localName(node);
    if (local === "") return "";
    if (local === "oMath" || local === "oMathPara") return inner(node.children);
    if (local === "t") {
      const piece = textOf(node).replace(/\s+/g, "");
      text += piece;
      return piece;
    }
    if (local === "r") {
      const own = node.children.find((one) => localName(one) === "rPr" && !one.raw.startsWith("<w:"));
      const now = own ? marksOf(own) : "";
      const sign = now === look ? "" : `{${now}}`;
      look = now;
      return sign + inner(node.children.filter((one) => !localName(one).endsWith("Pr")));
    }
    const properties = node.children.find((one) => /^\w+Pr$/.test(localName(one)));
    const content = inner(node.children.filter((one) => one !== properties && localName(one) !== "ctrlPr"));
    return `${local}${properties ? marksOf(properties) : ""}(${content})`;
  };
  const root = fragment(raw);
  return { key: inner(root.children), text };
}

const marksOf = (properties: Node): string =>
  properties.children
    .filter((one) => EQUATION_MARKS.has(localName(one)))
    .map((one) => `[${localName(one)}=${valueOf(one, "val") ?? ""}]`)
    .join("");
