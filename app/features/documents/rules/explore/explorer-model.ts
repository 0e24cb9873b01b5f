import type { Equation, MathNode } from "../equations/equation.ts";
import type { EditKind } from "../kinds/edit-kind.ts";
import type { RevisionKind } from "../docx/revision-numbers.ts";

/**
 * A tracked document as plain data for the screen. Names are short because a long manuscript has tens of thousands.
 * Everything is text or a number, never markup, and links are only http, https or mailto.
 */

/** Formatting flags, added together. */
export const BOLD = 1;
export const ITALIC = 2;
export const UNDERLINE = 4;
export const STRIKETHROUGH = 8;
export const RAISED = 16;
export const LOWERED = 32;
export const SMALL_CAPS = 64;
export const CAPS = 128;
export const HIGHLIGHT = 256;
/** Invisible on paper, and not part of the text. */
export const HIDDEN = 512;
/** Part of an equation, and not part of the text. */
export const EQUATION = 1024;

export type State = "ins" | "del" | "from" | "to";
/** Ties something to a tracked change, by its number from `listRevisions`, and which end it is. */
export type Tie = readonly [id: number, state: State];

/** Whether an end of a change is what it adds. The others are what it takes away. */
export const adds = (state: State): boolean => state === "ins" || state === "to";
/** Whether a change adds what these ties are of. */
export const isAdded = (ties: readonly Tie[] | undefined): boolean => ties?.some(([, state]) => adds(state)) ?? false;
/** Whether a change takes away what these ties are of. */
export const isGone = (ties: readonly Tie[] | undefined): boolean => ties?.some(([, state]) => !adds(state)) ?? false;

/** A kind of typeface: with serifs, without, or with letters of the same width. */
export type Face = "serif" | "sans" | "mono";

export type Span = {
  /** The text; "" if the span only marks a place. Tabs and line breaks are \t and \n. */
  t: string;
  /** Formatting. */
  m?: number;
  /** The tracked changes around it, outermost first. */
  c?: Tie[];
  /** Tracked format changes, and the formatting before them. */
  f?: number[];
  o?: number;
  /** The color of its letters as six hexadecimal digits, unless it's black, gray, or white. */
  col?: string;
  /** The size of its letters in percent of what's usual here, if it's much different. */
  sz?: number;
  /** Its typeface, if it's of another kind than the document's usual one. */
  ff?: Face;
  link?: string;
  /** Comments that include it: indices in `comments`. */
  q?: number[];
  /** Comments that start here. */
  a?: number[];
  /** A tab up to a stop that has these before it. */
  lead?: Leader;
  /** A picture here, in CSS pixels if the document gives its size. */
  pic?: Picture;
  /** A note's mark, with the text `t`: its kind and number. */
  note?: string;
  /** An equation that begins here. The spans with `eq` after it have its letters as text. */
  math?: Equation;
  /** Shown by the equation before it. */
  eq?: 1;
};

/**
 * What leads the eye to a tab stop: dots, as in a table of contents, dashes, or a line to write on. Space leads to a
 * stop that text is centered at, or ends at: an equation's number, the sides of a header.
 */
export type Leader = "." | "-" | "_" | " ";

export type Picture = {
  alt: string;
  width: number;
  height: number;
  /** Its index in the model's `pictures`; without it, its format can't be shown. */
  n?: number;
  /** A chart's figures, from which it's drawn. */
  chart?: Chart;
  /** What is cut off at its top, right, bottom, and left, as parts of the whole. */
  crop?: [top: number, right: number, bottom: number, left: number];
};

/** A chart of figures. */
export type Chart = {
  title: string;
  shape: "columns" | "bars" | "lines" | "areas" | "parts" | "points";
  /** The places on the axis of categories, none for points. */
  labels: string[];
  series: ChartSeries[];
  /** Series are stacked, as they are or as shares of their sum. */
  stacked?: "sum" | "share";
  /** The parts of a whole are a ring. */
  hole?: true;
  /** Figures are shares of 1. */
  percent?: true;
  /** The first bar is at the bottom. */
  upward?: true;
  /** What the axes are called: of categories, or across, and of values, or up. */
  x?: string;
  y?: string;
  /** Where the scale of values begins and ends, if its author chose that. */
  from?: number;
  to?: number;
};
export type ChartSeries = {
  name: string;
  /** Null where there's no figure. */
  values: (number | null)[];
  /** Of points: where they are across. */
  at?: (number | null)[];
  /** Joined by a line: of a chart of columns, or of points. */
  line?: true;
};

export type ParagraphBlock = {
  k: "p";
  s: Span[];
  /** 1 to 9 for headings. */
  h?: number;
  /** c(enter), r(ight), j(ustified). Defaults to the start. */
  al?: "c" | "r" | "j";
  /** Left indent and first line's (negative: hanging), in points. */
  left?: number;
  first?: number;
  /** A list's number or bullet. */
  lb?: string;
  /** The style's name, if it means something: title, caption, quote, code, bibliography. */
  st?: string;
  /** A page ends before or after it, because its author said so. */
  pb?: "before" | "after";
  /** Changes of the paragraph's own mark. */
  e?: Tie[];
  /** Layout changes. */
  y?: number[];
  /** Text boxes anchored to it. */
  x?: Block[];
  /** For a note's first paragraph: the `note` of its mark in the text, and its number. */
  note?: string;
  label?: string;
};
export type Cell = {
  b: Block[];
  span?: number;
  /** Continues from the row above. */ cont?: true;
  /** The sides with a border, of "trbl". */
  bd?: string;
  /** Its shading, as six hexadecimal digits. */
  sh?: string;
  c?: Tie[];
  y?: number[];
};
export type Row = {
  cells: Cell[];
  /** Columns that it leaves free before its first cell. */
  skip?: number;
  c?: Tie[];
  y?: number[];
};
export type TableBlock = {
  k: "t";
  rows: Row[];
  /** Relative widths of the columns. */ grid: number[];
  y?: number[];
  /** Continues the previous block's table. */ more?: true;
};
export type Block = ParagraphBlock | TableBlock;

/** The story a block belongs to. */
export type Place = "body" | "footnote" | "endnote" | "header" | "footer";

export type ExplorerChange = {
  id: number;
  kind: RevisionKind;
  /** What it does to the text: spelling, grammar, and so on. Both changes of a replacement have the same. */
  edit: EditKind;
  /** That kind is the stricter of two that are close. */
  close?: true;
  /** Index in `authors`. */
  by: number;
  date: string;
  /** At most 200 characters. */
  text: string;
  /** An equation that is all of its text. */
  math?: MathNode[];
  words: number;
  /** Index of the block where it begins; -1 if it isn't in any text (styles, numbering). */
  block: number;
  section: number;
  /** Its relative position in the document: 0 to 1. */
  at: number;
  /** For a replacement's insertion: its deletion's number. edits.ts joins the two. */
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
  /** Its relative position in the document: 0 to 1. */
  at: number;
};

/** Blocks that are shown together, about a page. */
export type Leaf = { from: number; blocks: number; characters: number; rows: number };

/** Blocks of a section from one to before another, in how many columns they are, and whether a line is between them. */
export type Columns = { from: number; to: number; count: number; line?: true };

export type ExplorerIndex = {
  changes: ExplorerChange[];
  authors: string[];
  comments: ExplorerComment[];
  sections: ExplorerSection[];
  leaves: Leaf[];
  /** The block where each story begins. */
  places: { place: Place; block: number }[];
  /** Leaves in one bundle. */
  perBundle: number;
  words: number;
  /** The document's usual typeface. */
  face: Face;
  /** Parts of the text that are set in several columns. */
  columns: Columns[];
  /** Shown where the model leaves something out. */
  notes: string[];
};

export type ExplorerModel = ExplorerIndex & {
  blocks: Block[];
  /** The parts of the file with the pictures, by their numbers. */
  pictures: string[];
};

/** The decision on a change; null leaves it tracked. */
export type Choice = "accept" | "reject" | null;
/**
 * The decision on a change, by its number. `state` is the end of it that is looked at, if it's one: the two ends of a
 * move are one change, and one side of the page shows one of them.
 */
export type Choose = (id: number, state?: State) => Choice;

/** The text before the edit, as one of two sides. What the edit takes away is marked until it's decided. */
export const beforeEdit =
  (choose: Choose): Choose =>
  (id, state) =>
    state !== undefined && !adds(state) && choose(id) === null ? null : "reject";
/** The edited text, as one of two sides. What the edit adds is marked until it's decided. */
export const afterEdit =
  (choose: Choose): Choose =>
  (id, state) =>
    choose(id) ?? (state === undefined || adds(state) ? null : "accept");

/** What happens to something tied to changes: it's plain, removed, or still marked as undecided. */
export function resolveTies(ties: readonly Tie[] | undefined, choose: Choose): { gone: boolean; marks: Tie[] } {
  const marks: Tie[] = [];
  if (ties) {
    for (const tie of ties) {
      const choice = choose(tie[0], tie[1]);
      if (choice === null) marks.push(tie);
      else if ((choice === "accept") !== adds(tie[1])) return { gone: true, marks: [] };
    }
  }
  return { gone: false, marks };
}

/** A span's formatting, with format changes rejected or current. */
export const looksOf = (span: Span, choose: Choose): number =>
  span.o !== undefined && span.f?.every((id) => choose(id) === "reject") ? span.o : (span.m ?? 0);

/** A paragraph as shown, starting with text from earlier paragraphs whose marks were removed. */
export type ShownParagraph = { paragraph: ParagraphBlock; spans: Span[]; boxes: Block[] };

/**
 * Joins paragraphs with removed marks to the next, like accepting and rejecting does: each block with what it shows,
 * null if its text has moved on.
 */
export function joinParagraphs(blocks: readonly Block[], choose: Choose): (ShownParagraph | TableBlock | null)[] {
  const out: (ShownParagraph | TableBlock | null)[] = [];
  let carried: { at: number; spans: Span[]; boxes: Block[]; paragraph: ParagraphBlock } | null = null;
  blocks.forEach((block, i) => {
    if (block.k === "t") {
      if (carried && carried.spans.length + carried.boxes.length > 0) out[carried.at] = carried;
      carried = null;
      out.push(block);
      return;
    }
    // An equation goes with its last letter.
    const own = block.s
      .filter((span) => !resolveTies(span.c, choose).gone)
      .filter((span, at, left) => !span.math || left[at + 1]?.eq);
    const held = carried as typeof carried;
    const spans: Span[] = held ? [...held.spans, ...own] : own;
    const boxes: Block[] = held ? [...held.boxes, ...(block.x ?? [])] : (block.x ?? []);
    if (block.e && resolveTies(block.e, choose).gone) {
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

/** The blocks' text once everything is decided, a line per paragraph in reading order, without empty lines. */
export function shownText(blocks: readonly Block[], choose: Choose): string[] {
  const lines: string[] = [];
  const walk = (list: readonly Block[]): void => {
    for (const shown of joinParagraphs(list, choose)) {
      if (!shown) continue;
      if ("rows" in shown) {
        for (const row of shown.rows)
          if (!resolveTies(row.c, choose).gone)
            for (const cell of row.cells) if (!resolveTies(cell.c, choose).gone) walk(cell.b);
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
