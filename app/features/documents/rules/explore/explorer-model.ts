import type { RevisionKind } from "../docx/revision-numbers.ts";

/**
 * A tracked document as plain data for the screen. Names are short because a long manuscript holds tens of thousands of them. Everything
 * is text or a number: nothing in it is markup, and a link is http, https or mailto or it is not there.
 */

/** Looks of text, added together. */
export const BOLD = 1;
export const ITALIC = 2;
export const UNDERLINE = 4;
export const STRUCK = 8;
export const RAISED = 16;
export const LOWERED = 32;
export const SMALL_CAPS = 64;
export const CAPS = 128;
export const HIGHLIGHT = 256;
/** Not seen on paper, and no part of the text. */
export const HIDDEN = 512;
/** Of an equation; no part of the text. */
export const EQUATION = 1024;

export type State = "ins" | "del" | "from" | "to";
/** That something belongs to a tracked change, by the number `listRevisions` gives it, and which end of it it is. */
export type Tie = readonly [id: number, state: State];

export type Span = {
  /** The text; "" where the span only marks a place. Tabs and line ends as \t and \n. */
  t: string;
  /** Looks. */
  m?: number;
  /** The tracked changes around it, outermost first. */
  c?: Tie[];
  /** Tracked changes of its format, and its looks before them. */
  f?: number[];
  o?: number;
  link?: string;
  /** Comments that it is part of: indices in `comments`. */
  q?: number[];
  /** Comments that start here. */
  a?: number[];
  /** A picture that stands here, in CSS pixels where the document says its size. */
  pic?: { alt: string; width: number; height: number };
  /** A note's mark, shown in the text as `t`: its kind and number. */
  note?: string;
};

export type ParagraphBlock = {
  k: "p";
  s: Span[];
  /** 1 to 9 for headings. */
  h?: number;
  /** c(entre), r(ight), j(ustified); without one, at the start. */
  al?: "c" | "r" | "j";
  /** Left indent and first line's (negative: hanging), in points. */
  left?: number;
  first?: number;
  /** The number or bullet of a list. */
  lb?: string;
  /** The style's name, where it means something: title, caption, quote. */
  st?: string;
  /** Changes of the paragraph's own mark. */
  e?: Tie[];
  /** Changes of its layout. */
  y?: number[];
  /** Text boxes that hang on it. */
  x?: Block[];
  /** Of a note's first paragraph: what `note` its mark has in the text, and the number it shows. */
  note?: string;
  label?: string;
};
export type Cell = {
  b: Block[];
  span?: number;
  /** Goes on from the row above. */ cont?: true;
  c?: Tie[];
  y?: number[];
};
export type Row = { cells: Cell[]; c?: Tie[]; y?: number[] };
export type TableBlock = {
  k: "t";
  rows: Row[];
  /** Relative widths of the columns. */ grid: number[];
  y?: number[];
  /** The same table as the block before. */ more?: true;
};
export type Block = ParagraphBlock | TableBlock;

/** Which story a block is part of. */
export type Place = "body" | "footnote" | "endnote" | "header" | "footer";

export type ExplorerChange = {
  id: number;
  kind: RevisionKind;
  /** Index in `authors`. */
  by: number;
  date: string;
  /** At most 200 characters of it. */
  text: string;
  words: number;
  /** Index of the block where it begins; -1 if it isn't in any text (styles, numbering). */
  block: number;
  section: number;
  /** Where it begins, of the whole document: 0 to 1. */
  at: number;
  /** Of the insertion of a replacement: the number of its deletion. edits.ts joins the two. */
  replaces?: number;
};

export type ExplorerComment = {
  author: string;
  date: string;
  text: string;
  resolved: boolean;
  replies: { author: string; date: string; text: string }[];
  block: number;
};

export type ExplorerSection = {
  title: string;
  level: number;
  block: number;
  /** Before the changes. */
  words: number;
  changes: number;
  /** Where it begins, of the whole document: 0 to 1. */
  at: number;
};

/** Blocks that are shown together, a page or so. */
export type Leaf = { from: number; blocks: number; characters: number; rows: number };

export type ExplorerIndex = {
  changes: ExplorerChange[];
  authors: string[];
  comments: ExplorerComment[];
  sections: ExplorerSection[];
  leaves: Leaf[];
  /** Where each story begins, by block. */
  places: { place: Place; block: number }[];
  /** Leaves in one bundle. */
  perBundle: number;
  words: number;
  /** Said where something of the document is left out of the picture. */
  notes: string[];
};

export type ExplorerModel = ExplorerIndex & { blocks: Block[] };

/** What was decided on a change; null leaves it tracked. */
export type Choice = "accept" | "reject" | null;

/** What becomes of something tied to changes: it is plain, gone, or still marked with the states that are undecided. */
export function fateOf(
  ties: readonly Tie[] | undefined,
  choose: (id: number) => Choice,
): { gone: boolean; marks: Tie[] } {
  const marks: Tie[] = [];
  if (ties) {
    for (const tie of ties) {
      const choice = choose(tie[0]);
      const adds = tie[1] === "ins" || tie[1] === "to";
      if (choice === null) marks.push(tie);
      else if ((choice === "accept") !== adds) return { gone: true, marks: [] };
    }
  }
  return { gone: false, marks };
}

/** The looks of a span once its changes of format are rejected, or as it stands. */
export const looksOf = (span: Span, choose: (id: number) => Choice): number =>
  span.o !== undefined && span.f?.every((id) => choose(id) === "reject") ? span.o : (span.m ?? 0);

/** A paragraph as it is shown: what paragraphs before it, whose marks are gone, left to it comes first. */
export type ShownParagraph = { paragraph: ParagraphBlock; spans: Span[]; boxes: Block[] };

/** Joins paragraphs whose mark is gone to the next, as accepting and rejecting does: each block with what it shows, null where its text has gone on. */
export function joinParagraphs(
  blocks: readonly Block[],
  choose: (id: number) => Choice,
): (ShownParagraph | TableBlock | null)[] {
  const out: (ShownParagraph | TableBlock | null)[] = [];
  let carried: { at: number; spans: Span[]; boxes: Block[]; paragraph: ParagraphBlock } | null = null;
  blocks.forEach((block, i) => {
    if (block.k === "t") {
      if (carried && carried.spans.length + carried.boxes.length > 0) out[carried.at] = carried;
      carried = null;
      out.push(block);
      return;
    }
    const own = block.s.filter((span) => !fateOf(span.c, choose).gone);
    const held = carried as typeof carried;
    const spans: Span[] = held ? [...held.spans, ...own] : own;
    const boxes: Block[] = held ? [...held.boxes, ...(block.x ?? [])] : (block.x ?? []);
    if (block.e && fateOf(block.e, choose).gone) {
      carried = { at: i, spans, boxes, paragraph: block };
      out.push(null);
    } else {
      carried = null;
      out.push({ paragraph: block, spans, boxes });
    }
  });
  const last = carried as { at: number; spans: Span[]; boxes: Block[]; paragraph: ParagraphBlock } | null;
  if (last && last.spans.length + last.boxes.length > 0) out[last.at] = last;
  return out;
}

/** The text of blocks once all is decided, a line a paragraph, in the order of reading; lines without text are left out. */
export function shownText(blocks: readonly Block[], choose: (id: number) => Choice): string[] {
  const lines: string[] = [];
  const walk = (list: readonly Block[]): void => {
    for (const shown of joinParagraphs(list, choose)) {
      if (!shown) continue;
      if ("rows" in shown) {
        for (const row of shown.rows)
          if (!fateOf(row.c, choose).gone) for (const cell of row.cells) if (!fateOf(cell.c, choose).gone) walk(cell.b);
        continue;
      }
      let line = "";
      for (const span of shown.spans) if (!span.note && !(looksOf(span, choose) & (HIDDEN | EQUATION))) line += span.t;
      if (line !== "") lines.push(line);
      walk(shown.boxes);
    }
  };
  walk(blocks);
  return lines;
}
