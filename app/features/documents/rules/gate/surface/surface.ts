import type { Atom } from "./surface-atoms.ts";
import type { LookRegistry, Properties, SurfaceStyles } from "./surface-looks.ts";

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
  /** The paragraph's number, from 1, not counting empty ones. */
  number: number;
};

/** Everything that readers see in a document without tracked changes. */
export type Surface = {
  lines: SurfaceLine[];
  /** Visible headers and footers, each where it changes. */
  headers: SurfaceLine[];
  footers: SurfaceLine[];
  styles: SurfaceStyles;
  registry: LookRegistry;
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
  number: 0,
});
