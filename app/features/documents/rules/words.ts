/**
 * What a word is, as Word sees it: what stands between white space (no-break spaces included); hyphens, dashes and slashes
 * do not break; each CJK character or full-width mark is a word of its own. Thai, Lao, Khmer and Burmese write no spaces
 * between words: there the dictionaries of Unicode (Intl.Segmenter) say where one ends.
 */

/** White space, and the blanks that look like it (U+2800, U+3164): nobody joins words with them by accident. */
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
    c === 0x1680 ||
    c === 0x2800 ||
    c === 0x3164
  );
}

/** Chinese, Japanese kana, Bopomofo, Korean and full-width forms. Planes 2 and 3 by their first half. */
export function isCjk(c: number): boolean {
  if (c < 0x2e80) return c >= 0x1100 && c <= 0x11ff;
  return (
    (c >= 0x2e80 && c <= 0x9fff && c !== 0x3000 && c !== 0x3164) ||
    (c >= 0xac00 && c <= 0xd7ff) ||
    (c >= 0xf900 && c <= 0xfaff) ||
    (c >= 0xfe30 && c <= 0xfe4f) ||
    (c >= 0xff01 && c <= 0xffdc) ||
    (c >= 0xffe0 && c <= 0xffe6) ||
    (c >= 0xd840 && c <= 0xd88d)
  );
}

/** Soft hyphens and zero-width marks: they neither make a word nor part two. */
const isInvisible = (c: number): boolean => c === 0xad || (c >= 0x200b && c <= 0x200f) || c === 0x2060 || c === 0xfeff;

/** Thai, Lao, Burmese, Khmer, New Tai Lue, Tai Tham. */
const isUnspaced = (c: number): boolean =>
  (c >= 0xe01 && c <= 0xeff) ||
  (c >= 0x1000 && c <= 0x109f) ||
  (c >= 0x1780 && c <= 0x17ff) ||
  (c >= 0x1950 && c <= 0x19df) ||
  (c >= 0x1a20 && c <= 0x1aaf);

/**
 * A running count. Text may come in pieces: `inWord` carries a word over from one piece to the next.
 * Where `unspaced`, a stretch of script without spaces has counted as one word so far: `unspacedWords` has the rest.
 * `invisible` says that a mark without width stood inside a word.
 */
export type Tally = { words: number; cjk: number; inWord: boolean; unspaced: boolean; invisible: boolean };

export const newTally = (): Tally => ({ words: 0, cjk: 0, inWord: false, unspaced: false, invisible: false });

/** Adds a piece of text, or a part of one, to a tally. `words` includes the CJK characters. */
export function addText(tally: Tally, text: string, from = 0, to = text.length): void {
  let inWord = tally.inWord ? 1 : 0;
  let words = 0;
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x80) {
      // 1 for what is no white space. Without branches: where words end is what no processor foresees.
      const inked = (32 - c) >>> 31;
      words += inked & (inWord ^ 1);
      inWord = inked;
    } else if (isBreak(c)) inWord = 0;
    else if (isInvisible(c)) {
      if (inWord === 1 && c !== 0xad && c !== 0x200e && c !== 0x200f) tally.invisible = true;
    } else if (isCjk(c)) {
      inWord = 0;
      words++;
      tally.cjk++;
      if (c >= 0xd800 && c <= 0xdbff) i++;
    } else {
      if (isUnspaced(c)) tally.unspaced = true;
      words += inWord ^ 1;
      inWord = 1;
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

const GLUE =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2}[.,;:!?]?)[\u200b-\u200d\u2060\ufeff]+(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2})/gu;

/** How many words are joined to the one before by characters that nobody sees, in scripts that never need them; addresses are left out. */
export const gluedWords = (text: string): number =>
  text
    .split(/[\s\u00a0]+/)
    .reduce((sum, word) => sum + (/:\/\/|^www\.|@/.test(word) ? 0 : (word.match(GLUE)?.length ?? 0)), 0);

/** The words of a text, and the CJK characters among them. */
export function countText(text: string): { words: number; cjk: number } {
  const tally = newTally();
  addText(tally, text);
  return { words: tally.unspaced ? tally.words + unspacedWords(text) : tally.words, cjk: tally.cjk };
}

export const countWords = (text: string): number => countText(text).words;

/** Only numbers and signs, no language: "12", "3.4 ± 0.2", "<0.001", "1.2e-5", "95%". Such table cells are not charged. */
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
