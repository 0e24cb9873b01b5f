import { Refused } from "../refusal.ts";
import type { Gap } from "../seen-words.ts";
import { newModel, newParagraph, textParagraph, type Paragraph, type ParagraphKind } from "../text-model.ts";
import { isNumberOnly } from "../words.ts";
import type { RtfWatch } from "./rtf-watch.ts";

/** How text looks, and what it's part of; replaced and never changed, because groups share it. */
export type RtfLook = {
  readonly italic?: boolean;
  readonly highlight?: boolean;
  readonly superscript?: boolean;
  readonly inserted?: boolean;
  /** The field whose result this is. */
  readonly field?: RtfField;
  /** What the text of a skipped group is good for. */
  readonly aside?: string | undefined;
};
export type RtfField = { code: string; readonly depth: number; readonly outer: RtfField | undefined };

/** State until the group's brace closes. */
export type Group = {
  skip: boolean;
  hidden: boolean;
  deleted: boolean;
  unicodeSkip: number;
  font: number;
  note: boolean;
  box: boolean;
  bold: boolean;
  /** What only the manuscript check asks about: see RtfWatch. */
  look: RtfLook;
};

/** Text set aside while a note or text box inside it is read. */
type Held = { text: string; gaps: Gap[]; level: number; inTable: boolean };

/** The state of reading an RTF document. rtf-words.ts has what each control word does. */
export class RtfReading {
  readonly model = newModel("rtf");
  readonly stack: Group[] = [];
  group: Group = {
    skip: false,
    hidden: false,
    deleted: false,
    unicodeSkip: 1,
    font: -1,
    note: false,
    box: false,
    bold: false,
    look: {},
  };
  /** Encoding by font number. */
  readonly fonts = new Map<number, string>();
  codePage = "windows-1252";
  defaultFont = -1;
  /** The depth of the font table; 0 outside. */
  inFontTable = 0;
  fontNumber = -1;
  /** Bytes that haven't been decoded yet. */
  pending: number[] = [];
  /** Characters that follow \u for programs that don't know it. */
  toSkip = 0;
  /** The paragraph's heading level, or 0. */
  level = 0;
  inTable = false;
  row = -1;
  column = 0;
  private text = "";
  private gaps: Gap[] = [];
  private boldSeen = false;
  private plainSeen = false;
  /** Notes and text boxes, which come after the paragraph they're anchored to. */
  private after: Paragraph[] = [];
  private readonly held: Held[] = [];
  private readonly decoders = new Map<string, TextDecoder>();
  readonly watch: RtfWatch | null;

  constructor(watch: RtfWatch | null) {
    this.watch = watch;
  }

  /** Whether the text here is asked for. */
  get hears(): boolean {
    return !this.group.skip || (this.watch !== null && this.group.look.aside !== undefined);
  }

  /** Decodes pending bytes by their font's character set. */
  flush(): void {
    if (this.pending.length === 0) return;
    const { group } = this;
    const encoding = this.fonts.get(group.font >= 0 ? group.font : this.defaultFont) ?? this.codePage;
    const raw = this.pending;
    this.pending = [];
    this.put(this.decoder(encoding).decode(Uint8Array.from(raw)));
  }

  private decoder(encoding: string): TextDecoder {
    let decoder = this.decoders.get(encoding);
    if (!decoder) {
      try {
        decoder = new TextDecoder(encoding);
      } catch {
        decoder = new TextDecoder("windows-1252");
      }
      this.decoders.set(encoding, decoder);
    }
    return decoder;
  }

  /** Adds text, unless it's invisible. */
  put(piece: string): void {
    const { group } = this;
    if (piece === "") return;
    this.watch?.take(this, piece);
    if (group.skip) return;
    if (group.hidden || group.deleted) {
      this.putUnseen(piece);
      return;
    }
    this.text += piece;
    if (group.bold) this.boldSeen = true;
    else if (/\S/.test(piece)) this.plainSeen = true;
  }

  private putUnseen(piece: string): void {
    const { deleted } = this.group;
    // Invisible spaces between visible letters.
    if (/\s/.test(piece))
      this.gaps.push({ from: this.text.length, to: this.text.length, kind: deleted ? "maybe" : "drawn" });
    if (!deleted) this.model.hidden += piece.trim() === "" ? 0 : piece.trim().split(/\s+/).length;
  }

  private kind(): ParagraphKind {
    if (this.group.note) return "footnote";
    if (this.group.box) return "textBox";
    if (this.inTable) return "tableCell";
    return this.level > 0 ? "heading" : "body";
  }

  /** Ends the paragraph. @param kind its kind, if its container doesn't determine it */
  endParagraph(kind?: ParagraphKind): void {
    this.flush();
    const made = kind ?? this.kind();
    const { text, gaps } = this;
    const paragraph =
      text.trim() === ""
        ? newParagraph(made)
        : textParagraph(text, made, made === "heading" ? this.level : 0, gaps.length > 0 ? gaps : null);
    this.watch?.endParagraph(paragraph);
    paragraph.bold = this.boldSeen && !this.plainSeen;
    if (made === "tableCell") this.placeCell(paragraph);
    if (this.group.note) this.after.push(paragraph);
    else {
      this.model.paragraphs.push(paragraph, ...this.after);
      this.after = [];
    }
    this.text = "";
    this.gaps = [];
    this.boldSeen = this.plainSeen = false;
  }

  private placeCell(paragraph: Paragraph): void {
    if (this.row < 0) this.row = 0;
    paragraph.cell = { table: Math.max(0, this.model.tableCount - 1), row: this.row, column: this.column };
    if (isNumberOnly(this.text)) paragraph.charged = false;
  }

  startTable(): void {
    this.model.tableCount++;
    this.row = 0;
    this.column = 0;
  }

  /** A table's first row starts the table. What follows a cell is still part of it. */
  startTableUnlessInOne(): void {
    if (!this.inTable && this.model.paragraphs.at(-1)?.kind !== "tableCell") this.startTable();
  }

  openGroup(): void {
    this.flush();
    if (this.stack.length > 5_000) throw new Refused("damaged");
    this.stack.push(this.group);
    this.group = { ...this.group };
    this.toSkip = 0;
  }

  /** Closes the group. @returns false if none is open, which ends the document */
  closeGroup(): boolean {
    this.flush();
    const closed = this.group;
    const before = this.stack.pop();
    if (!before) return false;
    this.watch?.closeGroup(closed, before);
    if (this.inFontTable > this.stack.length) this.inFontTable = 0;
    if (closed.note !== before.note || closed.box !== before.box) this.resume(closed.note ? "footnote" : "textBox");
    this.group = before;
    this.toSkip = 0;
    return true;
  }

  /** Sets the text aside while a note or text box inside it is read. */
  hold(): void {
    this.held.push({ text: this.text, gaps: this.gaps, level: this.level, inTable: this.inTable });
    this.watch?.hold();
    this.text = "";
    this.gaps = [];
    this.inTable = false;
  }

  private resume(kind: "footnote" | "textBox"): void {
    if (this.text.trim() !== "") {
      const paragraph = textParagraph(this.text, kind);
      this.watch?.endParagraph(paragraph);
      this.after.push(paragraph);
    }
    this.watch?.resume();
    const back = this.held.pop();
    this.text = back?.text ?? "";
    this.gaps = back?.gaps ?? [];
    this.level = back?.level ?? 0;
    this.inTable = back?.inTable ?? false;
  }

  /** Ends the document. */
  finish(): void {
    this.flush();
    if (this.text.trim() !== "" || this.after.length > 0) this.endParagraph();
  }
}
