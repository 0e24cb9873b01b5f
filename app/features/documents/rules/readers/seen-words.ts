import { addText, isBreak, isUnspaced, newTally, unspacedWords, type Tally } from "./words.ts";

/**
 * Words as a reader sees them. A manuscript can hold its spaces as characters without width, blanks of symbol fonts,
 * soft hyphens, white hyphens or gaps that only the layout makes: it prints like any other, but a plain count finds one
 * long word. Here such separators count as spaces, except where a script or an address needs them.
 */

/**
 * A place in a paragraph's text where the layout separates words, or may: from `from` to `to`, which may be the same.
 */
export type Gap = { from: number; to: number; kind: GapKind };

/**
 * `drawn`: the reader sees a gap. `between letters`: something is drawn there (a picture, an equation) that parts words
 * but also occurs beside punctuation. `maybe`: a deleted space or joined paragraph, which counts only where the word
 * would be too long for one.
 */
type GapKind = "drawn" | "between letters" | "maybe";

export type SeenCount = {
  words: number;
  /** Part of `words`: Chinese and Japanese characters, and words with Korean letters. */
  cjk: number;
  korean: number;
  /**
   * Part of `words`: how many only show when unseen separators count as spaces, and how many were chained by hyphens
   * and the like.
   */
  separated: number;
  chained: number;
};

/** More letters than this are no word, whatever is between them. */
const LONGEST_WORD = 40;
/** A compound of this many words, each long enough, is a sentence in disguise and not "a hyphenated word". */
const CHAIN = 8;
const CHAIN_LETTERS = 3.5;

/** Draw nothing, or a blank, and are part of no script's spelling. */
const SEPARATORS =
  /[\u007f-\u009f\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164\uf000-\uf020\ufeff\uffa0\ufff0-\ufffc]|\u{1d159}|[\u{1d173}-\u{1d17a}]|[\u{1bca0}-\u{1bca3}]/u;
/** Those of them that take up room. */
const BLANK = /[\u2800\u3164\uf000-\uf020\uffa0]|\u{1d159}/u;
/** Runs of what is not seen. */
const UNSEEN =
  /(?:[\u007f-\u0084\u0086-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\uf000-\uf020\ufeff\uffa0\ufff0-\ufffc]|\u034f|[\ufe00-\ufe0f]|\u{1d159}|[\u{1d173}-\u{1d17a}]|[\u{1bca0}-\u{1bca3}]|[\u{e0000}-\u{e0fff}])+/gu;

/** Join words visibly, so that an invisible character beside them only says where a line may break. */
const JOINS = /[\p{Pd}\u2212/\\_|]/u;
/** Parts of addresses, where programs put marks without width for the same reason. */
const ADDRESS_MARK = /[.:?=&#%~@+,;()]/u;
const ADDRESS = /(?:^|[(<["'])(?:[a-z][a-z\d+.-]{1,14}:\/\/|www\.|doi:|10\.\d{4,9}\/)|^[\w.+-]{1,64}@/iu;
const LETTER = /[\p{L}\p{N}]/u;
/** Letters of scripts whose spelling needs no joiners. */
const SIMPLE =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hangul}\p{Nd}]/u;
const CLOSING = /[.,;:!?)\]}»”"’'…%]/u;
const OPENING = /[([{«“"‘']/u;
/**
 * Hold the place of what may separate words, and of what does, until the length of the whole is known. Not characters
 * of any text.
 */
const MAYBE = "\ufdd0";
const APART = "\ufdd1";

/** The character before, or from, a place in a text, whole; "" at the ends. */
const charBefore = (text: string, at: number): string => {
  const low = text.charCodeAt(at - 1);
  return at <= 0 ? "" : text.slice(low >= 0xdc00 && low <= 0xdfff ? Math.max(0, at - 2) : at - 1, at);
};
const charAt = (text: string, at: number): string => {
  const point = text.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
};
const isBlank = (char: string): boolean => char === "" || isBreak(char.charCodeAt(0));

/** What stands for an unseen run between two visible characters: `APART`, `MAYBE`, or the run itself. */
function instead(run: string, left: string, right: string, isAddress: () => boolean): string {
  if (BLANK.test(run)) return APART;
  if (JOINS.test(left) || JOINS.test(right)) return run;
  if ((ADDRESS_MARK.test(left) || ADDRESS_MARK.test(right)) && isAddress()) return run;
  if (SEPARATORS.test(run)) {
    // The dictionaries know what to do with them.
    return isUnspaced(left.charCodeAt(0)) && isUnspaced(right.charCodeAt(0)) ? run : APART;
  }
  const leftSimple = SIMPLE.test(left);
  const rightSimple = SIMPLE.test(right);
  // Soft hyphens are for the insides of words; between a word and a mark they are none.
  if (leftSimple && rightSimple) return /^\u00ad+$/.test(run) ? MAYBE : APART;
  if ((CLOSING.test(left) && (rightSimple || OPENING.test(right))) || (leftSimple && OPENING.test(right))) return APART;
  return MAYBE;
}

/** The text with spaces where a reader sees words end, however that is done. */
function spacedText(text: string, gaps: readonly Gap[] = []): string {
  let wordFrom = 0;
  let looked = 0;
  let address: boolean | null = null;
  /** The word a place is in begins like an address. Places come in order. */
  const isAddress = (at: number): boolean => {
    for (; looked < at; looked++) {
      if (!isBreak(text.charCodeAt(looked))) continue;
      wordFrom = looked + 1;
      address = null;
    }
    return (address ??= ADDRESS.test(text.slice(wordFrom, wordFrom + 80).replace(UNSEEN, "")));
  };
  let out = "";
  let done = 0;
  const pieces: { from: number; to: number; kind: GapKind | null }[] = [...gaps];
  for (const match of text.matchAll(UNSEEN))
    pieces.push({ from: match.index, to: match.index + match[0].length, kind: null });
  pieces.sort((a, b) => a.from - b.from || a.to - b.to);
  for (let i = 0; i < pieces.length;) {
    // What touches is one place.
    const { from } = pieces[i] as Gap;
    let to = from;
    const kinds = new Set<GapKind | null>();
    for (; i < pieces.length && (pieces[i] as Gap).from <= to; i++) {
      to = Math.max(to, (pieces[i] as Gap).to);
      kinds.add((pieces[i] as Gap).kind);
    }
    out += text.slice(done, from);
    done = to;
    const left = charBefore(text, from);
    const right = charAt(text, to);
    const run = text.slice(from, to);
    if (kinds.has("drawn")) out += APART;
    else if (isBlank(left) || isBlank(right)) out += run;
    else if (kinds.has("between letters") && LETTER.test(left) && LETTER.test(right)) out += APART;
    else if (run === "") out += kinds.has("maybe") ? MAYBE : "";
    else out += instead(run, left, right, () => isAddress(from));
  }
  return apart(out + text.slice(done));
}

/** Settles what may separate words: in a word that would be too long for one it does, elsewhere not. */
function apart(text: string): string {
  if (!text.includes(MAYBE)) return text.replaceAll(APART, " ");
  return text
    .split(/([\s\u0085]+)/u)
    .map((word) => {
      let letters = 0;
      if (word.includes(MAYBE)) for (const char of word) if (LETTER.test(char)) letters++;
      return word.replaceAll(MAYBE, letters > LONGEST_WORD ? " " : "").replaceAll(APART, " ");
    })
    .join("");
}

/** Whether so few words for so many characters need a closer look. */
const looksChained = (length: number, words: number): boolean => length > words * 24 + 100;

/**
 * How many more words there are in chains like "the-results-show-that-no-patient-was-lost", beyond the one each counted
 * as.
 */
function chainedWords(text: string): number {
  let more = 0;
  for (const word of text.split(/[\s\u0085]+/u)) {
    if (word.length < CHAIN * (CHAIN_LETTERS + 1) || (word.length < 400 && ADDRESS.test(word.slice(0, 80)))) continue;
    const parts = word.split(/[\p{Pd}\u2212/\\_|+=~•·]+/u).filter((part) => part !== "");
    const named = parts.filter((part) =>
      /^["'“‘(]*\p{L}(?:[\p{L}\p{M}]|[’']+(?=[\p{L}\p{M}]))*["'”’).,;:!?]*$/u.test(part),
    );
    const letters = named.reduce((sum, part) => sum + part.length, 0);
    if (named.length >= CHAIN && named.length >= parts.length * 0.9 && letters >= named.length * CHAIN_LETTERS)
      more += parts.length - 1;
  }
  return more;
}

/** The words of a text as a reader sees them, from a first count of it and the gaps that its layout makes. */
export function seenWords(text: string, tally: Tally, gaps: readonly Gap[] | null = null): SeenCount {
  let seen = text;
  let { words, cjk, korean } = tally;
  if (tally.unspaced) words += unspacedWords(text);
  const plain = words;
  if (tally.invisible || gaps !== null) {
    seen = spacedText(text, gaps ?? []);
    const again = newTally();
    addText(again, seen);
    ({ words, cjk, korean } = again);
    if (again.unspaced) words += unspacedWords(seen);
  }
  const separated = Math.max(0, words - plain);
  const chained = looksChained(seen.length, words) ? chainedWords(seen) : 0;
  return { words: words + chained, cjk, korean, separated, chained };
}

/** The words of a text, and what kinds of words they are. */
export function countText(text: string): SeenCount {
  const tally = newTally();
  addText(tally, text);
  return seenWords(text, tally);
}

export const countWords = (text: string): number => countText(text).words;
