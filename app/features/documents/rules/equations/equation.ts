import type { Span, Tie } from "../explore/explorer-model.ts";

/**
 * An equation as plain data in the terms of MathML. Names and attributes are ours: from a file come only letters, so
 * nothing in a file becomes markup.
 */

export const TOKEN_NAMES = ["mi", "mn", "mo", "mtext", "mspace"] as const;
export const ELEMENT_NAMES = [
  "mrow",
  "mfrac",
  "msqrt",
  "mroot",
  "msub",
  "msup",
  "msubsup",
  "mmultiscripts",
  "mprescripts",
  "munder",
  "mover",
  "munderover",
  "mtable",
  "mtr",
  "mtd",
  "mphantom",
  "mpadded",
] as const;

/** Attributes with the values they can have. Those with `data-` are for our own style sheet. */
export type MathAttributes = Partial<{
  mathvariant: "normal";
  form: "prefix" | "infix" | "postfix";
  fence: "true";
  stretchy: "true" | "false";
  movablelimits: "false";
  linethickness: "0";
  accent: "true";
  accentunder: "true";
  scriptlevel: "+1";
  columnalign: "left" | "right";
  width: "0" | "0.17em" | "2em";
  height: "0";
  depth: "0";
  voffset: "0.4em" | "-0.4em";
  "data-aligned": "";
  "data-bar": "over" | "under";
  /** Not visible, and read aloud. */
  "data-said": "";
  /** Lines of a border box, separated by blanks. */
  "data-lines": string;
}>;

/** Letters, with their changes and formatting as in a span. */
export type MathToken = Pick<Span, "t" | "m" | "c" | "f"> & {
  n: (typeof TOKEN_NAMES)[number];
  a?: MathAttributes;
  /** Added by the structure, such as brackets, and not part of the text. */
  x?: 1;
  /** Differs from the other version of the formula. */
  d?: 1;
};
export type MathElement = {
  n: (typeof ELEMENT_NAMES)[number];
  k: MathNode[];
  a?: MathAttributes;
  /** The changes around it. If they remove it, its arguments stay. */
  c?: Tie[];
  /** An argument of the element around it. */
  arg?: 1;
  /** Differs from the other version of the formula, with all that's in it. */
  d?: 1;
};
export type MathNode = MathToken | MathElement;

export type Equation = {
  k: MathNode[];
  /** On a line of its own: centered, or at the l(eft) or r(ight). */
  line?: "c" | "l" | "r";
};

/** An element's parts in the order of the file, where a root's degree and scripts before a base come first. */
const partsOf = ({ n, k }: MathElement): MathNode[] =>
  n === "mroot" ? k.toReversed() : n === "mmultiscripts" ? [...k.slice(1), ...k.slice(0, 1)] : k;

/** What is left in place of an element that was removed. */
export const contentOf = (element: MathElement): MathNode[] =>
  partsOf(element).flatMap((part) => ("t" in part ? [] : part.arg ? part.k : contentOf(part)));

/** The letters of the file, in its order. */
export function textOfMath(nodes: readonly MathNode[]): string {
  let text = "";
  for (const node of nodes) text += "t" in node ? (node.x ? "" : node.t) : textOfMath(partsOf(node));
  return text;
}

/** Letters as all readers of a document agree on them: compatible forms are one; blanks and paragraph ends don't count. */
export const onlyLetters = (text: string): string => text.normalize("NFKC").replace(/[\s\u00b6]/g, "");
