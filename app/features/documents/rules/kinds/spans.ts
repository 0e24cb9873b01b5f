import { LABEL_WORDS, MONTHS } from "./word-lists.ts";
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
  const cited: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const open = tokens[i] as Token;
    let from = i;
    let to = -1;
    if (open.text === "(" || open.text === "[") {
      const end = closing(tokens, i);
      if (end < 0) continue;
      const inner = tokens.slice(i + 1, end);
      if (open.text === "[" && isNumbered(inner)) to = end;
      else if (isAuthorYear(inner)) to = end;
      else if (
        inner[0] &&
        YEAR.test(inner[0].key) &&
        inner.every((one) => one.kind !== "word" || BETWEEN.has(one.key))
      ) {
        from = namesBefore(tokens, i);
        if (from < i) to = end;
      }
    } else if (isName(open) && tokens[i + 1]?.key === "et" && /^al/.test(tokens[i + 2]?.key ?? "")) {
      to = tokens[i + 3]?.text === "." ? i + 3 : i + 2;
      const next = tokens[to + 1];
      if (next && next.text === "(") {
        const end = closing(tokens, to + 1);
        if (end > 0 && YEAR.test(tokens[to + 2]?.key ?? "")) to = end;
      }
    }
    if (to < 0) continue;
    for (let n = from; n <= to; n++) (tokens[n] as Token).role = "citation";
    const source = sourceIn(tokens.slice(from, to + 1));
    if (source !== "") cited.push(source);
    i = to;
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
    names.some((one) => isName(one) && one.role === null) &&
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
  if (tokens[0]?.text === "[" && isNumbered(tokens.slice(1, -1))) {
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
  // Munro, Alice. Towns and Vowels. Harrow Books, 2013.
  return (
    /^(?:[[(]?\d{1,3}[\]).]+\s+)?[\p{Lu}][\p{L}'’-]+,\s+\p{Lu}/u.test(line) &&
    /(?:,|\.|:)\s(?:1[5-9]|20)\d\d[a-z]?(?:[.,:]|$)/.test(line)
  );
}

/** Whether a paragraph reads like a caption: Figure 2. Map of the basin. */
export const isCaption = (text: string): boolean =>
  /^\s*(?:supplementary |extended data )?(?:fig(?:ure|\.)?|table|tab\.|scheme|box|chart|plate|map|graph|diagram|exhibit|listing|panel)\s*(?:[A-Z]?\d{1,3}(?:[.-]\d{1,3})*[a-z]?|[IVX]{1,5}|[A-Z])\s*(?:[.:|–—]|\s[-–—]\s|$)/i.test(
    text.slice(0, 80),
  );
