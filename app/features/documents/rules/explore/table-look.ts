/** How a table's cells look: which borders are drawn, and their shading. From table styles, the table, and the cells. */
import { isOn } from "../docx/docx-styles.ts";
import { C, find } from "../docx/revision-markup.ts";
import { attributeOf, childNamed, localOf, type Node } from "../docx/xml-tree.ts";

type Side = "t" | "r" | "b" | "l" | "h" | "v";
/** What says something about borders and shading. A side that isn't there is left as it was. */
type Look = { sides: Partial<Record<Side, boolean>>; fill?: string | null };
/** A table style: of the whole table, and of its parts, such as "firstRow". */
export type TableStyle = { whole: Look; parts: ReadonlyMap<string, Look> };

/** A cell's place in its table, from 0. */
export type CellPlace = { row: number; rows: number; column: number; span: number; columns: number };
/** The sides with a border, of "trbl", and the shading as six hexadecimal digits. */
export type CellLook = { borders: string; fill: string | null };

export const NO_STYLE: TableStyle = { whole: { sides: {} }, parts: new Map() };

const SIDES: Readonly<Record<string, Side>> = {
  top: "t",
  right: "r",
  end: "r",
  bottom: "b",
  left: "l",
  start: "l",
  insideH: "h",
  insideV: "v",
};

/** @param borders "tblBorders" or "tcBorders", which has the same children */
function lookIn(properties: Node | undefined, borders: "tblBorders" | "tcBorders"): Look {
  const look: Look = { sides: {} };
  for (const child of childNamed(properties, borders)?.children ?? []) {
    const side = SIDES[localOf(child)];
    if (side) look.sides[side] = !/^(?:nil|none)$/.test(attributeOf(child, "val") ?? "");
  }
  const shading = childNamed(properties, "shd");
  if (shading) {
    const name = attributeOf(shading, "val") === "solid" ? "color" : "fill";
    const color = attributeOf(shading, name) ?? "";
    look.fill = /^[0-9a-f]{6}$/i.test(color) && !/^ffffff$/i.test(color) ? color.toUpperCase() : null;
  }
  return look;
}

/** A table style on top of the one it's based on. */
export function tableStyle(node: Node, base: TableStyle): TableStyle {
  const parts = new Map(base.parts);
  for (const child of node.children) {
    if (localOf(child) !== "tblStylePr") continue;
    const name = attributeOf(child, "type") ?? "";
    parts.set(name, over(parts.get(name), lookIn(find(child, C.tcPr), "tcBorders")));
  }
  const table = lookIn(find(node, C.tblPr), "tblBorders");
  return { whole: over(over(base.whole, table), lookIn(find(node, C.tcPr), "tcBorders")), parts };
}

const over = (below: Look | undefined, above: Look): Look => ({
  sides: { ...below?.sides, ...above.sides },
  fill: above.fill === undefined ? below?.fill : above.fill,
});

/** The bit of `tblLook` for each part of a style. A set bit turns bands off. */
const BITS = { firstRow: 0x20, lastRow: 0x40, firstColumn: 0x80, lastColumn: 0x100, noHBand: 0x200, noVBand: 0x400 };

/** Which parts of its style a table uses. */
function partsUsed(properties: Node | undefined): (name: keyof typeof BITS) => boolean {
  const look = childNamed(properties, "tblLook");
  const bits = Number.parseInt((look && attributeOf(look, "val")) ?? "", 16) || 0;
  return (name) => {
    const own = look && attributeOf(look, name);
    return own ? isOn(own) : (bits & BITS[name]) !== 0;
  };
}

/** The parts of a style that a cell is in, the strongest last. */
function* partsAt(
  used: ReturnType<typeof partsUsed>,
  { row, rows, column, span, columns }: CellPlace,
): Generator<string> {
  const [head, side] = [used("firstRow") ? 1 : 0, used("firstColumn") ? 1 : 0];
  if (!used("noVBand") && column >= side) yield (column - side) % 2 === 0 ? "band1Vert" : "band2Vert";
  if (!used("noHBand") && row >= head) yield (row - head) % 2 === 0 ? "band1Horz" : "band2Horz";
  if (side && column === 0) yield "firstCol";
  if (used("lastColumn") && column + span === columns) yield "lastCol";
  if (head && row === 0) yield "firstRow";
  if (used("lastRow") && row === rows - 1) yield "lastRow";
}

/** The sides of a cell that a look speaks of, as it lies in the area from its first to its last row and column. */
function sidesAt({ sides }: Look, top: boolean, right: boolean, bottom: boolean, left: boolean) {
  return {
    t: top ? sides.t : sides.h,
    r: right ? sides.r : sides.v,
    b: bottom ? sides.b : sides.h,
    l: left ? sides.l : sides.v,
  };
}

/** What the cells of one table look like. @param properties the table's own */
export function cellLooks(
  style: TableStyle,
  properties: Node | undefined,
): (cell: Node | undefined, at: CellPlace) => CellLook {
  const used = partsUsed(properties);
  const own = lookIn(properties, "tblBorders");
  return (cell, at) => {
    const drawn = { t: false, r: false, b: false, l: false };
    let fill: string | null = null;
    const put = (look: Look, sides: ReturnType<typeof sidesAt>): void => {
      for (const side of ["t", "r", "b", "l"] as const) drawn[side] = sides[side] ?? drawn[side];
      if (look.fill !== undefined) fill = look.fill;
    };
    const [first, last] = [at.row === 0, at.row === at.rows - 1];
    const [start, end] = [at.column === 0, at.column + at.span === at.columns];
    put(style.whole, sidesAt(style.whole, first, end, last, start));
    for (const name of partsAt(used, at)) {
      const part = style.parts.get(name);
      // A row reaches from the first column to the last, a column from the first row to the last.
      const row = name.endsWith("Row") || name.endsWith("Horz");
      if (part) put(part, sidesAt(part, row || first, !row || end, row || last, !row || start));
    }
    put(own, sidesAt(own, first, end, last, start));
    const look = lookIn(cell, "tcBorders");
    put(look, sidesAt(look, true, true, true, true));
    return {
      borders: Object.entries(drawn)
        .flatMap(([side, on]) => (on ? [side] : []))
        .join(""),
      fill,
    };
  };
}
