import { C } from "../docx/revision-markup.ts";
import { isOnIn, localOf, type Node, valueIn } from "../docx/xml-tree.ts";
import { type Alphabet, inAlphabet } from "./alphabets.ts";
import type { MathToken } from "./equation.ts";

/** How a run's letters are set in an equation: as words, upright, or in an alphabet of their own. */
export type Lettering = { words: boolean; upright: boolean; alphabet: Alphabet | null };

/** Of runs that aren't mathematics. */
export const WORDS: Lettering = { words: true, upright: true, alphabet: null };

/** By script (m:scr), then for plain, bold, italic, and bold italic letters (m:sty). */
const ALPHABETS: Record<string, readonly (Alphabet | null)[]> = {
  roman: [null, "bold", null, "bold-italic"],
  script: ["script", "bold-script", "script", "bold-script"],
  fraktur: ["fraktur", "bold-fraktur", "fraktur", "bold-fraktur"],
  "double-struck": ["double-struck", "double-struck", "double-struck", "double-struck"],
  "sans-serif": ["sans-serif", "bold-sans-serif", "sans-serif-italic", "bold-sans-serif-italic"],
  monospace: ["monospace", "monospace", "monospace", "monospace"],
};
const STYLES = ["p", "b", "i", "bi"];

/** How a run of an equation (m:r) sets its letters: italic by default. */
export function letteringOf(run: Node): Lettering {
  const properties = run.children.find((child) => child.code !== C.rPr && localOf(child) === "rPr");
  const style = valueIn(properties, "sty") ?? "i";
  const alphabets = ALPHABETS[valueIn(properties, "scr") ?? "roman"] ?? [];
  return {
    words: isOnIn(properties, "nor"),
    upright: style === "p" || style === "b",
    alphabet: alphabets[STYLES.indexOf(style)] ?? null,
  };
}

const NUMBER = String.raw`\p{Nd}+(?:[.,]\p{Nd}+)*`;
const ITALIC = new RegExp(String.raw`${NUMBER}|\p{L}\p{M}*|\n|[^\S\n]+|[^]`, "gu");
/** Upright letters are a name, such as "sin". */
const UPRIGHT = new RegExp(String.raw`${NUMBER}|(?:\p{L}\p{M}*)+|\n|[^\S\n]+|[^]`, "gu");
const IS_NUMBER = /^\p{Nd}/u;
/** Letters, and signs that stand for a thing and not for an operation. */
const IS_NAME = /^[\p{L}\p{M}\p{Nl}\p{No}\p{Sc}\p{So}\p{Co}%\u221e]/u;
const BRACKET = /^[()[\]{}|\u2016\u2223\u2225\u2308-\u230b\u27e8\u27e9]$/;

/** Text of an equation as MathML's tokens: numbers, identifiers, operators, and words. */
export function tokensOf(text: string, { words, upright, alphabet }: Lettering): MathToken[] {
  if (words) return text.split(/(\n)/).flatMap((t) => (t === "" ? [] : { n: t === "\n" ? "mspace" : "mtext", t }));
  return (text.match(upright ? UPRIGHT : ITALIC) ?? []).map((raw) => {
    if (raw === "\n") return { n: "mspace", t: raw };
    if (raw.trim() === "") return { n: "mtext", t: raw };
    const t = alphabet ? inAlphabet(raw, alphabet) : raw;
    if (IS_NUMBER.test(raw)) return { n: "mn", t };
    // Brackets that grow are objects. MathML would let typed ones grow as well.
    if (!IS_NAME.test(raw)) return BRACKET.test(raw) ? { n: "mo", t, a: { stretchy: "false" } } : { n: "mo", t };
    // MathML sets a single letter in italics unless told otherwise.
    return upright && t === raw ? { n: "mi", t, a: { mathvariant: "normal" } } : { n: "mi", t };
  });
}
