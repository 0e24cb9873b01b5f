import { LABEL_WORDS, MONTHS, UNITS } from "./word-lists.ts";
import type { Token } from "./tokens.ts";

/** Citations and numbers of figures, tables, and sections in a text. */

const YEAR = /^(?:1[4-9]|20)\d\d[a-z]?$/;
const LONGEST_BRACKET = 80;
/** Words that may stand between the names and the year of a citation. */
const BETWEEN = new Set(
  "and et al & von van de der den la le du of for the in press see also e.g. i.e. cf p pp n d ed eds vol no para ch chap chapter fol ibid op cit cited as quoted by forthcoming e g trans".split(
    " ",
  ),
);
/** How a citation looks, not what it cites. */
const FORM = new Set("and et al & p pp page pages ed eds vol no see also e.g. i.e. cf e g".split(" "));
const POINTERS = new Set("ibid fol fols cit mss".split(" "));
const AROUND_LABELS = new Set(
  "see also cf e.g. shown in and left right top bottom panel upper lower to the".split(" "),
);

const isName = (token: Token | undefined): boolean =>
  token?.kind === "word" && /^\p{Lu}/u.test(token.text) && !MONTHS.has(token.key);

type Stretch = { from: number; to: number };

/** Marks the tokens of citations and labels. @returns what each citation refers to, in order */
export function markSpans(tokens: Token[]): string[] {
  markLabels(tokens);
  const cited = markLaws(tokens);
  for (let i = 0; i < tokens.length; i++) {
    const found = citationAt(tokens, i);
    if (!found || tokens[found.from]?.role === "citation") continue;
    setRole(tokens, found, "citation");
    const source = sourceIn(tokens.slice(found.from, found.to + 1));
    if (source !== "") cited.push(source);
    i = found.to;
  }
  return cited;
}

const setRole = (tokens: readonly Token[], { from, to }: Stretch, role: Token["role"]): void => {
  for (let n = from; n <= to; n++) (tokens[n] as Token).role = role;
};

/** The citation whose bracket, raised number, or first name is here. */
function citationAt(tokens: readonly Token[], i: number): Stretch | null {
  const first = tokens[i] as Token;
  if (first.text === "(" || first.text === "[") return bracketAt(tokens, i);
  if (isRaised(tokens, i)) {
    let to = first.text === "^" ? i + 1 : i;
    const goesOn = (text = ""): boolean => /^[,–-]$/.test(text) || SUPERSCRIPT.test(text);
    while (to < i + 20 && tokens[to + 1]?.spaced === false && goesOn(tokens[to + 1]?.text)) to++;
    return { from: i, to };
  }
  if (!isName(first) || tokens[i + 1]?.key !== "et" || !tokens[i + 2]?.key.startsWith("al")) return null;
  const to = tokens[i + 3]?.text === "." ? i + 3 : i + 2;
  const end = tokens[to + 1]?.text === "(" && YEAR.test(tokens[to + 2]?.key ?? "") ? closing(tokens, to + 1) : -1;
  return { from: i, to: Math.max(to, end) };
}

/** (Voss, 2013), Voss (2013), [3], Voss [3] */
function bracketAt(tokens: readonly Token[], i: number): Stretch | null {
  const to = closing(tokens, i);
  if (to < 0) return null;
  const inner = tokens.slice(i + 1, to);
  if (tokens[i]?.text === "[" && isNumbered(inner)) return { from: namesBefore(tokens, i), to };
  if (isAuthorYear(inner)) return { from: i, to };
  if (!YEAR.test(inner[0]?.key ?? "") || inner.some((one) => one.kind === "word" && !BETWEEN.has(one.key))) return null;
  const from = namesBefore(tokens, i);
  return from < i ? { from, to } : null;
}

const SUPERSCRIPT = /^[⁰¹²³⁴-⁹]$/;

/** A source's number above the line, as ^7 or ⁷, and not a power: it's behind a word or a mark. */
function isRaised(tokens: readonly Token[], at: number): boolean {
  const [sign, before] = [tokens[at], tokens[at - 1]];
  if (!sign || sign.spaced || !before) return false;
  if (
    !SUPERSCRIPT.test(sign.text) &&
    !(sign.text === "^" && tokens[at + 1]?.kind === "number" && !tokens[at + 1]?.spaced)
  )
    return false;
  return before.kind === "mark"
    ? /^[.,;:)”"’]$/.test(before.text)
    : before.kind === "word" && before.key.length > 2 && !UNITS.has(before.key);
}

const LAWS = new Set(
  "act acts code statute statutes treaty directive regulation convention constitution charter ordinance decree bill".split(
    " ",
  ),
);
const PARTS_OF_LAWS = new Set(
  "section sections s ss sec article articles art rule rules paragraph para clause § chapter".split(" "),
);

/** Laws and cases: section 14(2) of the Canals Act 1903; Perrin v Dale [1962] 2 KB 14. @returns what each refers to */
function markLaws(tokens: readonly Token[]): string[] {
  const cited: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.role === "citation") continue;
    const found = /^vs?$/.test(token.key)
      ? caseAt(tokens, i)
      : LAWS.has(token.key) && isName(token)
        ? lawAt(tokens, i)
        : null;
    if (!found) continue;
    setRole(tokens, found, "citation");
    cited.push(
      tokens
        .slice(found.from, found.to + 1)
        .map((one) => one.key)
        .join(" "),
    );
  }
  return cited;
}

/** A case, by the "v" between its parties. It has a year. */
function caseAt(tokens: readonly Token[], i: number): Stretch | null {
  let to = tokens[i + 1]?.text === "." ? i + 2 : i + 1;
  if (!isName(tokens[i - 1]) || !isName(tokens[to])) return null;
  const goesOn = (one: Token | undefined): boolean =>
    one !== undefined && (one.kind === "number" || "[](),".includes(one.text) || isName(one));
  while (to < i + 14 && goesOn(tokens[to + 1])) to++;
  return tokens.slice(i, to + 1).some((one) => YEAR.test(one.key)) ? { from: i - 1, to } : null;
}

/** A law with its section or year, by its last word: section 14(2) of the Canals Act 1903; Tenancy Act 1985, s 12. */
function lawAt(tokens: readonly Token[], i: number): Stretch | null {
  let name = i;
  const named = (one: Token | undefined): boolean => isName(one) || /^(?:of|the|and)$/.test(one?.key ?? "");
  while (name > 0 && name > i - 8 && named(tokens[name - 1])) name--;
  let from = name;
  for (let n = name - 1; n >= 0 && n > name - 8; n--) {
    const one = tokens[n] as Token;
    if (PARTS_OF_LAWS.has(one.key)) from = n;
    else if (one.kind === "word" && one.text.length > 1) break;
  }
  let to = YEAR.test(tokens[i + 1]?.key ?? "") ? i + 1 : i;
  const part = tokens[to + 1]?.text === "," ? to + 2 : to + 1;
  if (PARTS_OF_LAWS.has(tokens[part]?.key ?? "") && tokens[part + 1]?.kind === "number") {
    to = part + 1;
    while (to < part + 10 && /^[()]$|^\d+[a-z]?$|^[a-z]$/.test(tokens[to + 1]?.key ?? "")) to++;
  }
  return from < name || to > i ? { from, to } : null;
}

/** Where a bracket closes, -1 if it doesn't soon. */
function closing(tokens: readonly Token[], at: number): number {
  const [open, close] = tokens[at]?.text === "(" ? ["(", ")"] : ["[", "]"];
  for (let i = at + 1; i < tokens.length && i < at + LONGEST_BRACKET; i++) {
    if (tokens[i]?.text === close) return i;
    if (tokens[i]?.text === open) return -1;
  }
  return -1;
}

/** 3,5 and 12, p. 4 */
const isNumbered = (inner: readonly Token[]): boolean =>
  /^\d{1,4}(?:,\d{1,4})*$/.test(inner[0]?.key ?? "") &&
  inner.every((one) =>
    one.kind === "word"
      ? BETWEEN.has(one.key)
      : one.kind === "number"
        ? /^[\d,]+[a-z]?$/.test(one.key)
        : /[,;.–—-]/.test(one.text),
  );

/** Smith and Lee, 2019, p. 3; County Archive, Q/17, fol. 3 */
function isAuthorYear(inner: readonly Token[]): boolean {
  if (inner.some((one) => POINTERS.has(one.key))) return true;
  const year = inner.findIndex((one, i) => YEAR.test(one.key) || (one.key === "n.d." && i > 0));
  const undated = inner.length < 8 && (inner.at(-1)?.key === "press" || inner.at(-1)?.key === "forthcoming");
  if (year < 0 && !undated) return false;
  const names = inner.slice(0, year < 0 ? inner.length - 1 : year);
  return (
    names.some((one) => isName(one) && one.role !== "label") &&
    names.every((one) => one.kind !== "word" || isName(one) || BETWEEN.has(one.key))
  );
}

/** Where the names in front of a year in brackets begin: Voss and Hale (2013), Voss et al. (2013), Voss's (2013). */
function namesBefore(tokens: readonly Token[], at: number): number {
  let from = at;
  for (let i = at - 1; i >= 0 && i > at - 14; i--) {
    const token = tokens[i] as Token;
    if (isName(token)) from = i;
    else if (!/^(?:and|&|et|al|,|\.|of|for|von|van|de)$/.test(token.key)) break;
  }
  return from;
}

/** What readers would look up. */
function sourceIn(tokens: readonly Token[]): string {
  const bracket = tokens.findIndex((one) => one.text === "[");
  if (bracket > 0) {
    const names = sourceIn(tokens.slice(0, bracket));
    return `${names} ${sourceIn(tokens.slice(bracket))}`;
  }
  if (bracket === 0 && isNumbered(tokens.slice(1, -1))) {
    const numbers: string[] = [];
    for (const [i, one] of tokens.entries()) {
      if (one.kind === "mark") continue;
      const all = one.key.split(",");
      const previous = Number(numbers.at(-1));
      if (/^[–—-]$/.test(tokens[i - 1]?.text ?? "") && Number(one.key) - previous < 100)
        for (let n = previous + 1; n < Number(one.key); n++) numbers.push(String(n));
      if (!FORM.has(one.key)) numbers.push(...all);
    }
    return numbers.join(" ");
  }
  return tokens
    .filter((one) => one.kind !== "mark" && !FORM.has(one.key) && !/^\p{Lu}\.?$/u.test(one.text))
    .map((one) => one.key.replace(/'s$/, ""))
    .join(" ");
}

const POINTING = new Set("following above below".split(" "));
const POINTED_AT = new Set("figure figures table tables equation equations chart graph diagram".split(" "));

const isLabelNumber = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === "number" || /^(?:[A-Z]|[IVX]{1,5})$/.test(token.text));

function markLabels(tokens: readonly Token[]): void {
  for (let i = 0; i < tokens.length; i++) {
    const word = tokens[i] as Token;
    if (word.text === "§" && tokens[i + 1]?.kind === "number") setRole(tokens, { from: i, to: i + 1 }, "label");
    if (!LABEL_WORDS.has(word.key)) continue;
    const pointed = pointedAt(tokens, i);
    if (pointed) setRole(tokens, pointed, "label");
    const numbered = labelAt(tokens, i);
    if (!numbered) continue;
    setRole(tokens, numbered, "label");
    i = numbered.to;
  }
  // "(see Figure 2)" is a mention as a whole.
  for (const [i, open] of tokens.entries()) {
    const to = open.text === "(" ? closing(tokens, i) : -1;
    if (to < 0 || to > i + 20) continue;
    const inner = tokens.slice(i + 1, to);
    const around = (one: Token): boolean => one.role === "label" || one.kind === "mark" || AROUND_LABELS.has(one.key);
    if (inner.some((one) => one.role === "label") && inner.every(around)) setRole(tokens, { from: i, to }, "label");
  }
}

/** A mention without a number: the following table, the figure above. */
function pointedAt(tokens: readonly Token[], i: number): Stretch | null {
  if (!POINTED_AT.has(tokens[i]?.key ?? "")) return null;
  const from = POINTING.has(tokens[i - 1]?.key ?? "") ? i - 1 : i;
  const to = POINTING.has(tokens[i + 1]?.key ?? "") ? i + 1 : i;
  if (from === i && to === i) return null;
  return { from: tokens[from - 1]?.key === "the" ? from - 1 : from, to };
}

/** A word of labels with its numbers: Figure 2, Eq. (5), Tables 2 and 3, Supplementary Figure 1. */
function labelAt(tokens: readonly Token[], i: number): Stretch | null {
  let to = i + 1;
  while (tokens[to]?.text === "." || tokens[to]?.text === "(") to++;
  if (to > i + 3 || !isLabelNumber(tokens[to])) return null;
  const joins = (one: Token | undefined): boolean => /^(?:,|-|–|and|&|to|\.)$/.test(one?.key ?? "");
  while (joins(tokens[to + 1]) && tokens[to + 2]?.kind === "number") to += 2;
  if (tokens[to + 1]?.text === ")" && tokens.slice(i, to).some((one) => one.text === "(")) to++;
  return { from: /^supplement(?:ary|al)$/.test(tokens[i - 1]?.key ?? "") ? i - 1 : i, to };
}

const NAME_START = /^(?:[[(]?\d{1,3}[\]).]+\s+)?(?:[—–_-]{2,}|[\p{Lu}][\p{L}'’.-]*)/u;
/** Whether a paragraph reads like an entry of a reference list. */
export function isReferenceEntry(text: string): boolean {
  const line = text.trim().slice(0, 400);
  if (line.length < 20 || !NAME_START.test(line)) return false;
  // Vancouver: 2013;12(3):41
  if (/(?:1[5-9]|20)\d\d[^.;]{0,8};\s?\d+(?:\(\d+\))?:\s?e?\d/.test(line)) return true;
  const year = /\((?:(?:1[5-9]|20)\d\d[a-z]?|n\.d\.|in press)(?:, [^()]{1,30})?\)[.,:]?\s/.exec(line);
  if (year && year.index < 200) {
    const names = line.slice(0, year.index).split(/\s+/);
    const last = names.filter(Boolean).at(-1) ?? "";
    const small = names.some(
      (one) =>
        /^\p{Ll}/u.test(one) && !/^(?:and|of|for|the|von|van|de|der|den|la|le|du|et|al\.?|eds?\.?|on|in)\b/u.test(one),
    );
    if (
      !small &&
      names.length > 1 &&
      ((/[.,)]$/.test(last) && last !== "al.") || /^\p{Lu}[\p{L}'’-]+,\s/u.test(line) || /^[—–_-]{2,}/.test(line))
    )
      return true;
    if (!small && /^\)[.]/.test(line.slice(year.index + year[0].trimEnd().length - 2))) return true;
  }
  const dated = /(?:1[5-9]|20)\d\d/.test(line);
  // Munro, A., “Towns and vowels”, Journal of Speech 12 (2013), 3–9.
  if (
    dated &&
    /^(?:[[(]?\d{1,3}[\]).]+\s+)?\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?,\s\p{Lu}\.(?:[\s-]?\p{Lu}\.)*[,;.&(\s]/u.test(
      line,
    )
  )
    return true;
  // [4] A. Munro, “Towns and vowels,” J. Speech, vol. 12, pp. 3–9, 2013.
  if (
    dated &&
    /^(?:[[(]?\d{1,3}[\]).]+\s+)?(?:\p{Lu}\.[\s-]?)+\p{Lu}[\p{L}'’-]+(?:,|\sand\s)/u.test(line) &&
    /\b(?:vol|pp|no)\.\s?\d/.test(line)
  )
    return true;
  // Munro, Alice. Towns and Vowels. Harrow Books, 2013.
  return (
    /^(?:[[(]?\d{1,3}[\]).]+\s+)?[\p{Lu}][\p{L}'’-]+,\s+\p{Lu}/u.test(line) &&
    /(?:,|\.|:)\s(?:1[5-9]|20)\d\d[a-z]?(?:[.,:]|$)/.test(line)
  );
}

const LABELED =
  /^\s*(?:supplementary |extended data )?(?:fig(?:ure|\.)?|table|tab\.|scheme|box|chart|plate|map|graph|diagram|exhibit|listing|panel)\s*(?:[A-Z]?\d{1,3}(?:[.-]\d{1,3})*[a-z]?|[IVX]{1,5}|[A-Z])\s*(?:\([^()]{1,20}\)\s?[.:]|[.:|–—]|\s[-–—]\s|$)/i;
const BELOW = /^\s*(?:notes?|sources?|legend|key|abbreviations?|axis|axes|[xy][- ]axis|columns?|rows?)\s?[.:]\s/i;

/** Whether a paragraph reads like a caption or what's below a table: Figure 2. Map of the basin; Note. Means in brackets. */
export const isCaption = (text: string): boolean => LABELED.test(text.slice(0, 80)) || BELOW.test(text.slice(0, 40));
