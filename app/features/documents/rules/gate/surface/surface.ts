import type { Formulas } from "../../explore/formulas-in.ts";
import type { Atom } from "./surface-atoms.ts";
import type { DocumentLook } from "./page.ts";
import type { Properties } from "./properties.ts";
import type { SurfaceStyles } from "./surface-looks.ts";

/** Placeholders in a line's text for anything that isn't a character: a note's mark, a picture, and so on. */
export const NOTE_MARK = "\ufffb";
export const ATOM_MARK = "\ufffc";

/** A paragraph as readers see it, the end of a table row, or a document embedded between paragraphs. */
export type SurfaceLine = {
  kind: "paragraph" | "row" | "embedded";
  /** Text outside field results. For a row, its cell layout; for an embedded document, its content. */
  text: string;
  atoms: Atom[];
  /** Registry numbers of the text's direct properties, from each position on: [position, number, ...]. */
  spans: number[];
  links: { from: number; to: number; target: string }[];
  style: string;
  properties: Properties;
  /** Starts a table cell. */
  startsCell: boolean;
  /** Only a page break or a section's end. */
  layout: boolean;
  /** The breaks in it: pages, columns, and a section's end. */
  breaks: string;
  /** Its number or bullet in a list, and the format of that. */
  label: string;
  /** The color behind it, from its cell or the page. */
  behind: string;
  /** In a table row that's too low to show it. */
  collapsed: boolean;
  /** The paragraph's number, from 1, not counting empty ones. */
  number: number;
};

/** A place that references point to: the paragraph it's in, and the words it covers. */
export type Target = { line: SurfaceLine | null; from: number; words: string };

/** Whether a kind of page has a header or footer, in order of sections. */
export type Running = { story: "header" | "footer"; section: number; pages: "first" | "even" | "odd"; shown: boolean };

/** Everything that readers see in a document without tracked changes. */
export type Surface = {
  lines: SurfaceLine[];
  /** Visible headers and footers, each where it changes. */
  headers: SurfaceLine[];
  footers: SurfaceLine[];
  running: Running[];
  sections: Properties[];
  look: DocumentLook;
  /** What fields and links refer to, by name; null if there's no such bookmark. */
  targets: Map<string, Target | null>;
  /** Those of them that fields refer to. */
  crossReferences: ReadonlySet<string>;
  /** The words that comments are about, by the comments' ids. */
  comments: ReadonlyMap<string, Target>;
  /** Settings of content controls, in order, and the data they're filled from. */
  controls: string[];
  data: string;
  styles: SurfaceStyles;
  formulas: Formulas;
};

export const NO_ATOMS: Atom[] = [];
export const NO_SPANS: number[] = [];
export const NO_LINKS: SurfaceLine["links"] = [];
export const NO_PROPERTIES: Properties = {};

/** An empty line. */
export const emptyLine = (kind: SurfaceLine["kind"]): SurfaceLine => ({
  kind,
  text: "",
  atoms: NO_ATOMS,
  spans: NO_SPANS,
  links: NO_LINKS,
  style: "",
  properties: NO_PROPERTIES,
  startsCell: false,
  layout: false,
  breaks: "",
  label: "",
  behind: "",
  collapsed: false,
  number: 0,
});
