/** An edited copy's changes of words, as edits of its source. */
import { align } from "../compare/align.ts";
import { ATOM, type Letter, type Letters, type Mark, NOTE, PARAGRAPH, ROW } from "./graft-letters.ts";

/** Text to insert, with \u00b6 for paragraph ends, or a comment's mark. */
export type Insertion = { text: string; mark: Mark } | { comment: string; end: boolean };

export type GraftEdits = {
  /** By the source's letter. */
  deleted: (Mark | null)[];
  /** By the source's letter that follows. */
  inserted: Map<number, Insertion[]>;
  /** New pictures and notes, which aren't carried over. */
  pictures: number;
  notes: number;
};

/**
 * @param isNew whether a tracked change is the editor's
 * @param untracked the mark for words that differ without being tracked
 * @param comments the copy's comments to carry over
 */
export function graftEdits(
  source: Letters,
  copy: Letters,
  isNew: (author: string) => boolean,
  untracked: Mark,
  comments: ReadonlySet<string>,
): GraftEdits {
  const from = source.letters;
  const base = copy.letters.flatMap((letter, i) => (letter.ins && isNew(letter.ins.author) ? [] : [i]));
  const partner = partnersOf(
    from,
    base.map((i) => copy.letters[i] as Letter),
  );
  const place = new Map(base.map((i, k) => [i, partner[k] as number]));
  const out: GraftEdits = {
    deleted: Array.from({ length: from.length }, () => null),
    inserted: new Map(),
    pictures: 0,
    notes: 0,
  };
  const insert = (at: number, one: Insertion): void => {
    const list = out.inserted.get(at) ?? out.inserted.set(at, []).get(at)!;
    const last = list.at(-1);
    if ("text" in one && last && "text" in last && last.mark.author === one.mark.author) last.text += one.text;
    else list.push(one);
  };
  const marks = Map.groupBy(
    [...copy.comments].flatMap(([comment, { start, end }]) =>
      comments.has(comment)
        ? [
            { at: start, comment, end: false },
            { at: end, comment, end: true },
          ]
        : [],
    ),
    (one) => one.at,
  );
  let at = 0;
  let stray = "";
  // A replaced word comes after the deleted one.
  const settle = (next: number): void => {
    const place = next > at && !from.slice(at, next).some(isStructure) ? next : at;
    if (/\S/.test(stray) && stray.trim() !== source.results.get(at)?.trim())
      insert(place, { text: stray, mark: untracked });
    stray = "";
  };
  for (let i = 0; i <= copy.letters.length; i++) {
    const letter = copy.letters[i];
    const j = place.get(i);
    if (letter === undefined || j === undefined || j >= 0 || marks.has(i)) settle(j ?? -1);
    // A comment starts before the next letter that both have, and ends after the last one.
    for (const { comment, end } of marks.get(i) ?? []) insert(at, { comment, end });
    if (!letter) break;
    const removed = letter.del && isNew(letter.del.author) ? letter.del : null;
    if (j === undefined) {
      if (letter.text === ATOM) out.pictures++;
      else if (letter.text === NOTE) out.notes++;
      else if (!removed && letter.text !== ROW) insert(at, { text: letter.text, mark: letter.ins as Mark });
    } else if (j >= 0) {
      at = j + 1;
      if (removed && !from[j]?.del) out.deleted[j] = removed;
    } else if (!removed && !isStructure(letter)) stray += letter.text;
  }
  dropped(source, copy, new Set(partner)).forEach((index) => {
    out.deleted[index] = untracked;
  });
  return out;
}

const isStructure = ({ text }: Letter): boolean => text === ATOM || text === NOTE || text === PARAGRAPH || text === ROW;

/** The source's words that the copy lost without a tracked change. Blanks, pictures, and paragraph ends are its program's. */
function dropped({ letters }: Letters, copy: Letters, kept: ReadonlySet<number>): number[] {
  const written = new Set([...copy.results.values()].map((one) => one.trim()));
  const out: number[] = [];
  let run: number[] = [];
  const settle = (): void => {
    const text = run.map((i) => letters[i]?.text).join("");
    if (/\S/.test(text) && !written.has(text.trim())) out.push(...run);
    run = [];
  };
  for (const [i, letter] of letters.entries())
    if (kept.has(i) || isStructure(letter) || letter.ins || letter.del) settle();
    else run.push(i);
  settle();
  return out;
}

/** For each letter of the copy, its place in the source, or -1. Words are whole: a rewritten one has no partner. */
function partnersOf(from: readonly Letter[], to: readonly Letter[]): Int32Array {
  const partner = new Int32Array(to.length).fill(-1);
  const [a, b] = [wordsOf(from), wordsOf(to)];
  const texts = (words: readonly Word[]): string[] => words.map((one) => one.text);
  for (const [x, y] of align(texts(a), texts(b)))
    for (let k = 0; k < (a[x] as Word).length; k++) partner[(b[y] as Word).at + k] = (a[x] as Word).at + k;
  return partner;
}

type Word = { text: string; at: number; length: number };

function wordsOf(letters: readonly Letter[]): Word[] {
  const out: Word[] = [];
  for (const [at, { text }] of letters.entries()) {
    const last = out.at(-1);
    if (last && /[\p{L}\p{N}\p{M}]/u.test(text) && /^[\p{L}\p{N}\p{M}]/u.test(last.text)) {
      last.text += text;
      last.length++;
    } else out.push({ text, at, length: 1 });
  }
  return out;
}
