import { numberWordsIn } from "../gate/number-words.ts";
import type { Hunk, Token } from "./tokens.ts";
import { MONTHS, SIGNS, UNITS, WEEKDAYS } from "./word-lists.ts";

/** What a change does to numbers, signs, units, and dates. `gone` and `came` are the numbers as they're written. */
export type NumberKind = {
  kind: "numbers-data" | "punctuation" | null;
  gone: string[];
  came: string[];
  /** Because a number differs, and nothing else. */
  byValue: boolean;
};

const HYPHEN = /^[-–—−‐‑]$/;
const OPERATORS = new Set("= < > ≤ ≥ ± × ÷ ^ ≈ ≠ + ∝".split(" "));
const PARTS = /^(?:[-–—−‐‑]|[,.:/'’ ])$/;

export function numberKind(hunk: Hunk, before: readonly Token[], after: readonly Token[]): NumberKind {
  const { gone, came, at } = hunk;
  const signed = minusIn(gone, before, at) !== minusIn(came, after, hunk.to);
  const [was, is] = [valuesIn(gone), valuesIn(came)];
  const out: NumberKind = { kind: null, gone: was.all, came: is.all, byValue: false };
  const bare = (side: readonly Token[]): string =>
    side
      .filter((one) => !PARTS.test(one.text))
      .map((one) => one.key)
      .join("");
  const joined = (side: readonly Token[]): string => side.map((one) => one.key).join("");
  if (joined(gone) === joined(came)) {
    // 10 000 is another form of 10000, and "5 mm" of "5mm" only another space.
    if (/^\d+$/.test(joined(gone)) && gone.length > 0) out.kind = "numbers-data";
    return out;
  }
  if (bare(gone).replaceAll("'", "") === bare(came).replaceAll("'", "") && !signed) {
    const separated = [...gone, ...came].some((one) => one.kind === "number" && /\d[.,]\d/.test(one.text));
    if (separated && was.all.join(" ") !== is.all.join(" ")) out.kind = "numbers-data";
    return out;
  }
  const weak = was.weak.length > 0 && is.weak.length > 0 && was.weak.join(" ") !== is.weak.join(" ");
  const values = was.all.length > 0 || is.all.length > 0;
  const differ =
    values &&
    [...was.all, ...(is.all.length > 0 ? was.weak : [])].sort().join(" ") !==
      [...is.all, ...(was.all.length > 0 ? is.weak : [])].sort().join(" ");
  if (differ || (weak && !values)) return { ...out, kind: "numbers-data", byValue: true };
  if (signed || signs(gone) !== signs(came)) return { ...out, kind: "numbers-data" };
  const near =
    before[at - 1]?.kind === "number" ||
    gone.some((one) => one.kind === "number") ||
    came.some((one) => one.kind === "number");
  const only = (side: readonly Token[], other: readonly Token[], list: ReadonlySet<string>): Token[] =>
    side.filter((one) => list.has(one.key) && !other.some((it) => it.key === one.key));
  for (const list of [UNITS, MONTHS, WEEKDAYS]) {
    if (list === UNITS && !near) continue;
    if (
      only(gone, came, list).length > 0 &&
      only(came, gone, list).length > 0 &&
      (list !== UNITS || !oneUnit(gone, came))
    )
      return { ...out, kind: "numbers-data" };
  }
  const operators = [before[at - 1], before[at + gone.length]].some(
    (one) => one !== undefined && OPERATORS.has(one.text),
  );
  const short = (side: readonly Token[]): boolean =>
    side.length > 0 && side.every((one) => one.kind !== "word" || one.text.length <= 3);
  if (operators && gone.length > 0 && came.length > 0 && short(gone) && short(came))
    return { ...out, kind: "numbers-data" };
  const letter = (side: readonly Token[]): string =>
    side
      .filter((one) => /^[b-hj-zα-ω]$/u.test(one.key))
      .map((one) => one.key)
      .join("");
  if (letter(gone) !== "" && letter(came) !== "" && letter(gone) !== letter(came))
    return { ...out, kind: "numbers-data" };
  const roman = (side: readonly Token[]): string =>
    side
      .filter((one) => /^[IVXLC]+$/.test(one.text))
      .map((one) => one.text)
      .join(" ");
  if (roman(gone) !== "" && roman(came) !== "" && roman(gone) !== roman(came)) return { ...out, kind: "numbers-data" };
  const code = (side: readonly Token[]): string =>
    side
      .filter((one) => one.text.includes("_"))
      .map((one) => one.text)
      .join(" ");
  if (code(gone) !== code(came)) return { ...out, kind: "numbers-data" };
  return out;
}

/** Digits as they're written, and the values of number words, which are another form of them. */
function valuesIn(tokens: readonly Token[]): { all: string[]; weak: string[] } {
  const all = tokens.filter((one) => one.kind === "number" && one.role === null).map((one) => one.key);
  const weak: string[] = [];
  const text = tokens
    .filter((one) => one.kind !== "mark" || /^[-‐‑]$/.test(one.text))
    .map((one) => (one.spaced ? ` ${one.key}` : one.key))
    .join("");
  for (const one of numberWordsIn(text)) (one.weak ? weak : all).push(`word ${one.value}`);
  return { all, weak };
}

/** Minus signs in front of a number, among tokens that start at `at` of a text. */
const minusIn = (side: readonly Token[], text: readonly Token[], at: number): number =>
  side.filter((one, i) => {
    const next = side[i + 1] ?? text[at + i + 1];
    const last = side[i - 1] ?? text[at + i - 1];
    return (
      HYPHEN.test(one.text) &&
      next?.kind === "number" &&
      !next.spaced &&
      (one.spaced || !last || last.text === "(" || last.text === "[" || SIGNS.has(last.text))
    );
  }).length;

const signs = (side: readonly Token[]): string =>
  side
    .filter((one) => SIGNS.has(one.text) && one.text !== "/" && one.text !== "*")
    .map((one) => one.text)
    .join("");

/** The same unit with another ending or in another variant: metre, metres, meter. */
const oneUnit = (gone: readonly Token[], came: readonly Token[]): boolean => {
  const plain = (side: readonly Token[]): string =>
    side
      .filter((one) => UNITS.has(one.key))
      .map((one) =>
        one.key
          .replace(/s$/, "")
          .replace(/(met|lit)re$/, "$1er")
          .replace(/tonne$/, "ton")
          .replace(/foot$/, "feet")
          .replace(/inche$/, "inch"),
      )
      .join(" ");
  return plain(gone) === plain(came) && [...gone, ...came].every((one) => !UNITS.has(one.key) || one.key.length > 2);
};
