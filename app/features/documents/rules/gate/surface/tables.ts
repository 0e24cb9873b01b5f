/** Tables: the layout of their cells, and how they look. */
import type { Remembered } from "../../docx/docx-looks.ts";
import { attributeOf, childNamed, isOnAttribute, isOnIn, localOf, type Node, valueOf } from "../../docx/xml-tree.ts";
import { fillOf } from "./properties.ts";
import { emptyLine } from "./surface.ts";
import { fragment, saidBy } from "./surface-markup.ts";
import { S } from "./surface-vocabulary.ts";
import { type Container, type Handlers, type StoryReading, leaveOut } from "./story-reading.ts";

/** A table being read: what its first row says about it. */
export type Table = { look: Record<string, string>; fixed: boolean; rows: number };
/** A row being read. Its cells are "merged" if they continue the ones above. */
export type Row = { cells: string[]; looks: CellLook[]; look: Record<string, string>; collapsed: boolean };
export type CellLook = { fill: string; width: number; merged: boolean; rest: Record<string, string> };
export type RowLook = { look: Record<string, string>; collapsed: boolean };

/** What elements of a table's properties are called in the list of changes. */
const TABLE_PARTS: ReadonlyMap<string, string> = new Map([
  ["tblStyle", "table style"],
  ["tblBorders", "table borders"],
  ["shd", "table shading"],
  ["jc", "position of the table"],
  ["tblInd", "position of the table"],
  ["tblpPr", "position of the table"],
  ["tblW", "table width"],
  ["tblCellMar", "cell margins"],
  ["tblCellSpacing", "cell margins"],
  ["bidiVisual", "order of the columns"],
]);
const CELL_PARTS: ReadonlyMap<string, string> = new Map([
  ["tcBorders", "cell borders"],
  ["vAlign", "vertical alignment in cells"],
  ["textDirection", "direction of text in cells"],
  ["tcFitText", "fitted text in cells"],
  ["tcMar", "cell margins"],
  ["gridSpan", "columns that cells cover"],
]);

/** Adds what an element says. Values that are the same as nothing aren't said. */
function add(look: Record<string, string>, name: string | undefined, node: Node): void {
  const said = saidBy(node);
  if (name === undefined || /^(?:val=)?(?:left|start|auto|nil|none|0|1|top|lrTb|)$/.test(said)) return;
  if (said === "type=auto w=0" || said === "type=dxa w=0") return;
  look[name] = look[name] === undefined ? said : `${look[name]}; ${said}`;
}

/** Which rows and columns a table's style sets apart. */
function styledParts(node: Node): string {
  const value = valueOf(node, "val");
  const names = ["firstRow", "lastRow", "firstColumn", "lastColumn", "noHBand", "noVBand"];
  return names
    .filter((name, i) =>
      attributeOf(node, name) === null
        ? value !== null && (Number.parseInt(value, 16) & (0x20 << i)) !== 0
        : isOnAttribute(node, name),
    )
    .join(" ");
}

function openTableProperties(story: StoryReading): void {
  const raw = story.takeContent();
  const table = story.tables.at(-1);
  if (!table || table.rows > 0 || raw === "") return;
  const node = fragment(raw);
  for (const one of node.children) add(table.look, TABLE_PARTS.get(localOf(one)), one);
  const [look, layout] = [childNamed(node, "tblLook"), childNamed(node, "tblLayout")];
  const styled = look && childNamed(node, "tblStyle") ? styledParts(look) : "";
  if (styled !== "") table.look["styled rows and columns"] = styled;
  table.fixed = layout !== undefined && valueOf(layout, "type") === "fixed";
}

/** Below this height in twentieths of a point, an exact row shows no text. */
const LOWEST_ROW = 80;

/** Reads properties once, because tables repeat them. */
function once<T>(known: Remembered<T>, raw: string, read: (node: Node) => T): T {
  let made = known.find(raw, 0, raw.length);
  if (made === undefined) known.keep(raw, 0, raw.length, (made = read(fragment(raw))));
  return made;
}

function readRow(node: Node): RowLook {
  const look: Record<string, string> = {};
  if (isOnIn(node, "hidden")) look.hidden = "1";
  if (isOnIn(node, "tblHeader")) look["heading row"] = "1";
  if (isOnIn(node, "cantSplit")) look["row kept on one page"] = "1";
  const height = childNamed(node, "trHeight");
  const exact = height !== undefined && valueOf(height, "hRule") === "exact";
  if (height) add(look, "row height", height);
  return { look, collapsed: exact && Number(valueOf(height, "val") ?? "0") < LOWEST_ROW };
}

function openRowProperties(story: StoryReading): void {
  const row = story.rows.at(-1);
  const raw = story.takeContent();
  if (row && raw !== "") Object.assign(row, once(story.document.rowLooks, raw, readRow));
}

function closeRow(story: StoryReading): void {
  const row = story.rows.pop();
  const table = story.tables.at(-1);
  const look = row && { ...row.look, ...looksOf(row.looks, table?.fixed ?? false) };
  if (table && look && table.rows++ === 0) Object.assign(look, table.look);
  if (row && story.managed === 0)
    story.emit({ ...emptyLine("row"), text: row.cells.join(" "), properties: look ?? {} });
}

/** A row's cells: what they look like, from left to right. */
function looksOf(cells: readonly CellLook[], fixed: boolean): Record<string, string> {
  const look: Record<string, string> = {};
  const say = (name: string, values: readonly string[]): void => {
    if (values.some((one) => one !== "")) look[name] = values.join(" | ");
  };
  say(
    "cell shading",
    cells.map((cell) => cell.fill),
  );
  for (const name of new Set(CELL_PARTS.values()))
    say(
      name,
      cells.map((cell) => cell.rest[name] ?? ""),
    );
  const total = cells.reduce((sum, cell) => sum + cell.width, 0);
  // Word adjusts the columns of other tables to their text, so only large differences count.
  const steps = fixed ? 50 : 4;
  if (total > 0)
    say(
      "column widths",
      cells.map((cell) => String(Math.round((cell.width / total) * steps))),
    );
  return look;
}

function openCell(story: StoryReading): void {
  if (story.scanner.selfClosing) return;
  const row = story.rows.at(-1);
  row?.cells.push("·");
  row?.looks.push(PLAIN_CELL);
  story.startsCell = true;
  const { lines } = story.container;
  story.containers.push({ lines, from: lines.length });
}

const PLAIN_CELL: CellLook = { fill: "", width: 0, merged: false, rest: {} };

function readCell(node: Node): CellLook {
  const cell: CellLook = { fill: "", width: 0, merged: false, rest: {} };
  for (const one of node.children) {
    const local = localOf(one);
    if (/^[vh]Merge$/.test(local)) cell.merged = valueOf(one, "val") !== "restart";
    else if (local === "shd") cell.fill = fillOf(one);
    else if (local === "tcW") cell.width = valueOf(one, "type") === "dxa" ? Number(valueOf(one, "w") ?? "0") || 0 : 0;
    else add(cell.rest, CELL_PARTS.get(local), one);
  }
  return cell;
}

function openCellProperties(story: StoryReading): void {
  const row = story.rows.at(-1);
  const raw = story.takeContent();
  if (!row || row.looks.length === 0 || raw === "") return;
  const cell = once(story.document.cellLooks, raw, readCell);
  row.looks[row.looks.length - 1] = cell;
  if (cell.merged) row.cells[row.cells.length - 1] = "merged";
}

function closeCell(story: StoryReading): void {
  dropRequired(story.container);
  story.containers.pop();
  story.startsCell = false;
}

/**
 * Drops the paragraph that Word requires after a table that ends a cell or a document, because other programs omit it.
 */
export function dropRequired({ lines, from }: Container): void {
  const last = lines.at(-1);
  if (
    lines.length - from >= 2 &&
    last?.kind === "paragraph" &&
    last.text === "" &&
    last.atoms.length === 0 &&
    lines.at(-2)?.kind === "row"
  )
    lines.pop();
}

export const OPENS: Handlers = {
  [S.tbl]: (story) => {
    if (!story.scanner.selfClosing) story.tables.push({ look: {}, fixed: false, rows: 0 });
  },
  [S.tr]: (story) => {
    if (!story.scanner.selfClosing) story.rows.push({ cells: [], looks: [], look: {}, collapsed: false });
  },
  [S.trPr]: openRowProperties,
  [S.tc]: openCell,
  [S.tcPr]: openCellProperties,
  [S.tblPr]: openTableProperties,
  [S.tblPrEx]: leaveOut,
  [S.tblGrid]: leaveOut,
};

export const CLOSES: Handlers = {
  [S.tbl]: (story) => {
    story.tables.pop();
  },
  [S.tc]: closeCell,
  [S.tr]: closeRow,
};
