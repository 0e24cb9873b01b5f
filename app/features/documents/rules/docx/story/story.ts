import type { DocxPackage } from "../docx-package.ts";
import type { StyleMeaning } from "../docx-styles.ts";
import { newTally } from "../../readers/words.ts";
import type { Watch } from "./watch.ts";
import type { Paragraph, TextModel } from "../../readers/text-model.ts";

/** State shared by a document's parts while reading: its body, footnotes and endnotes. */
export class Story {
  /** Paragraphs by note id, until a reference takes them. */
  footnotes = new Map<string, Paragraph[]>();
  endnotes = new Map<string, Paragraph[]>();
  /** Paragraph by comment id. */
  readonly anchors = new Map<string, Paragraph>();
  /** Paragraphs removed by a change, with the number before them, because changes refer to them. */
  readonly orphans: { paragraph: Paragraph; after: number }[] = [];
  /** Fields that never ended. */
  openFields = 0;
  readonly inserted = newTally();
  readonly deleted = newTally();
  readonly hidden = newTally();
  readonly equations = newTally();
  readonly codes = newTally();
  readonly faint = newTally();
  readonly model: TextModel;
  readonly styles: ReadonlyMap<string, StyleMeaning>;
  /** Only for the manuscript check. */
  readonly watch: Watch | null;
  readonly docx: DocxPackage;

  constructor(
    model: TextModel,
    styles: ReadonlyMap<string, StyleMeaning>,
    docx: DocxPackage,
    watch: Watch | null = null,
  ) {
    this.watch = watch;
    this.model = model;
    this.styles = styles;
    this.docx = docx;
  }

  /** Adds the separately counted words to the model. */
  report(): void {
    const { model } = this;
    model.inserted = this.inserted.words;
    model.deleted = this.deleted.words;
    model.hidden = this.hidden.words;
    model.equations = this.equations.words;
    model.fieldCodes = this.codes.words;
    model.faint = this.faint.words;
  }
}
