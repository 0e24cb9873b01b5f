import type { Mark } from "../../check/finding.ts";
import { addMark, fieldMark, isBrokenField, isCodeStyle, markDeletion } from "../../check/marks.ts";
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
      const mark = inResult ? fieldMark(code) : null;
      if (mark) add(mark);
    }
    if (part.fields.length > 0 && isBrokenField(text)) add("broken-field");
  }

  /** Notes that text was deleted here. */
  gone({ paragraph }: Draft): void {
    const { text, marks } = this.at(paragraph);
    markDeletion(marks, text.length);
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
