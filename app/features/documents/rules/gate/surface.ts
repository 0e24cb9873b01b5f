import type { Atom } from "./surface-atoms.ts";
import type { LookRegistry, Properties, SurfaceStyles } from "./surface-looks.ts";

/** Placeholder in a line's text for anything that isn't a character: a note's mark, a picture, and so on. */
export const NOTE_MARK = "\ufffb";
export const ATOM_MARK = "\ufffc";

/** A paragraph as a reader sees it, or the end of a table's row, or a document embedded between paragraphs. */
export type SurfaceLine = {
  kind: "paragraph" | "row" | "embedded";
  /** Outside the results of fields. Of a row: how its cells are laid out; of an embedded document: its content. */
  text: string;
  atoms: Atom[];
  /** Number in the registry of the direct properties of the text, from each place on: [place, number, ...]. */
  spans: number[];
  links: { from: number; to: number; target: string }[];
  style: string;
  properties: Properties;
  /** The first of its table cell. */
  startsCell: boolean;
  /** Nothing but a page break or the end of a section. */
  layout: boolean;
  /** Number of the paragraph, from 1, empty ones not counted. */
  number: number;
};

/** A picture that a tracked change puts in: [index of the line it is near, itself]. */
export type InsertedAtom = { line: number; atom: Atom };

/** Everything in a document that a reader sees. */
export type Surface = {
  lines: SurfaceLine[];
  /** Headers and footers that are shown, each where it changes. */
  headers: SurfaceLine[];
  footers: SurfaceLine[];
  inserted: InsertedAtom[];
  /** Words that a tracked change of formatting hides or makes hard to see, once it is accepted. */
  concealed: { line: SurfaceLine; words: string; how: string }[];
  styles: SurfaceStyles;
  registry: LookRegistry;
};

export const NO_ATOMS: Atom[] = [];
export const NO_SPANS: number[] = [];
export const NO_LINKS: SurfaceLine["links"] = [];
export const NO_PROPERTIES: Properties = {};

/** A line without anything in it. */
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
  number: 0,
});
