import type { Block, Spot } from "../finding.ts";

/** A citation by name and year: "(Smith & Doe, 2010a)" or "Smith and Doe (2010a)". */
export type Named = { names: string[]; etAl: boolean; years: string[]; said: string; spot: Spot };
/** A number of a numeric citation, and the name before it: "Greaves et al. [18]". */
export type Numbered = { number: number; spot: Spot; name: string | null; etAl: boolean };

const PARTICLES = String.raw`(?:(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]i|[Dd]a|[Dd]os|[Dd]u|[Ll]a|[Ll]e|[Tt]en|[Tt]er|[Aa]l|[Ee]l|[Bb]in)[\s-]){0,3}`;
const NAME = String.raw`${PARTICLES}(?:\p{Lu}[\p{L}\p{M}’'-]*[\p{Ll}\p{M}]|[dDO]['’]\p{Lu}[\p{L}-]+)(?:-\p{Lu}[\p{L}]+)?`;
const YEAR = String.raw`(?:1[5-9]|20)\d{2}[a-z]?`;
const YEARS = String.raw`${YEAR}(?:\s?,\s?(?:${YEAR}|[a-z]\b)|\s?[/–-]\s?\d{2,4})*`;
/** "Duckett S. (2002)": some add initials. */
const INITIALS = String.raw`(?:,?\s(?:\p{Lu}\.){1,3}|\s\p{Lu}{1,2}(?=[\s,)]))?`;
const NAMES = String.raw`(${NAME})${INITIALS}((?:,\s${NAME}){0,6})(?:,?\s(?:&|and)\s(${NAME}))?(,?\set\sal\b\.?(?:['’]s)?)?`;
const NARRATIVE = new RegExp(
  String.raw`(?<![\p{L}’'-])${NAMES}(?:['’]s?)?\s\((${YEARS})(?:\s?[,;:][^()]{0,60})?\)`,
  "gu",
);
const LEAD = String.raw`(?:(?:see(?:\salso)?|e\.g\.|i\.e\.|cf\.|also|as\scited\sin|cited\sin|following|after|but\ssee|reviewed\s(?:in|by)|adapted\sfrom|from|in|for\s(?:a\sreview|example|instance|details?)),?\s(?:see\s|also\s)?,?\s?){0,2}`;
const ONE = new RegExp(
  String.raw`^\s?${LEAD}${NAMES},?\s(${YEARS})(?:\s?[,:]\s?(?:pp?\.|paras?\.|ch(?:ap)?\.|fig|table|sec|§|n\.|\d|[ivxl]+\b)[^;]{0,60})?\s?$`,
  "u",
);
const GROUP = new RegExp(
  String.raw`^\s?${LEAD}((?:\p{Lu}[\p{L}&.’'-]*)(?:\s(?:of|the|for|and|&|in|on|\p{Lu}[\p{L}&.’'-]*)){0,8}),\s(${YEARS})\s?$`,
  "u",
);
/** Not names: what may come before a year in parentheses. */
const NO_NAME =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Spring|Summer|Autumn|Fall|Winter|Table|Tables|Figure|Figures|Fig|Section|Chapter|Version|Since|Until|In|From|By|Between|During|Before|After|About|Circa|Figs|Eq|Equation|Appendix|Box|Note|The|This|These|That|See|Also|Data|Source)$/u;

/** The citations by name and year in a manuscript's text, captions, and notes. */
export function namedIn(blocks: readonly Block[]): Named[] {
  const found: Named[] = [];
  for (const [block, { kind, text }] of blocks.entries()) {
    if (kind === "reference" || kind === "code" || kind === "heading" || !/(?:1[5-9]|20)\d{2}/.test(text)) continue;
    for (const match of text.matchAll(NARRATIVE)) push(found, block, match.index, match[0], match);
    for (const group of bracketsIn(text)) {
      let at = group.from;
      for (const part of text.slice(group.from, group.to).split(";")) {
        const one = ONE.exec(part) ?? groupOf(part);
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
  if (NO_NAME.test(first)) return;
  const names = [first.replace(/['’]s$/, ""), ...between.split(", ").filter(Boolean), ...(last ? [last] : [])];
  found.push({
    names,
    etAl: etAl !== undefined && etAl !== "",
    years: yearsOf(years),
    said,
    spot: { block, from, to: from + said.length },
  });
}

/** "2010a, b" is 2010a and 2010b. */
function yearsOf(said: string): string[] {
  const years: string[] = [];
  for (const part of said.split(/\s?,\s?/)) {
    if (/^[a-z]$/.test(part) && years.length > 0) years.push(years.at(-1)!.slice(0, 4) + part);
    else if (/^\d{4}[a-z]?$/.test(part)) years.push(part);
    else {
      const range = /^(\d{4})\s?[/–-]/.exec(part);
      if (range) years.push(range[1]!);
    }
  }
  return years;
}

/** What is in round or square brackets, without brackets inside; at most 600 characters. */
export function bracketsIn(text: string): { from: number; to: number; open: string }[] {
  const found: { from: number; to: number; open: string }[] = [];
  let from = -1;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "(" || c === "[") from = i + 1;
    else if ((c === ")" || c === "]") && from >= 0) {
      if (i - from <= 600) found.push({ from, to: i, open: text[from - 1]! });
      from = -1;
    }
  }
  return found;
}

const LIST = /^\s?\d{1,4}(?:\s?[,;]\s?\d{1,4}|\s?[–-]\s?\d{1,4}){0,40}\s?$/;
const BEFORE = new RegExp(String.raw`(${NAME})(?:\s(?:and|&)\s${NAME})?(\set\sal\.?)?(?:['’]s)?\s?$`, "u");

/** The numbers of citations in square brackets, or raised. @param most the last number of the list, for raised ones */
export function numberedIn(blocks: readonly Block[], raised: boolean): Numbered[] {
  const found: Numbered[] = [];
  for (const [block, { kind, text, marks }] of blocks.entries()) {
    if (kind === "reference" || kind === "code" || kind === "heading") continue;
    const places = raised
      ? marks.filter(({ mark, from, to }) => mark === "superscript" && LIST.test(text.slice(from, to)))
      : bracketsIn(text).filter(({ open, from, to }) => open === "[" && LIST.test(text.slice(from, to)));
    for (const { from, to } of places) {
      const before = BEFORE.exec(text.slice(Math.max(0, from - 80), raised ? from : from - 1));
      for (const number of numbersOf(text.slice(from, to)))
        found.push({
          number,
          spot: { block, from: raised ? from : from - 1, to: raised ? to : to + 1 },
          name: before?.[1] ?? null,
          etAl: before?.[2] !== undefined,
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
