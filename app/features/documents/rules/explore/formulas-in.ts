import type { DocxPackage } from "../docx/docx-package.ts";
import { type MathNode, onlyLetters, textOfMath } from "../equations/equation.ts";
import { readBlocks } from "./explore-docx.ts";
import type { Block } from "./explorer-model.ts";

/** Finds a document's formula by its letters. */
export type Formulas = (letters: string) => readonly MathNode[] | undefined;

/**
 * The formulas of a document without tracked changes, read when the first one is asked for. Letters that two different
 * formulas share ("x2" of a power and of an index) find neither of them, because it isn't known which one is meant.
 */
export function formulasIn(docx: DocxPackage): Formulas {
  let formulas: Map<string, readonly MathNode[] | null> | undefined;
  return (letters) => (formulas ??= readFormulas(docx)).get(onlyLetters(letters)) ?? undefined;
}

function readFormulas(docx: DocxPackage): Map<string, readonly MathNode[] | null> {
  const found = new Map<string, readonly MathNode[] | null>();
  const take = (nodes: readonly MathNode[]): void => {
    const key = onlyLetters(textOfMath(nodes));
    const same = found.get(key);
    if (same === undefined) found.set(key, nodes);
    else if (same && JSON.stringify(same) !== JSON.stringify(nodes)) found.set(key, null);
  };
  const walk = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.k === "t") for (const row of block.rows) for (const cell of row.cells) walk(cell.b);
      else {
        for (const { math } of block.s) if (math) take(math.k);
        walk(block.x ?? []);
      }
    }
  };
  walk(readBlocks(docx));
  return found;
}
