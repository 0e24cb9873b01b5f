/** Inside two differing stretches: which words of one became which of the other. */
import { align } from "../compare/align.ts";
import { type Item, itemsOf } from "./finding-items.ts";
import type { Paragraph } from "../readers/text-model.ts";
import type { Line } from "./finding-blocks.ts";

/** In larger blocks, edits aren't distinguished by place. */
const MAX_ALIGNED = 200_000;

type Side = { text: string; items: Item[]; equations: string[] };

export function readSide(lines: readonly Line[]): Side {
  const side: Side = { text: "", items: [], equations: [] };
  for (const { paragraph } of lines) {
    const offset = side.text.length;
    let text = paragraph.text;
    const masked: [number, number][] = [];
    if (paragraph.compare !== null) {
      const { results, others } = partsOf(paragraph);
      masked.push(...results);
      side.equations.push(...others.map((one) => one.replace(/\s+/g, "")).filter((one) => one !== ""));
    }
    // A heading's number is its position, not a figure of the study.
    if (paragraph.kind === "heading")
      text = text.replace(/^\s*(?:\d+(?:\.\d+)*\.?|[IVX]+\.)(?=\s)/, (label) => " ".repeat(label.length));
    for (const item of itemsOf(text, paragraph.kind === "caption", masked))
      side.items.push({ ...item, from: item.from + offset, to: item.to + offset });
    side.text += `${paragraph.text}\n`;
  }
  return side;
}

/** Text written by programs (field results), and content outside the running text: equations, hidden text. */
function partsOf({ text, compare }: Paragraph): { results: [number, number][]; others: string[] } {
  const results: [number, number][] = [];
  const others: string[] = [];
  const [one, two] = [charactersOf(text), charactersOf(compare ?? "")];
  if (one.length + two.length > MAX_ALIGNED) return { results, others };
  let i = 0;
  let j = 0;
  let at = 0;
  const step = (x: number, y: number): void => {
    const length = one.slice(i, x).join("").length;
    if (x > i) results.push([at, at + length]);
    if (y > j) others.push(two.slice(j, y).join(""));
    at += length + (one[x]?.length ?? 0);
    i = x + 1;
    j = y + 1;
  };
  for (const [x, y] of align(one, two)) step(x, y);
  step(one.length, two.length);
  return { results, others };
}

/** Words, symbols and spaces, each separate. */
const charactersOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+|\d|\s+|[^\p{L}\p{M}\d\s]/gu) ?? [];

/** A place where the words differ. `same`: equal except for numbers. */
export type Hunk = { before: string[]; after: string[]; startsA: boolean; startsB: boolean };
type HunkOf = (from: number, to: number) => number;

export function hunksBetween(a: string, b: string): [Hunk[], HunkOf, HunkOf] {
  const one = tokensOf(a);
  const two = tokensOf(b);
  const hunks: Hunk[] = [];
  const ofA = new Int32Array(one.words.length).fill(-1);
  const ofB = new Int32Array(two.words.length).fill(-1);
  if (a.length + b.length <= MAX_ALIGNED) {
    let i = 0;
    let j = 0;
    for (const [x, y] of [...align(one.words, two.words), [one.words.length, two.words.length] as [number, number]]) {
      if (x > i || y > j) {
        ofA.fill(hunks.length, i, x);
        ofB.fill(hunks.length, j, y);
        hunks.push({
          before: one.words.slice(i, x),
          after: two.words.slice(j, y),
          startsA: startsSentence(one.words, i),
          startsB: startsSentence(two.words, j),
        });
      }
      i = x + 1;
      j = y + 1;
    }
  }
  return [hunks, lookup(one.starts, ofA), lookup(two.starts, ofB)];
}

const startsSentence = (words: readonly string[], at: number): boolean =>
  at === 0 || /[.!?:]["”’)]*$/.test(words[at - 1] ?? "");

function tokensOf(text: string): { words: string[]; starts: number[] } {
  const words: string[] = [];
  const starts: number[] = [];
  for (const match of text.matchAll(/\S+/g)) {
    words.push(match[0]);
    starts.push(match.index);
  }
  return { words, starts };
}

/** The first hunk that overlaps a stretch of text, or -1. */
const lookup =
  (starts: readonly number[], hunkOf: Int32Array): HunkOf =>
  (from, to) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= from) low = middle + 1;
      else high = middle;
    }
    for (let i = Math.max(0, low - 1); i < starts.length && (starts[i] as number) < to; i++)
      if ((hunkOf[i] as number) >= 0) return hunkOf[i] as number;
    return -1;
  };
