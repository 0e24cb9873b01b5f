/** The manuscript check: what contradicts itself in a manuscript, found without judging its language. */

export const GROUPS = [
  "Spelling",
  "Words and hyphens",
  "Abbreviations",
  "Numbers, units, symbols",
  "Punctuation",
  "Headings, lists, captions",
  "Cross-references",
  "Citations and references",
  "Figures that don't agree",
  "Left behind",
] as const;
export type Group = (typeof GROUPS)[number];

/** A place of a finding: `from` and `to` are positions in the text of one block. */
export type Spot = { block: number; from: number; to: number };

/** What a rule returns. `rule` is a short name in kebab-case, stable across versions. */
export type Found = {
  group: Group;
  rule: string;
  /** One sentence for the author: “data set” 14 times, “dataset” 3 times. */
  message: string;
  /** The forms that contradict each other, the commonest first; empty for findings without forms. */
  forms: { form: string; count: number }[];
  /** In reading order, the places of the rarer forms only. At least one, but for findings about the file itself. */
  spots: Spot[];
  /** Findings about the file itself: what it says where, such as "docProps/core.xml creator: Ann Lee". */
  inFile?: string[];
  /** Less than 95% sure: shown folded under "Worth a look". */
  folded: boolean;
  /** All ways to write it with their places, if it's about a convention. */
  styles?: readonly Style[];
  /** It's written in one way throughout: nothing contradicts itself, but a style sheet may say otherwise. */
  uniform?: true;
};

/** One of several ways to write the same kind of thing, with an example from the manuscript and its places. */
export type Style = { form: string; spots: Spot[] };

/** What a block is to a reader. Only `text` and `list` are the author's running prose. */
export type BlockKind = "heading" | "text" | "list" | "caption" | "cell" | "reference" | "note" | "quote" | "code";

/** A part of a block's text that isn't like the rest. */
export type Mark = {
  from: number;
  to: number;
  mark:
    | "highlight"
    | "hidden"
    | "italic"
    | "superscript"
    | "code"
    | "math"
    | "inserted"
    | "deleted-here"
    /** The result of a reference manager's field. */
    | "citation"
    /** The result of a field that refers to another place of the document. */
    | "reference"
    | "broken-field"
    /** The beginning of the text that an open comment is about. */
    | "comment"
    | "link";
};

export type Block = {
  kind: BlockKind;
  /** Deleted text left out; inserted and hidden text in. A field shows its result. */
  text: string;
  /** Title of the section that it's in, as in the word count; "" before the first heading. */
  section: string;
  /** Headings: 1 for the highest, 0 for the title of the document. Lists: 1 for the outermost. Otherwise 0. */
  level: number;
  /** The number or bullet that the word processor shows and the text doesn't contain: "3.2", "•". */
  label: string;
  /** Cells: which table (0, 1, ...), row, and column. */
  cell?: { table: number; row: number; column: number };
  /** Parts of the text with a mark: highlighted, hidden, a field's result, an italic title, an insertion. */
  marks: Mark[];
};

/** The manuscript as the rules read it. */
export type CheckText = {
  blocks: Block[];
  /** ISO 639-1; null if unknown. */
  language: string | null;
  /** Document properties that name people: which property ("docProps/core.xml creator"), and what it says. */
  properties: { name: string; value: string }[];
  /** False if the file has no text of its own, and the spaces in it are guessed: PDF, old .doc, LaTeX. */
  exact: boolean;
  comments: number;
  trackedChanges: number;
  /** Read from the pages of a PDF: its lines, notes, and lists may be torn apart. */
  torn: boolean;
};

export type CheckOptions = {
  /** Of the order; decides how many authors come before "et al." null if unknown. */
  styleGuide: string | null;
  /** Names that mustn't be found for blind review; empty if it isn't blind. */
  blindAuthors: readonly string[];
  sheet?: Sheet;
};

/** What a style sheet has decided: the form to use, and those not to. A convention is named by its rule. */
export type Sheet = readonly { form: string; others: readonly string[]; convention?: string }[];

export type Rule = (manuscript: CheckText, options: CheckOptions) => Found[];

/** A place as reports show it: about five words on each side, as they are in the manuscript. A place in the file itself has block -1. */
export type Place = { section: string; text: string } & Spot;

/** A finding as it's stored and shown. `total` counts all places; `places` has the first of them. */
export type Finding = Omit<Found, "spots" | "inFile" | "styles" | "uniform"> & {
  total: number;
  places: Place[];
  /** Of a convention: how often each of its options is used, the commonest first. */
  uses?: { form: string; count: number }[];
};

/** What a check found, and what the manuscript writes in one way throughout, with the first places of each. */
export type Findings = { findings: Finding[]; uniform: Finding[] };

/** The result of a check. `version` grows whenever the rules change, so that stored results can be told apart. */
export type Checked = { version: number; language: string | null } & Findings;

/** The version of the rules. */
export const CHECK_VERSION = 3;
