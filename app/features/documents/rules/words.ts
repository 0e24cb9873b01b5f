/**
 * What a word is, as Word sees it: what stands between white space (no-break spaces included); hyphens, dashes and slashes
 * do not break; each CJK character or full-width mark is a word of its own.
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

/** A running count. Text may come in pieces: `inWord` carries a word over from one piece to the next. */
export type Tally = { words: number; cjk: number; inWord: boolean };

export const newTally = (): Tally => ({ words: 0, cjk: 0, inWord: false });

/** Adds a piece of text to a tally. `words` includes the CJK characters. */
export function addText(tally: Tally, text: string): void {
  let inWord = tally.inWord;
  let words = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 32 && c < 0x80) {
      if (!inWord) {
        inWord = true;
        words++;
      }
    } else if (isBreak(c)) inWord = false;
    else if (isInvisible(c)) continue;
    else if (isCjk(c)) {
      inWord = false;
      words++;
      tally.cjk++;
      if (c >= 0xd800 && c <= 0xdbff) i++;
    } else if (!inWord) {
      inWord = true;
      words++;
    }
  }
  tally.words += words;
  tally.inWord = inWord;
}

/** The words of a text. */
export function countWords(text: string): number {
  const tally = newTally();
  addText(tally, text);
  return tally.words;
}

/** Only numbers and signs, no language: "12", "3.4 ± 0.2", "<0.001", "1.2e-5", "95%". Such table cells are not charged. */
export const isNumberOnly = (text: string): boolean => /\p{N}/u.test(text) && !/\p{L}/u.test(text.replace(/(\d)[eE]([+\-\u2212]?\d)/g, "$1$2"));
