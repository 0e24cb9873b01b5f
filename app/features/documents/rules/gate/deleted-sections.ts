import type { TextModel } from "../readers/text-model.ts";
import { type Block, isHeading, type Line } from "./finding-blocks.ts";

/**
 * Sections that lost all of their text, with or without their heading. One that was moved, merged into another section,
 * or rewritten isn't among them.
 * @param blocks where the documents differ, without what moved @param from the source's lines @param to the edited text's
 */
export function deletedSections(
  blocks: readonly Block[],
  from: readonly Line[],
  to: readonly Line[],
  source: TextModel,
  final: TextModel,
): { block: Block; title: string }[] {
  const gone = new Map<Line, Block>();
  for (const block of blocks) if (block.b.length === 0) for (const line of block.a) gone.set(line, block);
  if (gone.size === 0) return [];
  const kept = new Set(to.filter((line) => !isHeading(line)).map((line) => final.sections[line.section]?.title));
  const out: { block: Block; title: string }[] = [];
  for (const [index, own] of Map.groupBy(from, (line) => line.section)) {
    const section = source.sections[index];
    const text = own.filter((line) => !isHeading(line));
    const block = text[0] && gone.get(text[0]);
    if (!section || section.level === 0 || !block || !text.every((line) => gone.has(line)) || kept.has(section.title))
      continue;
    out.push({ block, title: section.title });
  }
  return out;
}
