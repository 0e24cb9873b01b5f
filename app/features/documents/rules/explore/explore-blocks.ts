import {
  isGone,
  type Block,
  type Cell,
  type Columns,
  type ParagraphBlock,
  type Row,
  type TableBlock,
  type Tie,
} from "./explorer-model.ts";
import { C, CHANGES, find, isRevision, RANGE_MARKS } from "../docx/revision-markup.ts";
import { attributeOf, childNamed, isOnAttribute, isOnIn, localOf, type Node, valueIn } from "../docx/xml-tree.ts";
import { MEANT_STYLES } from "./explore-look.ts";
import { cellLooks } from "./table-look.ts";
import { InlineReader, chosenOf } from "./explore-inline.ts";

/** Table rows per block. A table may be as long as a book. */
const ROWS_PER_BLOCK = 12;

const DEEPEST_SECTION = 3;

const MOST_COLUMNS = 6;
const MOST_SECTIONS = 1_000;

/** A row, and the properties of its cells. */
type MadeRow = { row: Row; properties: (Node | undefined)[] };

/** Reads paragraphs and tables, and divides the document into sections. */
export abstract class BlockReader extends InlineReader {
  /** Sections of several columns so far, and the block that the current section begins with. */
  protected readonly columns: Columns[] = [];
  private sectionFrom = 0;

  protected walkBlocks(holder: Node, out: Block[]): void {
    const top = out === this.blocks;
    const body = top && this.places.at(-1)?.place === "body";
    for (const node of holder.children) {
      const { code } = node;
      if (code === C.p) {
        if (top) this.lengths.push(this.characters);
        const words = this.words.words;
        const block = this.readParagraph(node);
        out.push(block);
        if (body) {
          this.takeSection(block, words);
          this.endColumns(find(find(node, C.pPr), C.sectPr));
        }
      } else if (code === C.tbl) this.readTable(node, out);
      else if (isRevision(code)) this.within(this.tieOf(node), () => this.walkBlocks(node, out));
      else if (code === C.sectPr) {
        const last = out.findLast((block) => block.k === "p");
        const ids: number[] = [];
        this.layoutIn(node, ids);
        if (last && ids.length > 0) last.y = [...(last.y ?? []), ...ids];
        if (body) this.endColumns(node);
      } else if (RANGE_MARKS.has(code)) this.touch(this.numbering.of(node));
      else if (code === C.commentRangeStart || code === C.commentRangeEnd) this.comment(node);
      else if (node.children.length > 0) {
        const local = code === 0 ? localOf(node) : "";
        if (local === "AlternateContent") {
          const chosen = chosenOf(node);
          if (chosen) this.walkBlocks(chosen, out);
        } else if (!local.endsWith("Pr")) this.walkBlocks(node, out);
      }
    }
  }

  /** Ends a section, whose properties come after its text. */
  private endColumns(properties: Node | undefined): void {
    if (!properties) return;
    const [from, to] = [this.sectionFrom, this.blocks.length];
    this.sectionFrom = to;
    const node = childNamed(properties, "cols");
    if (!node || from === to || this.columns.length >= MOST_SECTIONS) return;
    const count = Math.min(MOST_COLUMNS, Number(attributeOf(node, "num") ?? "1") || 1);
    if (count >= 2) this.columns.push({ from, to, count, ...(isOnAttribute(node, "sep") && { line: true }) });
  }

  private readParagraph(node: Node): ParagraphBlock {
    const outer = {
      paragraph: this.paragraph,
      key: this.lastKey,
      words: this.words.inWord,
      row: this.row,
      reach: this.reach,
    };
    const properties = find(node, C.pPr);
    const look = this.styles.paragraph(properties);
    const block: ParagraphBlock = { k: "p", s: [] };
    this.paragraph = block;
    this.lastKey = "";
    this.row = null;
    this.reach = { at: look.left ?? 0, stops: look.stops };
    this.words.inWord = false;
    if (look.level > 0) block.h = look.level;
    if (look.align) block.al = look.align;
    if (MEANT_STYLES.test(look.name)) block.st = look.name;
    if (isOnIn(properties, "pageBreakBefore")) block.pb = "before";
    const ties: Tie[] = [];
    const layout: number[] = [];
    this.layoutIn(properties, layout);
    const run = this.styles.run(undefined, look);
    for (const child of node.children) if (child !== properties) this.walkInline(child, run, look);
    for (const mark of find(properties, C.rPr)?.children ?? []) {
      if (isRevision(mark.code)) ties.push(...this.tieOf(mark));
      else if (CHANGES.has(mark.code)) {
        const id = this.numbering.of(mark);
        this.touch(id);
        if (id > 0) layout.push(id);
      }
    }
    let { left, first } = look;
    if (look.list && look.list.id !== "0" && !isGone(ties)) {
      const list = this.lists.next(look.list);
      if (list) {
        if (list.label !== "") block.lb = list.label;
        left ??= list.left;
        first ??= list.first;
      }
    }
    if (left) block.left = left;
    if (first) block.first = first;
    if (ties.length > 0) block.e = ties;
    if (layout.length > 0) block.y = layout;
    this.characters++;
    this.paragraph = outer.paragraph;
    this.lastKey = outer.key;
    this.words.inWord = outer.words;
    this.row = outer.row;
    this.reach = outer.reach;
    return block;
  }

  private readTable(node: Node, out: Block[]): void {
    const top = out === this.blocks;
    const grid = (find(node, C.tblGrid)?.children ?? [])
      .filter((child) => localOf(child) === "gridCol")
      .map((child) => Math.max(1, Number(attributeOf(child, "w") ?? "1") || 1))
      .slice(0, 63);
    const layout: number[] = [];
    this.layoutIn(find(node, C.tblPr), layout);
    this.layoutIn(find(node, C.tblGrid), layout);
    let block: TableBlock = { k: "t", rows: [], grid };
    if (layout.length > 0) block.y = layout;
    let begun = this.characters;
    const made: MadeRow[] = [];
    const rows = (holder: Node): void => {
      for (const child of holder.children) {
        if (child.code === C.tr) {
          if (top && block.rows.length >= ROWS_PER_BLOCK) {
            this.lengths.push(begun);
            out.push(block);
            begun = this.characters;
            block = { k: "t", rows: [], grid, more: true };
          }
          const row = this.readRow(child);
          block.rows.push(row.row);
          made.push(row);
        } else if (isRevision(child.code)) this.within(this.tieOf(child), () => rows(child));
        else if (
          child.code === C.sdt ||
          child.code === C.sdtContent ||
          (child.code === 0 && localOf(child) === "customXml")
        )
          rows(child);
        else if (RANGE_MARKS.has(child.code)) this.touch(this.numbering.of(child));
        else if (child.code === C.commentRangeStart || child.code === C.commentRangeEnd) this.comment(child);
      }
    };
    rows(node);
    if (block.rows.length === 0) return;
    this.drawTable(find(node, C.tblPr), made);
    if (top) this.lengths.push(begun);
    out.push(block);
  }

  /** Gives the cells of a table their borders and shading, which depend on where in it they are. */
  private drawTable(properties: Node | undefined, rows: readonly MadeRow[]): void {
    const lookOf = cellLooks(this.styles.table(properties), properties);
    for (const [at, { row, properties: own }] of rows.entries()) {
      const columns = row.cells.reduce((sum, { span = 1 }) => sum + span, 0);
      let column = 0;
      for (const [i, cell] of row.cells.entries()) {
        const { span = 1 } = cell;
        const { borders, fill } = lookOf(own[i], { row: at, rows: rows.length, column, span, columns });
        if (borders !== "") cell.bd = borders;
        if (fill !== null) cell.sh = fill;
        column += span;
      }
    }
  }

  private readRow(node: Node): MadeRow {
    const row: Row = { cells: [] };
    const own: MadeRow["properties"] = [];
    const properties = find(node, C.trPr);
    const skip = Number(valueIn(properties, "gridBefore") ?? "0");
    if (skip > 0) row.skip = Math.min(63, skip);
    const ties: Tie[] = [];
    const layout: number[] = [];
    for (const child of properties?.children ?? []) if (isRevision(child.code)) ties.push(...this.tieOf(child));
    this.layoutIn(properties, layout);
    for (const child of node.children) if (localOf(child) === "tblPrEx") this.layoutIn(child, layout);
    const cells = (holder: Node): void => {
      for (const child of holder.children) {
        if (child.code === C.tc) {
          row.cells.push(this.readCell(child));
          own.push(find(child, C.tcPr));
        } else if (isRevision(child.code)) this.within(this.tieOf(child), () => cells(child));
        else if (
          child.code === C.sdt ||
          child.code === C.sdtContent ||
          (child.code === 0 && localOf(child) === "customXml")
        )
          cells(child);
        else if (RANGE_MARKS.has(child.code)) this.touch(this.numbering.of(child));
        else if (child.code === C.commentRangeStart || child.code === C.commentRangeEnd) this.comment(child);
      }
    };
    cells(node);
    if (ties.length > 0) row.c = ties;
    if (layout.length > 0) row.y = layout;
    return { row, properties: own };
  }

  private readCell(node: Node): Cell {
    const cell: Cell = { b: [] };
    const properties = find(node, C.tcPr);
    const layout: number[] = [];
    this.layoutIn(properties, layout);
    const ties: Tie[] = [];
    for (const child of properties?.children ?? []) {
      if (child.code === C.cellIns) ties.push(...this.tieOf(child, "ins"));
      else if (child.code === C.cellDel) ties.push(...this.tieOf(child, "del"));
    }
    const span = Number(valueIn(properties, "gridSpan") ?? "1");
    if (span > 1) cell.span = Math.min(63, span);
    const merge = find(properties, C.vMerge);
    if (merge && attributeOf(merge, "val") !== "restart") cell.cont = true;
    this.walkBlocks(node, cell.b);
    if (ties.length > 0) cell.c = ties;
    if (layout.length > 0) cell.y = layout;
    return cell;
  }

  private takeSection(block: ParagraphBlock, before: number): void {
    if (block.h === undefined || block.h > DEEPEST_SECTION) return;
    const title = block.s
      .filter((span) => !span.note && !isGone(span.c))
      .map((span) => span.t)
      .join("")
      .replace(/\s+/g, " ")
      .trim();
    if (title === "") return;
    const own = block.s.reduce((sum, span) => sum + span.t.length, 0) + 1;
    this.closeSection(before);
    this.sections.push({
      title: title.slice(0, 200),
      level: block.h,
      block: this.blocks.length - 1,
      words: 0,
      changes: 0,
      at: this.characters - own,
    });
  }

  /** Words since the last section began. */
  private counted = 0;
  protected closeSection(upTo: number): void {
    const words = upTo - this.counted;
    this.counted = upTo;
    const last = this.sections.at(-1);
    if (last) last.words = words;
    else if (words > 0)
      this.sections.push({ title: "Before the first heading", level: 0, block: 0, words, changes: 0, at: 0 });
  }
}
