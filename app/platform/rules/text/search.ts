import { foldText } from "./fold.ts";

/** The maximum number of words in a search. More are ignored. */
const MOST_WORDS = 6;
const LONGEST_WORD = 40;
/** Words at least this long also match with two neighboring letters swapped. */
const SWAPPED_FROM = 4;

/** A search's words in lower case: its letters and digits. @param q untrusted */
export const wordsOf = (q: string): string[] =>
  (q.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS).map((word) => word.slice(0, LONGEST_WORD));

/**
 * The word with each pair of neighboring letters swapped, the kind of typo that trigrams find worst. None for a short
 * word or a number.
 */
export function swapsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < SWAPPED_FROM || /\p{N}/u.test(word)) return [];
  const swaps = letters
    .slice(0, -1)
    .map((_, i) => [...letters.slice(0, i), letters[i + 1]!, letters[i]!, ...letters.slice(i + 2)].join(""));
  return [...new Set(swaps)].filter((it) => it !== word);
}

/** A letter as searches compare it. One character for one, which keeps positions in the text the same. */
const plain = (letter: string): string => Array.from(foldText(letter))[0] ?? letter;
const isPartOfWord = (letter: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(letter);

/** A piece of text, and whether it matches the search. */
export type Mark = { text: string; hit: boolean };

/** A text in pieces: words that start with a search word are hits. @param words from `wordsOf` */
export function marksIn(text: string, words: readonly string[]): Mark[] {
  const plainWords = words.map((word) => Array.from(word.normalize("NFC")).map(plain).join("")).filter(Boolean);
  const letters = Array.from(text.normalize("NFC"));
  const marks: Mark[] = [];
  const add = (piece: string, hit: boolean): void => {
    const last = marks.at(-1);
    if (last?.hit === hit) last.text += piece;
    else if (piece) marks.push({ text: piece, hit });
  };
  for (let at = 0; at < letters.length;) {
    let end = at;
    while (end < letters.length && isPartOfWord(letters[end]!)) end++;
    if (end === at) {
      add(letters[at]!, false);
      at++;
      continue;
    }
    const word = letters.slice(at, end);
    const folded = word.map(plain).join("");
    const hit = Math.max(0, ...plainWords.filter((it) => folded.startsWith(it)).map((it) => it.length));
    add(word.slice(0, hit).join(""), true);
    add(word.slice(hit).join(""), false);
    at = end;
  }
  return marks;
}

const SNIPPET = 160;

/** The text around the first matching word, at most about 160 characters on one line. @param words from `wordsOf` */
export function snippetOf(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= SNIPPET) return line;
  const marks = marksIn(line, words);
  const first = marks.findIndex((it) => it.hit);
  const place = first === -1 ? 0 : marks.slice(0, first).reduce((sum, it) => sum + it.text.length, 0);
  const shown = line.normalize("NFC");
  const wanted = Math.max(0, Math.min(place - SNIPPET / 4, shown.length - SNIPPET));
  const from = wanted === 0 ? 0 : shown.lastIndexOf(" ", wanted) + 1;
  const to = from + SNIPPET >= shown.length ? shown.length : shown.lastIndexOf(" ", from + SNIPPET);
  const end = to <= from ? Math.min(shown.length, from + SNIPPET) : to;
  return `${from > 0 ? "… " : ""}${shown.slice(from, end)}${end < shown.length ? " …" : ""}`;
}
