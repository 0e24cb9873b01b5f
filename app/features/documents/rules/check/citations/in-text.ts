import type { Block, Spot } from "../finding.ts";

/** A citation by name and year: "(Smith & Doe, 2010a)" or "Smith and Doe (2010a)". */
export type Named = {
  names: string[];
  etAl: boolean;
  years: string[];
  said: string;
  spot: Spot;
  /** Its names are parted by commas alone: the first may open a sentence, as in "However, Smith (2010)". */
  list: boolean;
};
/** A number of a numeric citation, and the name before it: "Greaves et al. [18]". */
export type Numbered = { number: number; spot: Spot; name: string | null; etAl: boolean; inCell: boolean };

const PARTICLES = String.raw`(?:(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]i|[Dd]a|[Dd]os|[Dd]u|[Ll]a|[Ll]e|[Tt]en|[Tt]er|[Aa]l|[Ee]l|[Bb]in)[\s-]){0,3}`;
const NAME = String.raw`${PARTICLES}(?:\p{Lu}[\p{L}\p{M}’'-]*[\p{Ll}\p{M}]|[dDO]['’]\p{Lu}[\p{L}-]+)(?:-\p{Lu}[\p{L}]+)?`;
const YEAR = String.raw`(?:(?:1[5-9]|20)\d{2}[a-z]?|in\spress|forthcoming|n\.\s?d\.)`;
const YEARS = String.raw`${YEAR}(?:\s?,\s?(?:${YEAR}|[a-z]\b)|\s?[/–-]\s?\d{2,4})*`;
/** "Duckett S. (2002)": some add initials. */
const INITIALS = String.raw`(?:,?\s(?:\p{Lu}\.){1,3}|\s\p{Lu}{1,2}(?=[\s,)]))?`;
/** "Saville Kent", where nothing else can be meant. */
const FULL_NAME = String.raw`${NAME}(?:\s\p{Lu}[\p{L}\p{M}’'-]*[\p{Ll}\p{M}]){0,2}`;
const names = (first: string) =>
  String.raw`(${first})${INITIALS}((?:,\s${first}){0,6})(?:,?\s(?:&|and)\s(${FULL_NAME}))?(,?\set\sal\b\.?(?:['’]s)?|\sand\s(?:colleagues|co-?workers|others)\b)?`;
const NARRATIVE = new RegExp(
  String.raw`(?<![\p{L}’'-])${names(NAME)}(?:['’]s?)?\s\((${YEARS})(?:\s?[,;:][^()]{0,60})?\)`,
  "gu",
);
const LEAD = String.raw`(?:(?:see(?:\salso)?|e\.g\.|i\.e\.|cf\.|also|as\scited\sin|cited\sin|following|after|but\ssee|reviewed\s(?:in|by)|adapted\sfrom|from|in|for\s(?:a\sreview|example|instance|details?)),?\s(?:see\s|also\s)?,?\s?){0,2}`;
const ONE = new RegExp(
  String.raw`^\s?${LEAD}${names(FULL_NAME)},?\s(${YEARS})(?:\s?[,:]\s?(?:pp?\.|paras?\.|ch(?:ap)?\.|fig|table|sec|§|n\.|\d|[ivxl]+\b)[^;]{0,60})?\s?$`,
  "u",
);
const GROUP = new RegExp(
  String.raw`^\s?${LEAD}((?:\p{Lu}[\p{L}&.’'-]*)(?:\s(?:of|the|for|and|&|in|on|\p{Lu}[\p{L}&.’'-]*)){0,8}),\s(${YEARS})\s?$`,
  "u",
);
/** Not names: what may come before a year in parentheses. */
const NO_NAME =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Spring|Summer|Autumn|Fall|Winter|Table|Tables|Figure|Figures|Fig|Section|Chapter|Version|Since|Until|In|From|By|Between|During|Before|After|About|Circa|Figs|Eq|Equation|Appendix|Box|Note|The|This|These|That|See|Also|Data|Source)$/u;

const DATED = /(?:1[5-9]|20)\d{2}|in press|forthcoming|n\.\s?d\./;

/** The citations by name and year in a manuscript's text, captions, and notes. */
export function namedIn(blocks: readonly Block[]): Named[] {
  const found: Named[] = [];
  for (const [block, { kind, text }] of blocks.entries()) {
    if (kind === "reference" || kind === "code" || kind === "heading" || !DATED.test(text)) continue;
    for (const match of text.matchAll(NARRATIVE)) push(found, block, match.index, match[0], match);
    for (const group of bracketsIn(text)) {
      let at = group.from;
      for (const part of text.slice(group.from, group.to).split(";")) {
        // "World Health Organization [WHO], 2020"
        const plain = part.replaceAll(/\s?\[[^\]]{0,20}\]/g, "");
        const one = ONE.exec(plain) ?? groupOf(plain);
        if (one) push(found, block, at + part.length - part.trimStart().length, part.trim(), one);
        at += part.length + 1;
      }
    }
  }
  return found;
}

/** An organization's name as one name. */
function groupOf(part: string): (string | undefined)[] | null {
  const match = GROUP.exec(part);
  return match ? [match[0], match[1], "", undefined, undefined, match[2]] : null;
}

function push(found: Named[], block: number, from: number, said: string, match: readonly (string | undefined)[]): void {
  const [, first = "", between = "", last, etAl, years = ""] = match;
  if (NO_NAME.test(first.split("-")[0]!)) return;
  const names = [first.replace(/['’]s$/, ""), ...between.split(", ").filter(Boolean), ...(last ? [last] : [])];
  found.push({
    names,
    etAl: etAl !== undefined && etAl !== "",
    years: yearsOf(years),
    said,
    spot: { block, from, to: from + said.length },
    list: between !== "" && !last,
  });
}

/** "2010a, b" is 2010a and 2010b. "(1913–1970)" is a life, and "1867/1976" two editions. */
function yearsOf(said: string): string[] {
  const years: string[] = [];
  if (/[/–-]/.test(said)) return years;
  for (const part of said.split(/\s?,\s?/)) {
    if (/^[a-z]$/.test(part) && years.length > 0) years.push(years.at(-1)!.slice(0, 4) + part);
    else years.push(part);
  }
  return years;
}

type Bracket = { from: number; to: number; open: string };

/** What is in round or square brackets, at most 600 characters, from the inside to the outside. */
export function bracketsIn(text: string): Bracket[] {
  const found: Bracket[] = [];
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "(" || c === "[") {
      if (open.length === DEEPEST) open.shift();
      open.push(i + 1);
    } else if (c === ")" || c === "]") {
      const from = open.pop();
      if (from !== undefined && i - from <= 600) found.push({ from, to: i, open: text[from - 1]! });
    }
  }
  return found;
}

/** Brackets in brackets in brackets are enough. */
const DEEPEST = 3;

const LIST = /^\s?\d{1,4}(?:\s?[,;]\s?\d{1,4}|\s?[–-]\s?\d{1,4}){0,40}\s?$/;
const BEFORE = new RegExp(String.raw`(${NAME})(?:\s(?:and|&)\s${NAME})?(\set\sal\.?)?(?:['’]s)?\s?$`, "u");

/** Numbers of citations in square brackets. */
export const inBrackets = (blocks: readonly Block[]): Numbered[] => numbered(blocks, (block) => joined(block, "["));
/** Numbers of citations in parentheses, or what looks like them. */
export const inParentheses = (blocks: readonly Block[]): Numbered[] => numbered(blocks, (block) => joined(block, "("));
/** Raised numbers. */
export const raised = (blocks: readonly Block[]): Numbered[] =>
  numbered(blocks, ({ text, marks }) =>
    marks.flatMap(({ mark, from, to }) =>
      mark === "superscript" && LIST.test(text.slice(from, to)) ? [{ from, to, list: text.slice(from, to) }] : [],
    ),
  );

type NumberList = { from: number; to: number; list: string };

/** Lists of numbers in brackets; "[2]–[5]" is one. */
function joined({ text }: Block, sign: string): NumberList[] {
  const found: NumberList[] = [];
  for (const { open, from, to } of bracketsIn(text)) {
    if (
      open !== sign ||
      !LIST.test(text.slice(from, to)) ||
      INTERVAL.test(text.slice(Math.max(0, from - 30), from - 1)) ||
      UNIT.test(text.slice(to + 1, to + 12))
    )
      continue;
    const list = text.slice(from, to);
    // "[0, 1]" is an interval.
    if (/^\s?0|,\s?0\b/.test(list)) continue;
    const last = found.at(-1);
    if (last && /^\s?[–-]\s?$/.test(text.slice(last.to, from - 1))) {
      last.list += `–${list}`;
      last.to = to + 1;
    } else found.push({ from: from - 1, to: to + 1, list });
  }
  return found;
}

/** "[30, 60] mm" has values. */
const UNIT = /^\s?(?:mm|cm|km|nm|µm|ms|min|Hz|kHz|MHz|degrees?|years?|days?|hours?|[%°])(?![\p{L}])/u;
/** What's before an interval, a vector, or an index, and not before a citation. */
const INTERVAL = /(?:[=∈<>≤≥×^]|\b(?:interval|range|domain|vector))\s?$/i;

function numbered(blocks: readonly Block[], listsOf: (block: Block) => NumberList[]): Numbered[] {
  const found: Numbered[] = [];
  for (const [block, it] of blocks.entries()) {
    const { kind, text } = it;
    if (kind === "reference" || kind === "code" || kind === "heading") continue;
    for (const { from, to, list } of listsOf(it)) {
      const before = BEFORE.exec(text.slice(Math.max(0, from - 80), from));
      for (const number of numbersOf(list))
        found.push({
          number,
          spot: { block, from, to },
          name: before?.[1]?.replace(/['’]s$/, "") ?? null,
          etAl: before?.[2] !== undefined,
          inCell: kind === "cell" || kind === "caption",
        });
    }
  }
  return found;
}

function numbersOf(list: string): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map((one) => Number(one.trim()));
    return to >= from && to - from < 200 ? Array.from({ length: to - from + 1 }, (_, i) => from + i) : [from];
  });
}
