import type { UntrackedEdit } from "../../docx/change-stats.ts";
import type { SurfaceLine } from "./surface.ts";
import type { Atom, AtomKind } from "./surface-atoms.ts";

/** A format change, or words that were made hard to see: listed, not refused. */
export type LookChange = {
  kind: "formatting" | "concealed";
  paragraph: number;
  /** The affected words. */
  words: string;
  /** "no longer italic", "font: Times New Roman → Arial". */
  what: string;
};

const MAX_WORDS = 160;
export const AROUND = 48;

export const UNDO = "Undo it, or make it again with Track Changes on.";
export const UNDO_ONLY = "Undo it: Word can't track this. To suggest it to the author, leave a comment.";

export const NAMES: Readonly<Record<AtomKind, string>> = {
  picture: "Picture",
  chart: "Chart",
  diagram: "Diagram",
  object: "Embedded object",
  shape: "Shape",
  equation: "Equation",
  field: "Field",
  citation: "Citation",
  footnote: "Footnote mark",
  endnote: "Endnote mark",
  ruby: "Reading aid",
  checkbox: "Check box",
};
/** Kinds that people refer to by number: "Picture 3". */
const NUMBERED = new Set<AtomKind>(["picture", "chart", "diagram", "object", "shape", "equation"]);

/** "Picture 3": the third of its kind in the document. */
export function numbersOf(lines: readonly SurfaceLine[]): Map<Atom, number> {
  const counts = new Map<AtomKind, number>();
  const out = new Map<Atom, number>();
  for (const line of lines)
    for (const atom of line.atoms) {
      const number = (counts.get(atom.kind) ?? 0) + 1;
      counts.set(atom.kind, number);
      out.set(atom, number);
    }
  return out;
}

export const inQuotes = (text: string): string => `“${shortened(text)}”`;
export const shortened = (text: string): string => {
  const plain = text
    .replace(/[\ufffb\ufffc]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return plain.length > MAX_WORDS ? `${plain.slice(0, MAX_WORDS)}…` : plain;
};

/** What a comparison of two documents found: where, what, and what to do about it. */
export class SurfaceReport {
  readonly content: UntrackedEdit[] = [];
  readonly looks: LookChange[] = [];
  refreshed = 0;
  /** "header", "footer", or "" for the document itself. */
  readonly story: string;
  private readonly numbers: ReadonlyMap<Atom, number>;

  /** @param lines of the source, which give pictures and equations their numbers */
  constructor(story: string, lines: readonly SurfaceLine[]) {
    this.story = story;
    this.numbers = numbersOf(lines);
  }

  nameOf(atom: Atom): string {
    const number = this.numbers.get(atom);
    return number !== undefined && NUMBERED.has(atom.kind)
      ? `${NAMES[atom.kind]} ${number}`
      : `A ${NAMES[atom.kind].toLowerCase()}`;
  }

  placeOf(line: SurfaceLine): UntrackedEdit {
    return {
      section:
        this.story === ""
          ? ""
          : `${this.story === "header" ? "Header" : "Footer"}${line.number > 1 ? ` of section ${line.number}` : ""}`,
      paragraph: this.story === "" ? line.number : 0,
      before: "",
      after: "",
      leading: "",
      trailing: "",
    };
  }

  around(line: SurfaceLine, atom: Atom): UntrackedEdit {
    const at = Math.max(0, atom.at);
    return {
      ...this.placeOf(line),
      leading: shortened(line.text.slice(Math.max(0, at - AROUND), at)),
      trailing: shortened(line.text.slice(at, at + AROUND)),
    };
  }

  say(line: SurfaceLine, what: string, advice: string, words?: { leading: string; trailing: string }): void {
    this.content.push({ ...this.placeOf(line), ...words, what, advice });
  }

  sayAt(line: SurfaceLine, atom: Atom, what: string, advice: string): void {
    this.content.push({ ...this.around(line, atom), what, advice });
  }
}
