/**
 * What a word is, as Word sees it: the text between white space (no-break spaces included). Hyphens, dashes and slashes
 * don't break a word; each Chinese or Japanese character or full-width mark is a word of its own; Korean counts by
 * spaces. Thai, Lao, Khmer and Burmese write no spaces between words, so Unicode's dictionaries (Intl.Segmenter) find
 * the ends of words there. Characters that nobody sees are no way to join words: see `seen-words.ts`.
 */

/** White space of any width that text programs write. */
export function isBreak(c: number): boolean {
  if (c <= 32) return true;
  if (c < 0xa0) return c === 0x85;
  return (
    c === 0xa0 ||
    (c >= 0x2000 && c <= 0x200a) ||
    c === 0x3000 ||
    c === 0x202f ||
    c === 0x2028 ||
    c === 0x2029 ||
    c === 0x205f ||
    c === 0x1680
  );
}

/** Korean letters and syllables. */
const isHangul = (c: number): boolean =>
  (c >= 0x1100 && c <= 0x11ff) ||
  (c >= 0x3131 && c <= 0x318e) ||
  (c >= 0xa960 && c <= 0xa97f) ||
  (c >= 0xac00 && c <= 0xd7ff) ||
  (c >= 0xffa1 && c <= 0xffdc);

/** Chinese, Japanese kana, Bopomofo and full-width forms, without Korean. Planes 2 and 3 by their first half. */
export function isCjk(c: number): boolean {
  if (c < 0x2e80) return false;
  return (
    (c >= 0x2e80 && c <= 0x9fff && c !== 0x3000 && !(c >= 0x3131 && c <= 0x318e)) ||
    (c >= 0xf900 && c <= 0xfaff) ||
    (c >= 0xfe30 && c <= 0xfe4f) ||
    (c >= 0xff01 && c <= 0xff9f) ||
    (c >= 0xffe0 && c <= 0xffe6) ||
    (c >= 0xd840 && c <= 0xd88d)
  );
}

/**
 * Characters that draw nothing (marks without width, controls) or draw a blank that isn't white space: U+2800, the
 * Korean fillers, and the blank of symbol fonts (U+F020). A first count passes over them; `seen-words.ts` says which of
 * them part words.
 */
function isInvisible(c: number): boolean {
  if (c < 0x300) return c === 0xad || (c >= 0x7f && c <= 0x9f);
  if (c < 0x2000)
    return (
      c === 0x34f ||
      c === 0x61c ||
      c === 0x115f ||
      c === 0x1160 ||
      c === 0x17b4 ||
      c === 0x17b5 ||
      (c >= 0x180b && c <= 0x180f)
    );
  if (c < 0x2800) return (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f);
  return (
    c === 0x2800 ||
    c === 0x3164 ||
    (c >= 0xf000 && c <= 0xf020) ||
    (c >= 0xfe00 && c <= 0xfe0f) ||
    c === 0xfeff ||
    c === 0xffa0 ||
    (c >= 0xfff0 && c <= 0xfffc)
  );
}

/** Those that aren't a word even on their own. Word counts a lone control character or blank symbol as one. */
const isSilent = (c: number): boolean =>
  c === 0xad ||
  (c >= 0x200b && c <= 0x200f) ||
  c === 0x2060 ||
  c === 0x2800 ||
  c === 0x3164 ||
  (c >= 0xfe00 && c <= 0xfe0f) ||
  c === 0xfeff;

/** Marks without width and blanks beyond the first plane: tags, variation selectors, musical and shorthand controls. */
const isInvisiblePair = (high: number, low: number): boolean =>
  (high >= 0xdb40 && high <= 0xdb43) ||
  (high === 0xd82f && low >= 0xdca0 && low <= 0xdca3) ||
  (high === 0xd834 && (low === 0xdd59 || (low >= 0xdd73 && low <= 0xdd7a)));

/** Thai, Lao, Burmese, Khmer, New Tai Lue, Tai Tham. */
export const isUnspaced = (c: number): boolean =>
  (c >= 0xe01 && c <= 0xeff) ||
  (c >= 0x1000 && c <= 0x109f) ||
  (c >= 0x1780 && c <= 0x17ff) ||
  (c >= 0x1950 && c <= 0x19df) ||
  (c >= 0x1a20 && c <= 0x1aaf);

/**
 * A running count. Text may come in pieces: `inWord` carries a word over from one piece to the next.
 * Where `unspaced`, a stretch of script without spaces has counted as one word so far: `unspacedWords` has the rest.
 * `invisible` says that there was a character that nobody sees: the text must be counted again by `seenWords`.
 */
export type Tally = {
  words: number;
  cjk: number;
  /** Words with Korean letters; part of `words`. */
  korean: number;
  /** Which word was the last of these. */
  lastKorean: number;
  inWord: boolean;
  unspaced: boolean;
  invisible: boolean;
};

export const newTally = (): Tally => ({
  words: 0,
  cjk: 0,
  korean: 0,
  lastKorean: 0,
  inWord: false,
  unspaced: false,
  invisible: false,
});

/** What a character is to the count. */
const LETTERS = 0;
const BREAK = 1;
const SILENT = 2;
const UNSEEN = 3;
const CJK = 4;
const UNSPACED = 5;
const HANGUL = 6;
const PAIR = 7;

/** The kinds of all characters of the first plane: one look instead of a dozen comparisons. */
const kinds = new Uint8Array(0x10000).map((_, c) => {
  if (isBreak(c)) return BREAK;
  if (isInvisible(c)) return isSilent(c) ? SILENT : UNSEEN;
  if (isCjk(c)) return CJK;
  if (c === 0xd82f || c === 0xd834 || (c >= 0xdb40 && c <= 0xdb43)) return PAIR;
  return isUnspaced(c) ? UNSPACED : isHangul(c) ? HANGUL : LETTERS;
});

/** Adds a piece of text, or a part of one, to a tally. `words` includes the CJK characters. */
export function addText(tally: Tally, text: string, from = 0, to = text.length): void {
  let inWord = tally.inWord ? 1 : 0;
  let words = 0;
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x7f) {
      // 1 for what is no white space. Without branches: where words end is what no processor foresees.
      const inked = (32 - c) >>> 31;
      words += inked & (inWord ^ 1);
      inWord = inked;
      continue;
    }
    const kind = kinds[c];
    if (kind === LETTERS) {
      words += inWord ^ 1;
      inWord = 1;
    } else if (kind === BREAK) inWord = 0;
    else if (kind === CJK) {
      inWord = 0;
      words++;
      tally.cjk++;
      if (c >= 0xd800 && c <= 0xdbff) i++;
    } else if (kind === SILENT) tally.invisible = true;
    else if (kind === PAIR && isInvisiblePair(c, text.charCodeAt(i + 1))) {
      tally.invisible = true;
      i++;
    } else {
      words += inWord ^ 1;
      inWord = 1;
      if (kind === UNSEEN) tally.invisible = true;
      else if (kind === UNSPACED) tally.unspaced = true;
      else if (kind === HANGUL && tally.lastKorean !== tally.words + words) {
        tally.korean++;
        tally.lastKorean = tally.words + words;
      }
    }
  }
  tally.words += words;
  tally.inWord = inWord === 1;
}

const STRETCH =
  /[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf][\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u200b-\u200d\u2060]*/g;
let segmenter: Intl.Segmenter | null = null;

/** How many more words than its stretches the text holds in scripts without spaces, for a tally that is `unspaced`. */
export function unspacedWords(text: string): number {
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  let more = 0;
  // Spaces part these scripts' phrases, zero-width spaces their words.
  for (const [stretch] of text.matchAll(STRETCH)) {
    let words = 0;
    for (const { isWordLike } of segmenter.segment(stretch)) if (isWordLike) words++;
    more += Math.max(0, words - 1);
  }
  return more;
}

/**
 * Only numbers and signs, no language: "12", "3.4 ± 0.2", "<0.001", "1.2e-5", "95%". Such table cells are not charged.
 */
export function isNumberOnly(text: string): boolean {
  let digits = false;
  let plain = true;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i) | 32;
    // Most cells hold a plain letter early on; "e" may be an exponent.
    if (c >= 97 && c <= 122 && c !== 101) return false;
    if (c >= 48 && c <= 57) digits = true;
    else if (c === 101 || c >= 128) plain = false;
  }
  if (plain) return digits;
  return /\p{N}/u.test(text) && !/\p{L}/u.test(text.replace(/(\d)[eE]([+\-\u2212]?\d)/g, "$1$2"));
}
