import type { Block, CheckText, Mark, Spot } from "./finding.ts";
import { quotesOf, type Quotes } from "./quotes.ts";

/** What several rules need of a manuscript, made once: its text without what isn't the author's prose, and its words. */
export type Prose = {
  /** One for each block of running text, headings, captions, notes, and cells; others are left out. */
  parts: Part[];
  words: Word[];
  /** Each distinct way that a word is written, in the order of their first uses. */
  lexemes: Lexeme[];
};

export type Lexeme = {
  /** As written, and in lower case. */
  form: string;
  lower: string;
  /** Indexes of its words. */
  uses: number[];
};

export type Part = {
  /** Index of the block. */
  at: number;
  block: Block;
  /** The block's text, with quotations, addresses, code, and citations of reference managers blotted out (`BLOT`). */
  plain: string;
  quotes: Quotes;
};

/** A word of the plain text: letters with apostrophes between them. Letters next to digits are no words. */
export type Word = {
  part: number;
  from: number;
  to: number;
  /** Index of its lexeme, whose forms it has. */
  id: number;
  form: string;
  lower: string;
  /** What parts it from the next word: a hyphen, a single space, or anything else (""). */
  next: "-" | " " | "";
  /** It begins with a capital although no sentence begins here. */
  capital: boolean;
  /** It begins a sentence, or a block. */
  first: boolean;
};

/** Stands for a character that rules must not read. It's neither a letter nor a digit nor a space. */
export const BLOT = "\ufffc";

const KINDS: ReadonlySet<Block["kind"]> = new Set(["heading", "text", "list", "caption", "cell", "note"]);

/** The beginning of an entry in a list of works that nothing marks as one: "Lee, A.B. (2001)". */
const ENTRY =
  /^\s*(?:\[?\d{1,3}[.)\]]\s*)?\p{Lu}[\p{L}’'-]{1,30},? (?:\p{Lu}\.[ -]?){1,3}[,&( ].{0,200}\b(?:19|20)\d\d\b/u;

const known = new WeakMap<CheckText, Prose>();

export function proseOf(manuscript: CheckText): Prose {
  const before = known.get(manuscript);
  if (before) return before;
  const parts: Part[] = [];
  for (const [at, block] of manuscript.blocks.entries()) {
    if (!KINDS.has(block.kind) || ENTRY.test(block.text)) continue;
    const quotes = quotesOf(block.text);
    parts.push({ at, block, plain: blot(block, quotes), quotes });
  }
  const prose = { parts, ...wordsOf(parts) };
  known.set(manuscript, prose);
  return prose;
}

export const spotOf = (part: Part, from: number, to: number): Spot => ({ block: part.at, from, to });

const marks = new WeakMap<Block, Map<Mark["mark"], Mark[]>>();

/** Whether a place has a mark all over. */
export function isMarked(block: Block, mark: Mark["mark"], from: number, to: number): boolean {
  if (block.marks.length === 0) return false;
  let byKind = marks.get(block);
  if (!byKind) {
    byKind = Map.groupBy(block.marks, (one) => one.mark);
    for (const list of byKind.values()) list.sort((a, b) => a.from - b.from);
    marks.set(block, byKind);
  }
  const list = byKind.get(mark) ?? [];
  // The last that begins here or before: marks of one kind don't overlap.
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Mark).from <= from) low = middle + 1;
    else high = middle;
  }
  return low > 0 && (list[low - 1] as Mark).to >= to;
}

const INSTITUTION =
  /\b(?:Univ(?:ersi\p{L}{1,6})?|Institut\p{L}{0,3}|Department|Laborator\p{L}{1,4}|School|Faculty|Hospital|College)\b/gu;
const POSTCODE = /(?<!\d)\d{4,6}(?!\d)/g;
/** Where authors work: names of places that nobody explains, written as they are. */
export const isAffiliation = (text: string): boolean => {
  const head = text.slice(0, 2_000);
  return (head.match(INSTITUTION)?.length ?? 0) >= 3 && (head.match(POSTCODE)?.length ?? 0) >= 2;
};

/** Addresses of the web, DOIs, and addresses of people. */
const ADDRESS =
  /(?:https?:\/\/|www\.|doi:\s?|\b10\.\d{4,9}\/)[^\s\u00a0<>"”]{1,2000}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/gi;
const MAYBE_ADDRESS = /:\/\/|www\.|doi:|10\.\d{4}|@/i;

function blot({ text, marks }: Block, { pairs }: Quotes): string {
  const ranges: [number, number][] = pairs.map(({ from, to }) => [from + 1, to - 1]);
  for (const { from, to, mark } of marks)
    if (mark === "code" || mark === "math" || mark === "citation") ranges.push([from, to]);
  if (MAYBE_ADDRESS.test(text))
    for (const match of text.matchAll(ADDRESS))
      ranges.push([match.index, match.index + withoutClosing(match[0]).length]);
  if (ranges.length === 0) return text;
  ranges.sort((a, b) => a[0] - b[0]);
  let out = "";
  let at = 0;
  for (const [from, to] of ranges) {
    if (to <= at) continue;
    const start = Math.max(at, from);
    out += text.slice(at, start) + BLOT.repeat(to - start);
    at = to;
  }
  return out + text.slice(at);
}

/** The sentence's own marks after an address aren't part of it. */
function withoutClosing(address: string): string {
  let to = address.length;
  while (to > 0 && /[.,;:!?\])’'*]/.test(address[to - 1] as string)) {
    if (address[to - 1] === ")" && address.includes("(")) break;
    to--;
  }
  return address.slice(0, to);
}

const LETTER = /[\p{L}\p{M}]/u;
const UPPER = /^\p{Lu}/u;

/** Whether a character is a letter or a mark on one. */
export function isWordCharacter(text: string, i: number): boolean {
  const c = text.charCodeAt(i);
  if (c < 128) return (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
  // Not a number: past the end.
  return c === c && c !== 0xfffc && LETTER.test(text.charAt(i));
}

function wordsOf(parts: readonly Part[]): Pick<Prose, "words" | "lexemes"> {
  const words: Word[] = [];
  const lexemes: Lexeme[] = [];
  const ids = new Map<string, number>();
  const idOf = (form: string): number => {
    let id = ids.get(form);
    if (id === undefined) {
      id = lexemes.push({ form, lower: form.toLowerCase(), uses: [] }) - 1;
      ids.set(form, id);
    }
    return id;
  };
  for (const [part, { plain, block }] of parts.entries()) {
    // Whether the next word begins a sentence.
    let first = true;
    let last: Word | null = null;
    for (let i = 0; i < plain.length;) {
      if (!isWordCharacter(plain, i)) {
        const c = plain.charCodeAt(i);
        if (c !== 32) first = beginsSentence(c, block.text, i) ?? first;
        i++;
        continue;
      }
      const from = i;
      i = endOfWord(plain, i);
      if (isGlue(plain.charCodeAt(from - 1)) || isGlue(plain.charCodeAt(i)) || isPath(plain, from, i)) last = null;
      else {
        const id = idOf(plain.slice(from, i));
        const { form, lower, uses } = lexemes[id] as Lexeme;
        const capital = !first && form !== lower && UPPER.test(form);
        const word: Word = { part, from, to: i, id, form, lower, next: "", capital, first };
        if (last && from - last.to === 1) last.next = between(plain.charCodeAt(last.to));
        uses.push(words.length);
        words.push(word);
        last = word;
      }
      first = false;
    }
  }
  return { words, lexemes };
}

/** Whether the word after a character begins a sentence; null if the character doesn't change that. */
function beginsSentence(c: number, text: string, at: number): boolean | null {
  // What ends a sentence, or may: a capital after it says nothing.
  if (c === 46 || c === 63 || c === 33 || c === 58 || c === 10 || c === 9 || c === 0x2022 || c === 0x2026) return true;
  // A quotation that ends with a sentence.
  if ((c === 0x201d || c === 0x2019 || c === 0x22) && /[.?!]/.test(text.charAt(at - 1))) return true;
  return c === 0xfffc || c === 44 || c === 59 ? false : null;
}

function endOfWord(text: string, from: number): number {
  let i = from;
  for (;;) {
    const c = text.charCodeAt(i);
    if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90)) i++;
    else if (c === 0x27 || c === 0x2019) {
      if (!isWordCharacter(text, i + 1)) return i;
      i += 2;
    } else if (c >= 128 && isWordCharacter(text, i)) i++;
    else return i;
  }
}

const between = (c: number): Word["next"] =>
  c === 32 || c === 0xa0 ? " " : c === 45 || c === 0x2010 || c === 0x2011 ? "-" : "";

/** Digits and signs of programs make letters beside them parts of a code. */
const isGlue = (c: number): boolean => c < 128 && GLUE[c] === 1;
const GLUE = new Uint8Array(128);
for (const sign of "0123456789_\\=@#<>{}|$".split("")) GLUE[sign.charCodeAt(0)] = 1;

/** "word.word" is a path of a program, or lacks a space: its words say nothing. */
const isPath = (text: string, from: number, to: number): boolean =>
  (text.charCodeAt(to) === 46 && isWordCharacter(text, to + 1)) ||
  (from > 1 &&
    (text.charCodeAt(from - 1) === 46 || text.charCodeAt(from - 1) === 58) &&
    isWordCharacter(text, from - 2));

/** "once", "twice", "3 times". */
export const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);
