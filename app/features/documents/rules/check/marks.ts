import type { Mark } from "./finding.ts";

/** What the readers of .docx, .odt, and .rtf agree on when they mark text for the manuscript check. */

/** A paragraph as the check needs it: with its hidden text, its marks, and the number or bullet that's shown. */
export type Seen = {
  text: string;
  marks: Mark[];
  label: string;
  /** How deep it is in its list; 0 outside of lists. */
  depth: number;
};

const CITATION =
  /^\s*(?:ADDIN\s+(?:ZOTERO_ITEM|EN\.CITE|CSL_CITATION|Mendeley Citation|PAPERPILE_CITATION|RW\.CITE|CITAVI\.PLACEHOLDER)|CITATION\b)/i;
const REFERENCE = /^\s*(?:(?:PAGE|NOTE|STYLE)?REF|SEQ)\b/i;
const BROKEN = /^\s*(?:Error!|Fehler!|Erreur\s?!|¡Error!|Erro!|Errore\.)/;

/** The mark of a field's result, by its code. */
export const fieldMark = (code: string): "citation" | "reference" | null =>
  CITATION.test(code) ? "citation" : REFERENCE.test(code) ? "reference" : null;

/** Whether a field's result says that what it refers to is gone. */
export const isBrokenField = (result: string): boolean => BROKEN.test(result);

export const isCodeStyle = (name: string): boolean =>
  /\bcode\b|verbatim|source|preformatted|^html (?:code|keyboard|sample|typewriter)|listing|console|macro text/.test(
    name,
  );

const CODE_FONT = /courier|consolas|menlo|monaco|\bmono\b|monospace|typewriter/i;
export const isCodeFont = (name: string): boolean => CODE_FONT.test(name);

/** Adds a mark, or extends the last of its kind if it continues. */
export function addMark(marks: Mark[], from: number, to: number, mark: Mark["mark"]): void {
  for (let i = marks.length - 1; i >= Math.max(0, marks.length - 8); i--) {
    const one = marks[i] as Mark;
    if (one.mark === mark && one.to >= from) {
      one.to = Math.max(one.to, to);
      return;
    }
  }
  marks.push({ from, to, mark });
}

/** Notes that text was deleted at a place. */
export function markDeletion(marks: Mark[], at: number): void {
  const last = marks.at(-1);
  if (last?.mark !== "deleted-here" || last.to !== at) marks.push({ from: at, to: at, mark: "deleted-here" });
}

/** How much of the text that a comment is about is enough to find it, in characters. */
const COMMENTED = 60;

/** Marks the beginning of the text that a comment is about. */
export function markComment({ text, marks }: Pick<Seen, "text" | "marks">, at: number): void {
  marks.push({ from: at, to: Math.min(text.length, at + COMMENTED), mark: "comment" });
}

/** Marks the end of the text that a comment is about, if only the place after it is known. */
export function markCommentBefore(seen: Pick<Seen, "text" | "marks">, at: number): void {
  const from = Math.max(0, at - COMMENTED);
  markComment(seen, from + seen.text.slice(from, Math.max(from, at - 1)).lastIndexOf(" ") + 1);
}

/** More fields inside each other aren't told apart: each piece of text asks all that it's in. */
export const MAX_FIELDS = 16;
