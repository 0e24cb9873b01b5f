import type { Mark } from "../../check/finding.ts";
import type { Styles } from "../../explore/explore-look.ts";
import { ITALIC } from "../../explore/explorer-model.ts";
import type { Paragraph } from "../../readers/text-model.ts";
import type { Draft } from "./draft.ts";
import type { PartReading } from "./part-reading.ts";

/** A paragraph as the manuscript check needs it: with its hidden text and equations, and its marks. */
export type Watched = {
  text: string;
  marks: Mark[];
  style: string | null;
  listId: string | null;
  listLevel: number | null;
};

const CITATION =
  /^\s*(?:ADDIN\s+(?:ZOTERO_ITEM|EN\.CITE|CSL_CITATION|Mendeley Citation|PAPERPILE_CITATION|RW\.CITE|CITAVI\.PLACEHOLDER)|CITATION\b)/i;
const REFERENCE = /^\s*(?:(?:PAGE|NOTE|STYLE)?REF|SEQ)\b/i;
const BROKEN = /^\s*(?:Error!|Fehler!|Erreur\s?!|¡Error!|Erro!|Errore\.)/;

/** Collects, while a document is read, what only the manuscript check asks for. Counting words doesn't use it. */
export class Watch {
  readonly of = new Map<Paragraph, Watched>();
  /** Where each comment begins, by its id. */
  readonly comments = new Map<string, { paragraph: Paragraph; at: number }>();
  readonly styles: Styles;

  constructor(styles: Styles) {
    this.styles = styles;
  }

  private at(paragraph: Paragraph): Watched {
    let known = this.of.get(paragraph);
    if (!known) this.of.set(paragraph, (known = { text: "", marks: [], style: null, listId: null, listLevel: null }));
    return known;
  }

  /** Adds text that's in the manuscript, shown or hidden. */
  take(part: PartReading, draft: Draft, text: string, as: "hidden" | "math" | null): void {
    const watched = this.at(draft.paragraph);
    const from = watched.text.length;
    watched.text += text;
    const add = (mark: Mark["mark"]): void => addMark(watched.marks, from, watched.text.length, mark);
    const { look } = part;
    const style = look.style === null ? null : this.styles.of(look.style);
    if (as !== null) add(as);
    if (look.highlight) add("highlight");
    if (look.italic ?? ((style?.looks ?? 0) & ITALIC) !== 0) add("italic");
    if (look.superscript) add("superscript");
    if (look.code || (style !== null && isCodeStyle(style.name))) add("code");
    if (part.live > 0) add("inserted");
    if (part.links.length > 0) add("link");
    if (part.citing.includes(true)) add("citation");
    for (const { code, inResult } of part.fields) {
      if (!inResult) continue;
      if (CITATION.test(code)) add("citation");
      else if (REFERENCE.test(code)) add("reference");
    }
    if (part.fields.length > 0 && BROKEN.test(text)) add("broken-field");
  }

  /** Notes that text was deleted here. */
  gone({ paragraph }: Draft): void {
    const watched = this.at(paragraph);
    const { length } = watched.text;
    const last = watched.marks.at(-1);
    if (last?.mark !== "deleted-here" || last.to !== length)
      watched.marks.push({ from: length, to: length, mark: "deleted-here" });
  }

  /** Notes that a comment begins here. */
  comment({ paragraph }: Draft, id: string): void {
    this.comments.set(id, { paragraph, at: this.at(paragraph).text.length });
  }

  /** A page break, which separates words. */
  breakHere({ paragraph }: Draft): void {
    this.at(paragraph).text += "\n";
  }

  end({ paragraph, style, listId, listLevel }: Draft): void {
    Object.assign(this.at(paragraph), { style, listId, listLevel });
  }
}

export const isCodeStyle = (name: string): boolean =>
  /\bcode\b|verbatim|source|preformatted|^html (?:code|keyboard|sample|typewriter)|listing|console|macro text/.test(
    name,
  );

/** Adds a mark, or extends the last of its kind if it continues. */
function addMark(marks: Mark[], from: number, to: number, mark: Mark["mark"]): void {
  for (let i = marks.length - 1; i >= Math.max(0, marks.length - 8); i--) {
    const one = marks[i] as Mark;
    if (one.mark === mark && one.to >= from) {
      one.to = Math.max(one.to, to);
      return;
    }
  }
  marks.push({ from, to, mark });
}
