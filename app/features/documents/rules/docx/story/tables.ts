import { W } from "../docx-vocabulary.ts";
import type { Paragraph } from "../../readers/text-model.ts";
import { isNumberOnly } from "../../readers/words.ts";
import { closeContainer, flush, listHere, openContainer } from "./paragraphs.ts";
import type { Cell, Handlers, PartReading } from "./part-reading.ts";
import { endRemoved } from "./revisions.ts";

function openTable(part: PartReading): void {
  if (part.scanner.selfClosing) return;
  const { model } = part.story;
  part.tables.push({ index: model.tableCount, row: -1, column: -1 });
  if (part.dead === 0) model.tableCount++;
}

function openRow(part: PartReading): void {
  const table = part.tables.at(-1);
  if (!table) return;
  table.row++;
  table.column = -1;
}

function openCell(part: PartReading): void {
  if (part.scanner.selfClosing) return;
  // Across a table that's removed, paragraphs join.
  if (part.dead === 0) flush(part);
  const table = part.tables.at(-1);
  if (table) table.column++;
  const list = listHere(part);
  part.cells.push({ list, from: list.length });
  openContainer(part);
}

function closeCell(part: PartReading): void {
  closeContainer(part);
  const cell = part.cells.pop();
  if (cell) leaveNumbersOut(cell);
  endRemoved(part);
}

/** A cell that holds only numbers isn't charged. */
function leaveNumbersOut(cell: Cell): void {
  let some = false;
  for (let i = cell.from; i < cell.list.length; i++) {
    const paragraph = cell.list[i] as Paragraph;
    if (paragraph.words === 0) continue;
    if (paragraph.kind !== "tableCell" || !isNumberOnly(paragraph.text)) return;
    some = true;
  }
  if (!some) return;
  for (let i = cell.from; i < cell.list.length; i++) (cell.list[i] as Paragraph).charged = false;
}

export const OPENS: Handlers = {
  [W.tbl]: openTable,
  [W.tr]: openRow,
  [W.tc]: openCell,
};

export const CLOSES: Handlers = {
  [W.tbl]: (part) => {
    part.tables.pop();
  },
  [W.tr]: endRemoved,
  [W.tc]: closeCell,
};
