import type { Block, CheckText, Spot } from "./finding.ts";

/** What several rules need of a manuscript, made once: its text without what isn't the author's prose, and its words. */
export type Prose = {
  /** One for each block of running text, headings, captions, notes, and cells; others are left out. */
  parts: Part[];
  words: Word[];
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
  /** As written, and in lower case. */
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

const known = new WeakMap<CheckText, Prose>();

export function proseOf(manuscript: CheckText): Prose {
  const before = known.get(manuscript);
  if (before) return before;
  const parts: Part[] = [];
  for (const [at, block] of manuscript.blocks.entries()) {
    if (!KINDS.has(block.kind)) continue;
    const quotes = quotesOf(block.text);
    parts.push({ at, block, plain: blot(block, quotes), quotes });
  }
  const prose = { parts, words: wordsOf(parts) };
  known.set(manuscript, prose);
  return prose;
}

export const spotOf = (part: Part, from: number, to: number): Spot => ({ block: part.at, from, to });

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

export type Quote = {
  from: number;
  to: number;
  kind: "double" | "single";
  open: string;
  close: string;
  inner: boolean;
};
export type Quotes = {
  /** Outermost quotations first, each with its marks. */
  pairs: Quote[];
  /** Double marks without a partner: curly ones that open, and that close. */
  unclosed: number[];
  unopened: number[];
};

const isSpace = (c: number): boolean =>
  c === 32 || c === 9 || c === 10 || c === 13 || c === 0xa0 || c === 0x202f || c === 0x2009;
/** A letter or digit of any script. */
const isLetter = (c: number): boolean =>
  (c >= 97 && c <= 122) ||
  (c >= 65 && c <= 90) ||
  (c >= 48 && c <= 57) ||
  (c >= 0xc0 && c !== 0xd7 && c !== 0xf7 && c < 0x2000);

const ANY_QUOTE = /["'“”„«»‘’]/;

/** The quotations of a text. Apostrophes are no marks of quotation. */
export function quotesOf(text: string): Quotes {
  const quotes: Quotes = { pairs: [], unclosed: [], unopened: [] };
  if (!ANY_QUOTE.test(text)) return quotes;
  let double = -1;
  let single = -1;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const before = i === 0 ? 32 : text.charCodeAt(i - 1);
    const after = i + 1 < text.length ? text.charCodeAt(i + 1) : 32;
    switch (c) {
      case 0x201c: // “, which closes German quotations
        if (double >= 0 && text.charCodeAt(double) === 0x201e) close(i);
        else openDouble(i);
        break;
      case 0x201e:
      case 0xab:
        openDouble(i);
        break;
      case 0x201d:
      case 0xbb:
        if (double >= 0) close(i);
        else if (c === 0x201d) quotes.unopened.push(i);
        break;
      case 0x22:
        // Inches and seconds: 5" and 30".
        if (double < 0 && before >= 48 && before <= 57) break;
        if (double >= 0) close(i);
        else if (!isSpace(after)) double = i;
        break;
      case 0x2018: // ‘
        if (single < 0 && !isLetter(before) && !isSpace(after)) single = i;
        break;
      case 0x27:
        if (single < 0 && double < 0 && !isLetter(before) && before !== 0x29 && isLetter(after) && closesSoon(text, i))
          single = i;
        else if (single >= 0 && text.charCodeAt(single) === 0x27 && isLetter(after) === false && !isSpace(before))
          closeSingle(i);
        break;
      case 0x2019: // ’
        if (single >= 0 && text.charCodeAt(single) === 0x2018 && !isLetter(after) && !isSpace(before)) closeSingle(i);
        break;
    }
  }
  if (double >= 0 && text.charCodeAt(double) !== 0x22) quotes.unclosed.push(double);
  return quotes;

  function openDouble(i: number): void {
    if (double >= 0) quotes.unclosed.push(double);
    double = i;
  }
  function close(i: number): void {
    quotes.pairs.push({
      from: double,
      to: i + 1,
      kind: "double",
      open: text[double] as string,
      close: text[i] as string,
      inner: single >= 0 && single < double,
    });
    if (single > double) single = -1;
    double = -1;
  }
  function closeSingle(i: number): void {
    quotes.pairs.push({
      from: single,
      to: i + 1,
      kind: "single",
      open: text[single] as string,
      close: text[i] as string,
      inner: double >= 0 && double < single,
    });
    single = -1;
  }
}

/** Whether a straight single mark at `from` has a partner near by: otherwise it's an apostrophe. */
function closesSoon(text: string, from: number): boolean {
  const end = Math.min(text.length, from + 120);
  for (let i = from + 2; i < end; i++) {
    if (text.charCodeAt(i) !== 0x27) continue;
    const after = i + 1 < text.length ? text.charCodeAt(i + 1) : 32;
    const before = text.charCodeAt(i - 1);
    // After an s it may be a possessive.
    if (!isLetter(after) && !isSpace(before)) return before !== 115;
  }
  return false;
}

const LETTER = /[\p{L}\p{M}]/u;
const UPPER = /^\p{Lu}/u;

/** Whether a character is a letter or a mark on one. */
export function isWordCharacter(text: string, i: number): boolean {
  const c = text.charCodeAt(i);
  if (c < 128) return (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
  return c !== 0xfffc && LETTER.test(text.charAt(i));
}

function wordsOf(parts: readonly Part[]): Word[] {
  const words: Word[] = [];
  for (const [part, { plain }] of parts.entries()) {
    let first = true;
    let last: Word | null = null;
    const { text } = parts[part]!.block;
    for (let i = 0; i < plain.length;) {
      if (!isWordCharacter(plain, i)) {
        const c = plain.charCodeAt(i);
        // What ends a sentence, or may: a capital after it says nothing.
        if (c === 46 || c === 63 || c === 33 || c === 58 || c === 10 || c === 9 || c === 0x2022 || c === 0x2026)
          first = true;
        // A quotation that ends with a sentence.
        else if ((c === 0x201d || c === 0x2019 || c === 0x22) && /[.?!]/.test(text.charAt(i - 1))) first = true;
        else if (c === 0xfffc || c === 44 || c === 59) first = false;
        i++;
        continue;
      }
      const from = i;
      while (i < plain.length) {
        if (isWordCharacter(plain, i)) i++;
        else if ((plain[i] === "'" || plain[i] === "’") && isWordCharacter(plain, i + 1)) i += 2;
        else break;
      }
      if (isGlue(plain.charCodeAt(from - 1)) || isGlue(plain.charCodeAt(i)) || isPath(plain, from, i)) {
        first = false;
        last = null;
        continue;
      }
      const form = plain.slice(from, i);
      const upper = UPPER.test(form);
      const word: Word = {
        part,
        from,
        to: i,
        form,
        lower: upper || /\p{Lu}/u.test(form) ? form.toLowerCase() : form,
        next: "",
        capital: upper && !first,
        first,
      };
      if (last && from - last.to === 1) {
        const between = plain.charCodeAt(last.to);
        last.next =
          between === 32 || between === 0xa0
            ? " "
            : between === 45 || between === 0x2010 || between === 0x2011
              ? "-"
              : "";
      }
      words.push(word);
      last = word;
      first = false;
    }
  }
  return words;
}

/** Digits and signs of programs make letters beside them parts of a code. */
const isGlue = (c: number): boolean => (c >= 48 && c <= 57) || CODE_SIGNS.has(c);
const CODE_SIGNS = new Set([..."_\\=@#<>{}|$"].map((sign) => sign.charCodeAt(0)));

/** "word.word" is a path of a program, or lacks a space: its words say nothing. */
const isPath = (text: string, from: number, to: number): boolean =>
  (text.charCodeAt(to) === 46 && isWordCharacter(text, to + 1)) ||
  (from > 1 &&
    (text.charCodeAt(from - 1) === 46 || text.charCodeAt(from - 1) === 58) &&
    isWordCharacter(text, from - 2));

/** "once", "twice", "3 times". */
export const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);
