import { foldText } from "#app/platform/rules/text/fold.ts";
import type { Block } from "../finding.ts";

/** An entry of the reference list, as far as it can be read. */
export type Entry = {
  block: number;
  /** Which of the document's lists it's in: a heading between entries begins another. */
  list: number;
  text: string;
  /** Its number in a numbered list, or null. */
  number: number | null;
  /** Family names, or the name of an organization. */
  authors: string[];
  /** Its authors' names could be read: it looks like an entry. */
  sure: boolean;
  /** All its authors could be read, so that they can be counted. */
  complete: boolean;
  /** It ends in "et al." or "and others": there are more. */
  more: boolean;
  /** "2014", "2014a", "in press"; null if it has none. */
  year: string | null;
  /** From the end of the authors and the year, folded: what two copies of an entry share. */
  title: string;
  hasVolume: boolean;
  hasPages: boolean;
  doi: string | null;
};

const NUMBERED = /^\s*(?:\[(\d{1,4})\]|\((\d{1,4})\)|(\d{1,4})[.)]|(\d{1,3})\s(?=\p{Lu}))\s*/u;
/** More of an entry isn't read. */
export const LONGEST_ENTRY = 2_000;
const ADDRESS = /(?:https?:\/\/|www\.|doi:\s?|doi\.org\/)\S{1,500}/gi;

/** The entries of the reference lists, in order. */
export function entriesOf(blocks: readonly Block[]): Entry[] {
  const entries: Entry[] = [];
  /** The authors of the entry before, as it has them. */
  let names = "";
  let list = 0;
  for (const [block, { kind, text, label }] of blocks.entries()) {
    if (kind === "heading" && entries.at(-1)?.list === list) list++;
    if (kind !== "reference" || text.trim().length < 20) continue;
    const entry = { ...parse(block, text.slice(0, LONGEST_ENTRY), label, names), list };
    names = entry.names;
    entries.push(entry);
  }
  return entries;
}

/** Dashes for the authors of the entry before. */
const SAME_AUTHORS = /^\s*(?:[—―]{1,3}|[-–_]{2,6})(?=[\s.,;:(])/;

function parse(block: number, text: string, label: string, before: string): Omit<Entry, "list"> & { names: string } {
  const typed = NUMBERED.exec(text);
  const number = typed
    ? Number(typed[1] ?? typed[2] ?? typed[3] ?? typed[4])
    : (/^\D{0,1}(\d{1,4})\D{0,1}$/.exec(label)?.[1] ?? null);
  const said = typed ? text.slice(typed[0].length) : text;
  const body = before ? said.replace(SAME_AUTHORS, () => before) : said;
  const doi = /(?:doi:\s?|doi\.org\/|DOI\s)(\S{3,200})/i.exec(body)?.[1]?.replace(/[.,;)\]]+$/, "") ?? null;
  const plain = body.replaceAll(ADDRESS, " ");
  const { year, at } = yearIn(plain);
  const { authors, more, end, sure, complete } = authorsIn(plain, at);
  const rest = plain.slice(at !== null && at < 400 && at - end < 8 ? at + (year?.length ?? 0) : end);
  const volume = VOLUME.exec(rest);
  return {
    block,
    text,
    number: number === null ? null : Number(number),
    authors,
    more,
    sure,
    complete,
    year,
    title: foldText(rest)
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
    hasVolume: volume !== null,
    hasPages:
      volume !== null && /\d|\b[ivxl]{2,}\b/.test(rest.slice(volume.index + volume[0].length).replace(NO_PAGES, "")),
    doi,
    names: authors.length > 0 ? plain.slice(0, end).replace(/[\s.]+$/, "") : "",
  };
}

/** A volume with its issue: "14(2)", "2010;24", "24(4 Suppl)", "vol. 24". */
const VOLUME =
  /(?<![\d-])\d{1,4}\s?\(\s?\d{1,4}[^()]{0,15}\)|;\s?(?!(?:1[5-9]|20)\d{2}\b)\d{1,4}(?:\s?\([^()]{1,15}\))?/;
/** Digits after a volume that aren't pages. */
const NO_PAGES =
  /\((?:1[5-9]|20)\d{2}[a-z]?\)|\b(?:pmid|pmcid|pmc|doi|arxiv|accessed|cited|available|retrieved|epub)\b.*$/giu;

const YEAR = /(?:1[5-9]|20)\d{2}/;
/** An entry's year: in parentheses if there is one, else the last by itself that isn't part of pages or an address. */
function yearIn(text: string): { year: string | null; at: number | null } {
  const bracketed =
    /\((?:[^()]{0,20}[\s,])?((?:1[5-9]|20)\d{2}[a-z]?|in press|forthcoming|n\.\s?d\.)(?:[,\s/–-][^()]{0,30})?\)/i.exec(
      text,
    );
  const none = /\b(?:in press|forthcoming|n\.\s?d\.)/i.exec(text);
  // "N.d. ... (accessed 2018)": a later year is of something else.
  if (none && none.index < (bracketed?.index ?? Infinity) && !YEAR.test(text.slice(0, none.index)))
    return { year: none[0], at: none.index };
  if (bracketed) return { year: bracketed[1]!, at: bracketed.index + bracketed[0].indexOf(bracketed[1]!) };
  const candidates = [
    ...text.matchAll(/(?<![\d–\-/:]|[^\p{L}]\.)(?:1[5-9]|20)\d{2}[a-z]?(?![\p{L}\d–]|-\d|\s?[–-]\s?\d)/gu),
  ];
  // "2010;24:1" and "2010." before others: a title may contain a year.
  const strong = candidates.find(
    (one) => /^\s?;|^\./.test(text.slice(one.index + one[0].length)) || /[.,(]\s$/.test(text.slice(0, one.index)),
  );
  const one = strong ?? candidates.at(-1);
  if (one) return { year: one[0], at: one.index };
  return none ? { year: none[0], at: none.index } : { year: null, at: null };
}

const PARTICLES =
  "(?:(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]as|[Dd]os|[Dd]u|[Ll]a|[Ll]e|[Tt]en|[Tt]er|af|[Aa]l|[Ee]l|[Bb]in|ibn|zu|zur|zum|[Ss]t\\.?|’t|'t)[\\s-])*";
/** One to three words, none of them an initial. */
const FAMILY = String.raw`${PARTICLES}(?:\p{Lu}[\p{L}\p{M}’'-]+|[dDlLO]['’]\p{Lu}[\p{L}-]+)(?:[\s-]\p{Lu}[\p{Ll}\p{M}’'-]{2,}){0,2}`;
const AND = String.raw`(?:[,;]?\s(?:&|and|et|y|und)\s|[,;]\s(?:(?:&|and)\s)?)`;
const SUFFIX = String.raw`(?:,?\s(?:Jr|Sr|II|III|IV|2nd|3rd)\b\.?)?`;
/** "T. B.", "T.B.", "J.-P.", "Ch." */
const DOTTED = String.raw`(?:\p{Lu}\p{Ll}?\.[\s\u00a0-]{0,2}){1,5}`;
/** "TB", "J-P" */
const BARE = String.raw`\p{Lu}{1,4}(?:-\p{Lu})?(?![\p{L}'’])`;
const GIVEN = String.raw`\p{Lu}[\p{L}\p{M}’'-]+(?:\s(?:\p{Lu}\.?|\p{Lu}[\p{Ll}\p{M}-]+)(?![\p{L}]))?`;
/** How an entry writes its first author, and how it may write the others. */
const STYLES: readonly { first: RegExp; later: readonly RegExp[] }[] = [
  // "Cotterill, M. J., & Moss, H.", or "..., and H. Moss"
  {
    first: new RegExp(String.raw`^(${FAMILY}),\s(?:${DOTTED}|${BARE})${SUFFIX}`, "u"),
    later: [
      new RegExp(String.raw`^${AND}(${FAMILY}),\s(?:${DOTTED}|${BARE})${SUFFIX}`, "u"),
      new RegExp(String.raw`^${AND}(?:${DOTTED}\s?|(?:${BARE}\s)+)(${FAMILY})(?=[,.;:\s(]|$)`, "u"),
    ],
  },
  // "Cotterill MJ, Moss H"
  {
    first: new RegExp(String.raw`^(${FAMILY})\s(?:${BARE}|${DOTTED})${SUFFIX}(?=[,.;:\s(]|$)`, "u"),
    later: [new RegExp(String.raw`^${AND}(${FAMILY})\s(?:${BARE}|${DOTTED})${SUFFIX}(?=[,.;:\s(]|$)`, "u")],
  },
  // "M. J. Cotterill, H. Moss, and K. Lee"
  {
    first: new RegExp(String.raw`^${DOTTED}\s?(${FAMILY})(?=[,.;:\s(]|$)`, "u"),
    later: [new RegExp(String.raw`^${AND}${DOTTED}\s?(${FAMILY})(?=[,.;:\s(]|$)`, "u")],
  },
  // "Cotterill, Mary, and Henry Moss", or "Cotterill, Mary; Moss, Henry"
  {
    first: new RegExp(String.raw`^(${FAMILY}),\s(?:${GIVEN})(?=[,.;:\s(]|$)${SUFFIX}`, "u"),
    later: [
      new RegExp(String.raw`^;\s(${FAMILY}),\s(?:${GIVEN})`, "u"),
      new RegExp(
        String.raw`^${AND}(?:\p{Lu}[\p{L}\p{M}.’'-]*\s){1,3}?(${PARTICLES}\p{Lu}[\p{L}\p{M}’'-]+)(?=[,.;:(]|\s(?:and|&)\s|\s\d|$)`,
        "u",
      ),
      new RegExp(String.raw`^${AND}(${FAMILY}),\s(?:${GIVEN})`, "u"),
    ],
  },
];
const OTHERS = /^,?\s?(?:&\s|and\s)?(?:et\sal\b\.?|others\b|(?:…|\.\s?\.\s?\.)\s?(?:&\s)?)/u;
/** What may be between the authors and the year. */
const BEFORE_YEAR = /^[\s.,;:([]*(?:\(?(?:eds?|hrsg|comps?|trans|org)\b\.?\)?)?[\s.,;:([]*$/i;

/** The authors' family names; an organization's name if there are none. */
function authorsIn(
  text: string,
  yearAt: number | null,
): Pick<Entry, "authors" | "more" | "sure" | "complete"> & { end: number } {
  const start = text.length - text.trimStart().length;
  const before = yearAt !== null && yearAt < 1_500 ? text.slice(0, yearAt) : text;
  for (const { first, later } of STYLES) {
    const authors: string[] = [];
    let more = false;
    let at = start;
    let match = first.exec(before.slice(at, at + 200));
    while (match && authors.length < 60) {
      authors.push(match[1]!);
      at += match[0].length;
      const rest = before.slice(at, at + 200);
      const others = OTHERS.exec(rest);
      if (others) {
        more = true;
        at += others[0].length;
        // APA has the last author after an ellipsis.
        if (!/…|\.\s?\./.test(others[0])) break;
      }
      const next = others ? `, ${before.slice(at, at + 200)}` : rest;
      match = null;
      for (const pattern of later) {
        match = pattern.exec(next);
        if (match) break;
      }
      if (match && others) at -= 2;
    }
    if (authors.length === 0) continue;
    const left = before.slice(at);
    // All before the year, or up to the full stop, colon, or quotation mark before the title.
    const complete =
      BEFORE_YEAR.test(left.slice(0, 30)) && left.length <= 30
        ? true
        : ENDS.test(text.slice(at)) || ENDS_DOTTED.test(text.slice(Math.max(0, at - 2)));
    return { authors, more, end: at, sure: true, complete };
  }
  // An organization, up to the year or the first full stop.
  const stop = yearAt !== null && yearAt < 200 ? yearAt - 1 : Math.max(0, text.indexOf(". "));
  const name = text
    .slice(0, stop)
    .replaceAll(/[\s.,([]+$/g, "")
    .trim();
  return { authors: name && name.length < 160 ? [name] : [], more: false, end: stop, sure: false, complete: false };
}

/** What ends the authors' names when the year comes later. */
const ENDS = /^\s?(?:\.(?!\s?,)|[:(“"‘]|,\s[“"‘])/;
/** An initial's own full stop: "Cotterill, M. J. Old forms." */
const ENDS_DOTTED = /^\.\s?(?=[\p{Lu}\p{N}“"‘])/u;
