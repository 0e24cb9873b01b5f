import { buildDocx } from "./build-docx.ts";
import type { ParagraphSpec, RunSpec, TableSpec } from "./docx-spec.ts";
import type { Paragraph, TextModel } from "../readers/text-model.ts";

/** Holds the place of an equation, or of another piece, in a text: its index between two characters of no text. */
export const markOf = (index: number): string => `\ue0f0${index}\ue0f1`;
export const EQUATION_MARK = /\ue0f0(\d{1,9})\ue0f1/g;
/** An equation's markup (m:oMath or m:oMathPara), and its letters, which notes show. */
export type MarkedEquation = { markup: string; text: string };
export type MarkedText = { model: TextModel; equations: readonly MarkedEquation[] };

/**
 * A plain .docx of a model's text: headings, paragraphs, tables, captions, notes. Layout isn't kept. If the author's
 * file isn't a .docx, editors work on this, and it's the gate's source.
 * @param equations in the place of their marks
 */
export function workingCopy(model: TextModel, title = "", equations: readonly MarkedEquation[] = []): Buffer {
  const runsOf = (text: string): RunSpec[] =>
    equations.length === 0
      ? [{ text }]
      : text
          .split(EQUATION_MARK)
          .map((piece, i) =>
            i % 2 === 0 ? { text: piece } : { text: "", equation: equations[Number(piece)]?.markup },
          );
  const asText = (text: string): string =>
    equations.length === 0
      ? text
      : text.replace(EQUATION_MARK, (_, index: string) => equations[Number(index)]?.text ?? "");
  const blocks: (ParagraphSpec | TableSpec)[] = [];
  let table: { index: number; rows: ParagraphSpec[][] } | null = null;
  let last: { runs: RunSpec[] } | null = null;
  const flush = () => {
    if (table)
      blocks.push({
        table: table.rows.map((row) => (row.length > 0 ? row.map((cell) => cell ?? { text: "" }) : [{ text: "" }])),
      });
    table = null;
  };
  for (const paragraph of model.paragraphs) {
    const note = paragraph.kind === "footnote" || paragraph.kind === "endnote";
    if (note && last) {
      last.runs.push({ text: "", [paragraph.kind]: asText(paragraph.text) });
      continue;
    }
    if (paragraph.cell) {
      const { index, row, column } = {
        index: paragraph.cell.table,
        row: Math.min(paragraph.cell.row, 5_000),
        column: Math.min(Math.max(0, paragraph.cell.column), 60),
      };
      if (table && table.index !== index) flush();
      table ??= { index, rows: [] };
      const rows = table.rows;
      while (rows.length <= Math.max(0, row)) rows.push([]);
      const cells = rows[Math.max(0, row)] as ParagraphSpec[];
      while (cells.length <= column) cells.push({ runs: [] });
      const cell = cells[column] as ParagraphSpec;
      const runs = [...(cell.runs ?? [])];
      runs.push(...runsOf((runs.length > 0 ? "\n" : "") + paragraph.text));
      const made = { runs };
      cells[column] = made;
      last = made;
      continue;
    }
    flush();
    if (paragraph.text === "" && !note) continue;
    const made = { ...lookOf(paragraph), runs: runsOf(paragraph.text) };
    blocks.push(made);
    last = made;
  }
  flush();
  return buildDocx({ paragraphs: blocks, title });
}

function lookOf(paragraph: Paragraph): Pick<ParagraphSpec, "heading" | "style"> {
  if (paragraph.kind === "heading")
    return { heading: Math.min(6, Math.max(1, paragraph.level)) as 1 | 2 | 3 | 4 | 5 | 6 };
  if (paragraph.isTitle) return { style: "Title" };
  if (paragraph.kind === "caption") return { style: "Caption" };
  if (paragraph.kind === "reference") return { style: "Bibliography" };
  return {};
}
