import { bullet } from "../../docx/lists.ts";
import {
  addMark,
  fieldMark,
  isCodeFont,
  MAX_FIELDS,
  markComment,
  markCommentBefore,
  markDeletion,
  type Seen,
} from "../../check/marks.ts";
import type { CheckText, Mark } from "../../check/finding.ts";
import type { Paragraph } from "../text-model.ts";
import type { Group, RtfField, RtfLook, RtfReading } from "./rtf-reading.ts";

/** Properties that name people, as RTF calls them. */
const PROPERTIES = new Set(["author", "operator", "manager", "company", "title", "subject", "keywords", "doccomm"]);

/** More of a field's code or a property isn't read. */
const LONGEST = 2_000;

/**
 * A paragraph that's being read. `label` is the number or bullet that's shown before it, which programs write into the
 * file; `level` is its list's and goes for the next paragraph too.
 */
type Draft = Pick<Seen, "text" | "marks" | "label"> & {
  level: number;
  /** Where the text begins that a comment is about, and where those are that don't say it. */
  comments: number[];
  points: number[];
  /** Where text begins whose comment is still to come. */
  begun: number[];
};
const newDraft = (level = 0): Draft => ({
  text: "",
  marks: [],
  label: "",
  level,
  comments: [],
  points: [],
  begun: [],
});

const innerField = (outer: RtfField | undefined): RtfField => {
  const depth = (outer?.depth ?? 0) + 1;
  return outer && depth > MAX_FIELDS ? outer : { code: "", depth, outer };
};

/** Collects, while an .rtf is read, what only the manuscript check asks for. Counting words doesn't use it. */
export class RtfWatch {
  readonly of = new Map<Paragraph, Seen>();
  readonly properties: CheckText["properties"] = [];
  comments = 0;
  trackedChanges = 0;
  private draft = newDraft();
  private readonly held: Draft[] = [];
  private aside = "";
  private readonly codeFonts = new Set<number>();
  private change: "inserted" | "deleted" | null = null;

  /** A control word. @param group the group that it's in, with its effect on text still to come */
  word(group: Group, name: string, value: number | null): void {
    const set = (change: RtfLook): void => void (group.look = { ...group.look, ...change });
    switch (name) {
      case "plain":
        set({ italic: false, highlight: false, superscript: false, inserted: false });
        break;
      case "i":
        set({ italic: value !== 0 });
        break;
      case "highlight":
        set({ highlight: value !== 0 });
        break;
      case "super":
        set({ superscript: value !== 0 });
        break;
      case "sub":
      case "nosupersub":
        set({ superscript: false });
        break;
      case "revised":
        set({ inserted: value !== 0 });
        break;
      case "pard":
        if (!group.skip) this.draft.level = 0;
        break;
      case "ilvl":
        if (!group.skip) this.draft.level = Math.max(0, Math.min(8, value ?? 0));
        break;
      case "field":
        set({ field: innerField(group.look.field) });
        break;
      case "atrfstart":
        if (!group.skip) this.draft.begun.push(this.draft.text.length);
        break;
      case "annotation":
        if (!group.skip) this.comment();
        break;
      case "pict":
      case "datafield":
        set({ aside: undefined });
        break;
      case "listtext":
      case "pntext":
      case "fldinst":
      case "fonttbl":
        set({ aside: name });
        this.aside = "";
        break;
      default:
        if (PROPERTIES.has(name) && group.skip && group.look.aside === "info") {
          set({ aside: name });
          this.aside = "";
        } else if (name === "info") set({ aside: name });
    }
  }

  private comment(): void {
    this.comments++;
    const { begun, comments, points, text } = this.draft;
    const at = begun.pop();
    if (at === undefined) points.push(text.length);
    else comments.push(at);
  }

  /** Text: the manuscript's, or that of a group which is read for something else. */
  take(reading: RtfReading, piece: string): void {
    const { group } = reading;
    const { look } = group;
    if (group.skip) {
      if (look.aside === undefined) return;
      if (look.aside === "fonttbl") {
        this.aside = (this.aside + piece).slice(0, LONGEST);
        if (!piece.includes(";")) return;
        if (isCodeFont(this.aside)) this.codeFonts.add(reading.fontNumber);
        this.aside = "";
      } else if (look.aside === "fldinst" && look.field) look.field.code = (look.field.code + piece).slice(0, LONGEST);
      else if (this.aside.length < LONGEST) this.aside += piece;
      return;
    }
    if (group.deleted) {
      markDeletion(this.draft.marks, this.draft.text.length);
      this.changed("deleted");
      return;
    }
    this.changed(look.inserted ? "inserted" : null);
    const { draft } = this;
    const from = draft.text.length;
    draft.text += piece;
    const add = (mark: Mark["mark"]): void => addMark(draft.marks, from, draft.text.length, mark);
    if (group.hidden) add("hidden");
    if (look.italic) add("italic");
    if (look.highlight) add("highlight");
    if (look.superscript) add("superscript");
    if (look.inserted) add("inserted");
    if (this.codeFonts.has(group.font >= 0 ? group.font : reading.defaultFont)) add("code");
    for (let field: RtfField | undefined = look.field; field; field = field.outer) {
      const mark = /^\s*HYPERLINK\b/.test(field.code) ? "link" : fieldMark(field.code);
      if (mark) add(mark);
    }
  }

  private changed(change: "inserted" | "deleted" | null): void {
    if (change !== null && change !== this.change) this.trackedChanges++;
    this.change = change;
  }

  closeGroup({ look }: Group, before: Group): void {
    if (look.aside === before.look.aside || look.aside === undefined) return;
    const text = this.aside.trim();
    if (look.aside === "listtext" || look.aside === "pntext") this.draft.label = bullet(text).slice(0, 24);
    else if (PROPERTIES.has(look.aside) && text !== "")
      this.properties.push({ name: `info ${look.aside}`, value: text });
    this.aside = "";
  }

  /** Sets the paragraph aside while a note or text box inside it is read. */
  hold(): void {
    this.held.push(this.draft);
    this.draft = newDraft();
  }

  resume(): void {
    this.draft = this.held.pop() ?? newDraft();
  }

  endParagraph(paragraph: Paragraph): void {
    const { text, marks, label, level, comments, points } = this.draft;
    const seen = { text, marks, label, depth: label === "" ? 0 : level + 1 };
    this.of.set(paragraph, seen);
    for (const at of comments) markComment(seen, at);
    // It comes after the text that it's about.
    for (const at of points) markCommentBefore(seen, at);
    this.draft = newDraft(level);
  }
}
