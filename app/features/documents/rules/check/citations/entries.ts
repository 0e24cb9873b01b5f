import { foldText } from "#app/platform/rules/text/fold.ts";
import type { Block } from "../finding.ts";

/** An entry of the reference list, as far as it can be read. */
export type Entry = {
  block: number;
  text: string;
  /** Its number in a numbered list, or null. */
  number: number | null;
  /** Family names, or the name of an organization. */
  authors: string[];
  /** Its authors' names could be read: it looks like an entry. */
  sure: boolean;
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
const ADDRESS = /(?:https?:\/\/|www\.|doi:\s?|doi\.org\/)\S{1,500}/gi;

/** The entries of the reference lists, in order. */
export function entriesOf(blocks: readonly Block[]): Entry[] {
  const entries: Entry[] = [];
  for (const [block, { kind, text, label }] of blocks.entries()) {
    if (kind !== "reference" || text.trim().length < 20) continue;
    entries.push(parse(block, text.slice(0, 2_000), label));
  }
  return entries;
}

function parse(block: number, text: string, label: string): Entry {
  const typed = NUMBERED.exec(text);
  const number = typed
    ? Number(typed[1] ?? typed[2] ?? typed[3] ?? typed[4])
    : (/^\D{0,1}(\d{1,4})\D{0,1}$/.exec(label)?.[1] ?? null);
  const body = typed ? text.slice(typed[0].length) : text;
  const doi = /(?:doi:\s?|doi\.org\/|DOI\s)(\S{3,200})/i.exec(body)?.[1]?.replace(/[.,;)\]]+$/, "") ?? null;
  const plain = body.replaceAll(ADDRESS, " ");
  const { year, at } = yearIn(plain);
  const { authors, more, end, sure } = authorsIn(plain, at);
  const rest = plain.slice(Math.max(end, at === null ? 0 : at + (year?.length ?? 0)));
  return {
    block,
    text,
    number: number === null ? null : Number(number),
    authors,
    more,
    sure,
    year,
    title: foldText(plain.slice(at !== null && at < 300 && at - end < 8 ? at + (year?.length ?? 0) : end))
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
      .slice(0, 60),
    hasVolume: /\d{1,4}\s?\(\s?\d{1,4}[^)]{0,12}\)|[;,]\s?\d{1,4}\s?:/.test(rest) || /;\s?\d{1,4}/.test(plain),
    hasPages: pagesIn(plain),
    doi,
  };
}

/** An entry's year: in parentheses if there is one, else the last by itself that isn't part of pages or an address. */
function yearIn(text: string): { year: string | null; at: number | null } {
  const bracketed =
    /\((?:[^()]{0,20}[\s,])?((?:1[5-9]|20)\d{2}[a-z]?|in press|forthcoming|n\.\s?d\.)(?:[,\s/–-][^()]{0,30})?\)/i.exec(
      text,
    );
  if (bracketed) return { year: bracketed[1]!, at: bracketed.index + bracketed[0].indexOf(bracketed[1]!) };
  const candidates = [...text.matchAll(/(?<![\d–\-/.:])(?:1[5-9]|20)\d{2}[a-z]?(?![\d–]|-\d|\s?[–-]\s?\d)/g)];
  // "2010;24:1" and "2010." before others: a title may contain a year.
  const strong = candidates.find(
    (one) => /^\s?;|^\./.test(text.slice(one.index + one[0].length)) || /[.,(]\s$/.test(text.slice(0, one.index)),
  );
  const one = strong ?? candidates.at(-1);
  return one ? { year: one[0], at: one.index } : { year: null, at: null };
}

function pagesIn(text: string): boolean {
  return (
    /(?:[:,;.(]\s?|\bpp?\.?\s?|\s)[A-Za-z]?\d{1,6}\s?[–-]\s?[A-Za-z]?\d{1,6}(?=[.,;:\s)\]]|$)/.test(
      text.replaceAll(/\((?:1[5-9]|20)\d{2}[^)]{0,20}\)/g, " "),
    ) ||
    /\b(?:art(?:icle)?\.?|no\.|e|p\.|id)\s?\.?\s?[A-Za-z]?\d{2,}/i.test(text) ||
    /:\s?[A-Za-z]?\d{1,7}\s?[.,]?\s*$/.test(text.trim())
  );
}

const NAME = String.raw`(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|af|al|el|bin|ibn|zu|zur|st\.?)[\s-])*(?:\p{Lu}[\p{L}\p{M}’'-]*|[dDO]['’]\p{Lu}[\p{L}-]+)(?:[\s-]\p{Lu}[\p{Ll}\p{M}’'-]{2,}){0,2}`;
/** "Cotterill, M. J." and "Cotterill MJ": a family name with initials, or with a first name. */
const COMMA_NAME = new RegExp(
  String.raw`^(?:,?\s?(?:&|and|et|y|und)\s)?[,;]?\s?(${NAME})\s?,\s(?:(?:\p{Lu}[\p{Ll}]?\.[\s-]{0,2}){1,5}|\p{Lu}{1,3}(?=[\s,&;(])|\p{Lu}[\p{Ll}\p{M}-]{1,20}(?:\s\p{Lu}\.?)?)(?:,?\s(?:Jr|Sr|II|III)\.?)?`,
  "u",
);
const PLAIN_NAME = new RegExp(
  String.raw`^(?:,?\s?(?:&|and)\s)?[,;]?\s?(${NAME})\s(?:\p{Lu}{1,4}|(?:\p{Lu}\.[\s-]?){1,4})(?=[,.;:\s]|$)`,
  "u",
);
/** "A. Smith and B. Jones" as IEEE has them, and the later names of Chicago: "and Jane Doe". */
const FIRST_NAME = new RegExp(
  String.raw`^(?:,?\s?(?:&|and)\s)?[,;]?\s?(?:\p{Lu}\.[\s-]?){1,4}\s?(${NAME})(?=[,.;:\s(]|$)`,
  "u",
);
const LATER_NAME = new RegExp(
  String.raw`^,?\s(?:&|and)\s(?:\p{Lu}[\p{L}.-]{0,20}\s){1,3}(${NAME})(?=[,.;:\s(]|$)`,
  "u",
);
const OTHERS = /^,?\s?(?:&\s|and\s)?(?:et\sal\b\.?|others\b|…|\.\s?\.\s?\.)/u;

function authorsIn(
  text: string,
  yearAt: number | null,
): { authors: string[]; more: boolean; end: number; sure: boolean } {
  const authors: string[] = [];
  let rest = text.trimStart();
  let end = text.length - rest.length;
  let more = false;
  for (let i = 0; i < 60; i++) {
    const others = OTHERS.exec(rest);
    if (others) {
      more = true;
      end += others[0].length;
      rest = rest.slice(others[0].length);
      // APA: "..., A. B., ... Z. Last".
      if (!/…|\.\s?\./.test(others[0])) break;
      continue;
    }
    const match =
      COMMA_NAME.exec(rest) ??
      PLAIN_NAME.exec(rest) ??
      FIRST_NAME.exec(rest) ??
      (authors.length > 0 ? LATER_NAME.exec(rest) : null);
    if (!match || (yearAt !== null && yearAt < 400 && end + match[0].length > yearAt + 1)) break;
    authors.push(match[1]!);
    end += match[0].length;
    rest = rest.slice(match[0].length);
    // A period that isn't part of an initial ends the authors: "Smith J, Doe K. Title".
    if (/^\s?[.(:“"]/.test(rest) && !/^\.\s?,?\s?(?:&|and)\s/.test(rest)) break;
  }
  if (authors.length > 0) return { authors, more, end, sure: true };
  // An organization, up to the year or the first full stop.
  const stop = yearAt !== null && yearAt < 200 ? yearAt - 1 : Math.max(0, text.indexOf(". "));
  const name = text
    .slice(0, stop)
    .replaceAll(/[\s.,(]+$/g, "")
    .trim();
  return { authors: name && name.length < 160 ? [name] : [], more: false, end: stop, sure: false };
}
