import type { MathNode } from "../equations/equation.ts";
import type { Formulas } from "../explore/formulas-in.ts";
import type { Block, CheckText, Mark, Spot } from "./finding.ts";

/** How many blocks of text are shown at once, and how many of them before a place. */
const BLOCKS = 24;
const BEFORE = 6;
/** Longer blocks are cut around the place, in characters. */
const LONGEST = 6_000;

/** A formula in a block's text. Its places are those of its letters in the text that's shown. */
export type BlockFormula = { from: number; to: number; nodes: readonly MathNode[] };
/** A block of a passage. `cut`: how many characters are left out before its text. */
export type PassageBlock = Pick<Block, "kind" | "text" | "level" | "label"> & {
  at: number;
  cut: number;
  formulas: BlockFormula[];
};
export type Passage = {
  /** Title of the section where it begins; "" before the first heading. */
  section: string;
  blocks: PassageBlock[];
  /** Where the passages before and after it begin; null at the beginning and the end. */
  earlier: number | null;
  later: number | null;
};

/**
 * The text around a place, in blocks as the check reads them.
 * @param first the block to begin with, or null for a few before the place
 * @param formulas finds a formula by its letters, where that's known
 */
export function passageOf(
  { blocks }: CheckText,
  spot: Spot,
  first: number | null,
  formulas: Formulas = () => undefined,
): Passage {
  const begin = Math.max(0, Math.min(first ?? spot.block - BEFORE, blocks.length - 1));
  const shown = blocks.slice(begin, begin + BLOCKS);
  return {
    section: shown[0]?.section ?? "",
    blocks: shown.map(({ kind, text, level, label, marks }, i) => {
      const at = begin + i;
      const cut = at === spot.block && text.length > LONGEST ? Math.max(0, spot.from - LONGEST / 2) : 0;
      return {
        at,
        kind,
        level,
        label,
        cut,
        text: text.slice(cut, cut + LONGEST),
        formulas: equationsIn(marks).flatMap(([from, to]) => {
          const nodes = from >= cut && to <= cut + LONGEST ? formulas(text.slice(from, to)) : undefined;
          return nodes ? [{ from: from - cut, to: to - cut, nodes }] : [];
        }),
      };
    }),
    earlier: begin > 0 ? Math.max(0, begin - BLOCKS) : null,
    later: begin + BLOCKS < blocks.length ? begin + BLOCKS : null,
  };
}

/** Where equations are. The parts of one may have marks of their own. */
function equationsIn(marks: readonly Mark[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const { mark, from, to } of marks) {
    if (mark !== "math" || from >= to) continue;
    const last = found.at(-1);
    if (last && last[1] === from) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}
