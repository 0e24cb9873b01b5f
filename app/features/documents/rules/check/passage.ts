import type { Block, CheckText, Spot } from "./finding.ts";

/** How many blocks of text are shown at once, and how many of them before a place. */
const BLOCKS = 24;
const BEFORE = 6;
/** Longer blocks are cut around the place, in characters. */
const LONGEST = 6_000;

/** A block of a passage. `cut`: how many characters are left out before its text. */
export type PassageBlock = Pick<Block, "kind" | "text" | "level" | "label"> & { at: number; cut: number };
export type Passage = {
  /** Title of the section where it begins; "" before the first heading. */
  section: string;
  blocks: PassageBlock[];
  /** Where the passages before and after it begin; null at the beginning and the end. */
  earlier: number | null;
  later: number | null;
};

/** The text around a place, in blocks as the check reads them. @param first the block to begin with, or null for a few before the place */
export function passageOf({ blocks }: CheckText, spot: Spot, first: number | null): Passage {
  const begin = Math.max(0, Math.min(first ?? spot.block - BEFORE, blocks.length - 1));
  const shown = blocks.slice(begin, begin + BLOCKS);
  return {
    section: shown[0]?.section ?? "",
    blocks: shown.map(({ kind, text, level, label }, i) => {
      const at = begin + i;
      const cut = at === spot.block && text.length > LONGEST ? Math.max(0, spot.from - LONGEST / 2) : 0;
      return { at, kind, level, label, cut, text: text.slice(cut, cut + LONGEST) };
    }),
    earlier: begin > 0 ? Math.max(0, begin - BLOCKS) : null,
    later: begin + BLOCKS < blocks.length ? begin + BLOCKS : null,
  };
}
