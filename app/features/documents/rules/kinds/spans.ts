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

/** Marks the tokens of citations and labels. @returns what each citation refers to, in order */
export function markSpans(tokens: Token[]): string[] {
  markLabels(tokens);
  const cited = markLaws(tokens);
  for (let i = 0; i < tokens.length; i++) {
    const open = tokens[i] as Token;
    let from = i;
    let to = -1;
    if (open.text === "(" || open.text === "[") {
      const end = closing(tokens, i);
      if (end < 0) continue;
      const inner = tokens.slice(i + 1, end);
      if (open.text === "[" && isNumbered(inner)) {
        from = namesBefore(tokens, i);
        to = end;
      } else if (isAuthorYear(inner)) to = end;
      else if (
        inner[0] &&
        YEAR.test(inner[0].key) &&
        inner.every((one) => one.kind !== "word" || BETWEEN.has(one.key))
      ) {
        from = namesBefore(tokens, i);
        if (from < i) to = end;
      }
    } else if (isRaised(tokens, i)) {
      to = open.text === "^" ? i + 1 : i;
      while (
        to < i + 20 &&
        !tokens[to + 1]?.spaced &&
        (/^[,–-]$/.test(tokens[to + 1]?.text ?? "") || SUPERSCRIPT.test(tokens[to + 1]?.text ?? ""))
      )
        to++;
    } else if (isName(open) && tokens[i + 1]?.key === "et" && /^al/.test(tokens[i + 2]?.key ?? "")) {
      to = tokens[i + 3]?.text === "." ? i + 3 : i + 2;
      const next = tokens[to + 1];
      if (next && next.text === "(") {
        const end = closing(tokens, to + 1);
        if (end > 0 && YEAR.test(tokens[to + 2]?.key ?? "")) to = end;
      }
    }
    if (to < 0 || tokens[from]?.role === "citation") continue;
    for (let n = from; n <= to; n++) (tokens[n] as Token).role = "citation";
    const source = sourceIn(tokens.slice(from, to + 1));
    if (source !== "") cited.push(source);
    i = to;
  }
  return cited;
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
  const mark = (from: number, to: number): void => {
    for (let n = from; n <= to; n++) (tokens[n] as Token).role = "citation";
    cited.push(
      tokens
        .slice(from, to + 1)
        .map((one) => one.key)
        .join(" "),
    );
  };
  for (const [i, token] of tokens.entries()) {
    if (token.role === "citation") continue;
    if (/^vs?$/.test(token.key) && isName(tokens[i - 1])) {
      let to = i + 1;
      if (tokens[to]?.text === ".") to++;
      if (!isName(tokens[to])) continue;
      while (
        to + 1 < tokens.length &&
        to < i + 14 &&
        (tokens[to + 1]?.kind === "number" || /^[[\](),]$/.test(tokens[to + 1]?.text ?? "") || isName(tokens[to + 1]))
      )
        to++;
      if (tokens.slice(i, to + 1).some((one) => YEAR.test(one.key))) mark(i - 1, to);
    } else if (LAWS.has(token.key) && isName(token)) {
      let from = i;
      while (
        from > 0 &&
        (isName(tokens[from - 1]) || /^(?:of|the|and)$/.test(tokens[from - 1]?.key ?? "")) &&
        from > i - 8
      )
        from--;
      const part = from;
      for (let n = part - 1; n >= 0 && n > part - 8; n--) {
        if (PARTS_OF_LAWS.has(tokens[n]?.key ?? "")) from = n;
        else if (tokens[n]?.kind === "word" && (tokens[n]?.text.length ?? 0) > 1) break;
      }
      let to = YEAR.test(tokens[i + 1]?.key ?? "") ? i + 1 : i;
      // Tenancy Act 1985, s 12
      const next = tokens[to + 1]?.text === "," ? to + 2 : to + 1;
      if (PARTS_OF_LAWS.has(tokens[next]?.key ?? "") && tokens[next + 1]?.kind === "number") {
        to = next + 1;
        while (to < next + 10 && /^[()]$|^\d+[a-z]?$|^[a-z]$/.test(tokens[to + 1]?.key ?? "")) to++;
      }
      if (from < part || to > i) mark(from, to);
    }
  }
  return cited;
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

function markLabels(tokens: Token[]): void {
  for (let i = 0; i < tokens.length; i++) {
    const word = tokens[i] as Token;
    if (word.text === "§" && tokens[i + 1]?.kind === "number") {
      word.role = "label";
      (tokens[i + 1] as Token).role = "label";
      continue;
    }
    if (!LABEL_WORDS.has(word.key)) continue;
    // "The following table", "the figure above": a mention without a number.
    const pointed = POINTING.has(tokens[i - 1]?.key ?? "") ? i - 1 : i;
    const last = /^(?:above|below|overleaf)$/.test(tokens[i + 1]?.key ?? "") ? i + 1 : i;
    if (POINTED_AT.has(word.key) && (pointed < i || last > i))
      for (let n = tokens[pointed - 1]?.key === "the" ? pointed - 1 : pointed; n <= last; n++)
        (tokens[n] as Token).role = "label";
    let to = i + 1;
    while (tokens[to]?.text === "." || tokens[to]?.text === "(") to++;
    if (to > i + 3 || !isLabelNumber(tokens[to])) continue;
    while (
      to + 2 < tokens.length &&
      /^(?:,|-|–|and|&|to|\.)$/.test(tokens[to + 1]?.key ?? "") &&
      tokens[to + 2]?.kind === "number"
    )
      to += 2;
    if (tokens[to + 1]?.text === ")" && tokens.slice(i, to).some((one) => one.text === "(")) to++;
    let from = i;
    if (tokens[i - 1]?.key === "supplementary" || tokens[i - 1]?.key === "supplemental") from--;
    for (let n = from; n <= to; n++) (tokens[n] as Token).role = "label";
    i = to;
  }
  // "(see Figure 2)" is a mention as a whole.
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]?.text !== "(") continue;
    const end = closing(tokens, i);
    if (end < 0 || end > i + 20) continue;
    const inner = tokens.slice(i + 1, end);
    if (
      inner.some((one) => one.role === "label") &&
      inner.every((one) => one.role === "label" || one.kind === "mark" || AROUND_LABELS.has(one.key))
    )
      for (let n = i; n <= end; n++) (tokens[n] as Token).role = "label";
  }
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
      (/[.,)]$/.test(last) || /^\p{Lu}[\p{L}'’-]+,\s/u.test(line) || /^[—–_-]{2,}/.test(line))
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
