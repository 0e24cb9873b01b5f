import { numberWordsIn } from "../gate/number-words.ts";
import { isNumberWord } from "./hunk-words.ts";
import type { Hunk, Token } from "./tokens.ts";
import { MONTHS, SIGNS, UNITS, WEEKDAYS } from "./word-lists.ts";

/** What a change does to numbers, signs, units, and dates. `gone` and `came` are the numbers as they're written. */
export type NumberKind = {
  kind: "numbers-data" | null;
  gone: string[];
  came: string[];
  /** Because a number differs, and nothing else. */
  byValue: boolean;
};

const HYPHEN = /^[-–—−‐‑]$/;
const OPERATORS = new Set("= < > ≤ ≥ ± × ÷ ^ ≈ ≠ + ∝".split(" "));
const PARTS = /^(?:[-–—−‐‑]|[,.:/'’ ])$/;

type Side = readonly Token[];
const joined = (side: Side): string => side.map((one) => one.key).join("");
const bare = (side: Side): string => joined(side.filter((one) => !PARTS.test(one.text))).replaceAll("'", "");

export function numberKind(hunk: Hunk, before: Side, after: Side): NumberKind {
  const { gone, came, at } = hunk;
  const signed = minusIn(gone, before, at) !== minusIn(came, after, hunk.to);
  const [was, is] = [valuesIn(gone), valuesIn(came)];
  const out: NumberKind = { kind: null, gone: was.all, came: is.all, byValue: false };
  if (joined(gone) === joined(came)) {
    // 10 000 is another form of 10000, and "5 mm" of "5mm" only another space.
    return /^\d+$/.test(joined(gone)) ? { ...out, kind: "numbers-data" } : out;
  }
  if (bare(gone) === bare(came) && !signed) {
    const separated = [...gone, ...came].some((one) => one.kind === "number" && /\d[.,]\d/.test(one.text));
    return separated && was.all.join(" ") !== is.all.join(" ") ? { ...out, kind: "numbers-data" } : out;
  }
  if (isOtherValue(was, is)) return { ...out, kind: "numbers-data", byValue: true };
  const near = [before[at - 1], ...gone, ...came].some((one) => one?.kind === "number" || isNumberWord(one?.key ?? ""));
  const around = [before[at - 1], before[at + gone.length]].some((one) => one !== undefined && OPERATORS.has(one.text));
  const other =
    signed ||
    signs(gone) !== signs(came) ||
    (near && swapped(gone, came, UNITS) && !oneUnit(gone, came)) ||
    swapped(gone, came, MONTHS) ||
    swapped(gone, came, WEEKDAYS) ||
    (around && isShort(gone) && isShort(came)) ||
    differ(gone, came, /^[b-hj-zα-ω]$/u) ||
    differ(gone, came, ROMAN) ||
    named(gone) !== named(came);
  return other ? { ...out, kind: "numbers-data" } : out;
}

const ROMAN = /^[IVXLC]+$/;

/** Whether numbers differ. A weak number word only counts beside another number. */
function isOtherValue(was: Values, is: Values): boolean {
  if (was.all.length === 0 && is.all.length === 0)
    return was.weak.length > 0 && is.weak.length > 0 && was.weak.join(" ") !== is.weak.join(" ");
  const all = (one: Values, other: Values): string =>
    [...one.all, ...(other.all.length > 0 ? one.weak : [])].sort().join(" ");
  return all(was, is) !== all(is, was);
}

/** Whether a word of a list stands for another one. */
function swapped(gone: Side, came: Side, list: ReadonlySet<string>): boolean {
  const only = (side: Side, other: Side): boolean =>
    side.some((one) => list.has(one.key) && !other.some((it) => it.key === one.key));
  return only(gone, came) && only(came, gone);
}

const isShort = (side: Side): boolean =>
  side.length > 0 && side.every((one) => one.kind !== "word" || one.text.length <= 3);

/** Whether both sides have such words, and other ones. */
function differ(gone: Side, came: Side, shape: RegExp): boolean {
  const found = (side: Side): string =>
    side
      .filter((one) => shape.test(shape === ROMAN ? one.text : one.key))
      .map((one) => one.text)
      .join(" ");
  return found(gone) !== "" && found(came) !== "" && found(gone) !== found(came);
}

/** Names as in program code. */
const named = (side: Side): string =>
  side
    .filter((one) => one.text.includes("_"))
    .map((one) => one.text)
    .join(" ");

type Values = { all: string[]; weak: string[] };

/** Digits as they're written, and the values of number words, which are another form of them. */
function valuesIn(tokens: Side): Values {
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
