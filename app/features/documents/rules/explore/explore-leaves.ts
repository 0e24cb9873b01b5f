/** The leaves that the explorer loads a document in. */
import type { Block, Leaf } from "./explorer-model.ts";

const CHARACTERS_PER_LEAF = 3_200;
const BLOCKS_PER_LEAF = 30;

/**
 * Splits the blocks into leaves, but never between a paragraph whose mark may be removed and the one it would join.
 */
export function leavesOf(blocks: readonly Block[], lengths: readonly number[], total: number): Leaf[] {
  const leaves: Leaf[] = [];
  let leaf: Leaf = { from: 0, blocks: 0, characters: 0, rows: 0 };
  blocks.forEach((block, i) => {
    leaf.blocks++;
    leaf.characters += (lengths[i + 1] ?? total) - (lengths[i] ?? total);
    if (block.k === "t") leaf.rows += block.rows.length;
    const joins = block.k === "p" && block.e !== undefined && leaf.blocks < 4 * BLOCKS_PER_LEAF;
    if (!joins && (leaf.characters >= CHARACTERS_PER_LEAF || leaf.blocks >= BLOCKS_PER_LEAF)) {
      leaves.push(leaf);
      leaf = { from: i + 1, blocks: 0, characters: 0, rows: 0 };
    }
  });
  if (leaf.blocks > 0) leaves.push(leaf);
  return leaves;
}
