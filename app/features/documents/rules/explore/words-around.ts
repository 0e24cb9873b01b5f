import { isGone, type Block } from "./explorer-model.ts";

export type WordsAround = { leading: string; trailing: string };

/** Characters on each side. */
const MOST = 60;

/**
 * The words before and after some tracked changes, as the edited text reads: at most 60 characters on each side, in the
 * same paragraph.
 */
export function wordsAround(blocks: readonly Block[]): (ids: readonly number[]) => WordsAround {
  const places = new Map<number, { text: string; from: number; to: number }>();
  const walk = (list: readonly Block[]): void => {
    for (const block of list) {
      if (block.k === "t") {
        for (const row of block.rows) for (const cell of row.cells) walk(cell.b);
        continue;
      }
      const text = block.s.map((span) => (isGone(span.c) ? "" : span.t)).join("");
      let at = 0;
      for (const span of block.s) {
        const from = at;
        if (!isGone(span.c)) at += span.t.length;
        for (const id of [...(span.c ?? []).map(([one]) => one), ...(span.f ?? [])]) {
          const known = places.get(id);
          if (!known) places.set(id, { text, from, to: at });
          else if (known.text === text) known.to = at;
        }
      }
      if (block.x) walk(block.x);
    }
  };
  walk(blocks);
  return (ids) => {
    const [first, ...others] = ids.flatMap((id) => places.get(id) ?? []);
    if (!first) return { leading: "", trailing: "" };
    const to = Math.max(first.to, ...others.filter((one) => one.text === first.text).map((one) => one.to));
    return { leading: tail(first.text.slice(0, first.from)), trailing: head(first.text.slice(to)) };
  };
}

/** Whole words at the end of a text, and at its start. */
const tail = (text: string): string => (text.length <= MOST ? text : text.slice(-MOST).replace(/^\S*\s+/, ""));
const head = (text: string): string => (text.length <= MOST ? text : text.slice(0, MOST).replace(/\s+\S*$/, ""));
