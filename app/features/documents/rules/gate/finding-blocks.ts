/** Where the paragraphs of two documents differ, moved ones aside. */
import { pairUp, type Pairable } from "../compare/compare-pairing.ts";
import { comparedText, type Paragraph, type TextModel } from "../readers/text-model.ts";

/** A paragraph with text, and its place. */
export type Line = { paragraph: Paragraph; section: number; number: number };

/** A line for matching. Its words are computed only if it has no equal. */
class PairableLine implements Pairable {
  readonly source: string;
  readonly key: string;
  readonly kind: string;
  private readonly paragraph: Paragraph;
  private split: readonly string[] | null = null;

  constructor({ paragraph }: Line) {
    this.paragraph = paragraph;
    this.kind = paragraph.cell ? "cell" : paragraph.kind === "heading" ? "heading" : "p";
    this.key = paragraph.compare === null ? paragraph.text : `${paragraph.text}\u0001${paragraph.compare}`;
    this.source = this.key;
  }

  get words(): readonly string[] {
    return (this.split ??= (this.paragraph.text === "" ? comparedText(this.paragraph) : this.paragraph.text)
      .split(/\s+/)
      .filter((word) => word !== ""));
  }
}

export const linesOf = (model: TextModel): Line[] => {
  const lines: Line[] = [];
  let number = 0;
  for (const paragraph of model.paragraphs) {
    if (comparedText(paragraph) !== "") number++;
    if (paragraph.kind !== "toc" && (paragraph.text.trim() !== "" || comparedText(paragraph) !== ""))
      lines.push({ paragraph, section: paragraph.section, number });
  }
  return lines;
};

/** Two corresponding, different stretches of paragraphs. */
export type Block = { a: Line[]; b: Line[]; place: Line | null };

export function differingBlocks(from: readonly Line[], to: readonly Line[]): Block[] {
  const [a, b] = [from.map((line) => new PairableLine(line)), to.map((line) => new PairableLine(line))];
  const blocks: Block[] = [];
  for (const { a0, a1, b0, b1 } of pairUp(a, b)) {
    if (a1 - a0 === 1 && b1 - b0 === 1 && a[a0]?.key === b[b0]?.key) continue;
    blocks.push({ a: from.slice(a0, a1), b: to.slice(b0, b1), place: from[a1 - 1] ?? from[a0 - 1] ?? null });
  }
  return blocks.flatMap((block, i) => {
    const next = blocks[i + 1];
    const before = blocks[i - 1];
    if (next && inOnePlace(block, next))
      return block.a.map((line, k): Block => ({ a: [line], b: [next.b[k] as Line], place: line }));
    return before && inOnePlace(before, block) ? [] : [block];
  });
}

/** Table cells and display equations are matched even if they have no word in common. */
function inOnePlace(one: Block, two: Block): boolean {
  if (one.b.length > 0 || two.a.length > 0 || one.a.length !== two.b.length) return false;
  return one.a.every(({ paragraph }, k) => {
    const other = (two.b[k] as Line).paragraph;
    if (paragraph.cell && other.cell)
      return (
        paragraph.cell.table === other.cell.table &&
        paragraph.cell.row === other.cell.row &&
        paragraph.cell.column === other.cell.column
      );
    return !paragraph.cell && !other.cell && paragraph.text.trim() === "" && other.text.trim() === "";
  });
}

/** Leaves out paragraphs that exist unchanged elsewhere: moved, or in a reordered list. */
export function withoutMoved(blocks: readonly Block[]): Block[] {
  const gone = new Map<string, number>();
  const textKey = (line: Line): string => line.paragraph.text.replace(/\s+/g, " ").trim();
  for (const block of blocks)
    if (block.b.length === 0) for (const line of block.a) gone.set(textKey(line), (gone.get(textKey(line)) ?? 0) + 1);
  const came = new Map<string, number>();
  for (const block of blocks)
    if (block.a.length === 0) for (const line of block.b) came.set(textKey(line), (came.get(textKey(line)) ?? 0) + 1);
  const take = (counts: Map<string, number>, line: Line): boolean => {
    const left = counts.get(textKey(line)) ?? 0;
    if (left > 0) counts.set(textKey(line), left - 1);
    return left > 0;
  };
  const common = new Map([...gone].map(([key, count]): [string, number] => [key, Math.min(count, came.get(key) ?? 0)]));
  const commonToo = new Map(common);
  return blocks.flatMap((block): Block[] => {
    if (block.b.length === 0) {
      const a = block.a.filter((line) => !take(common, line));
      return a.map((line) => ({ ...block, a: [line] }));
    }
    if (block.a.length === 0)
      return block.b.filter((line) => !take(commonToo, line)).map((line) => ({ ...block, b: [line] }));
    return [block];
  });
}

export const isHeading = (line: Line): boolean => line.paragraph.kind === "heading";
export const isQuoted = (line: Line): boolean => line.paragraph.quoted;
export const textOf = (lines: readonly Line[]): string =>
  lines.map((line) => line.paragraph.text.trim() || comparedText(line.paragraph)).join("\n");
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]+/gu, "");
const isEntry = (line: Line, model: TextModel): boolean =>
  line.paragraph.kind === "reference" ||
  (line.paragraph.inBibliography && line.paragraph.kind !== "heading") ||
  (model.sections[line.section]?.references === true && line.paragraph.kind === "body");
export const isReference = (block: Block, source: TextModel, final: TextModel): boolean =>
  block.a.length > 0 ? block.a.every((line) => isEntry(line, source)) : block.b.every((line) => isEntry(line, final));
