/** Paragraphs and their containers: the body, notes, cells and text boxes. */
import { W } from "../docx-vocabulary.ts";
import { setCounts, type ParagraphKind } from "../../readers/text-model.ts";
import { gap, newDraft, type Draft } from "./draft.ts";
import type { Handlers, PartReading } from "./part-reading.ts";

/** Where finished paragraphs go: those of a text box come after the paragraph it's anchored to. */
export function listHere({ drafts, boxes, out }: PartReading) {
  const host = drafts.at(-1);
  return host && boxes > 0 ? host.after : out;
}

function emit(part: PartReading, done: Draft): void {
  const { paragraph } = done;
  setCounts(paragraph, done.tally, done.gaps);
  paragraph.bold = done.boldSeen ? !done.plainSeen : false;
  if (paragraph.kind === "toc" || done.inToc) {
    if (paragraph.kind === "body" || paragraph.kind === "heading") paragraph.kind = "toc";
    paragraph.charged = false;
    paragraph.level = 0;
  }
  part.story.watch?.end(done);
  listHere(part).push(paragraph, ...done.after);
}

function abandon(part: PartReading, { paragraph }: Draft): void {
  part.story.orphans.push({ paragraph, after: part.story.model.paragraphs.length });
}

export function openContainer(part: PartReading): void {
  part.containers.push({ carry: null });
}

/** Ends a paragraph that was to continue, since no other follows. */
export function flush(part: PartReading): void {
  const container = part.containers.at(-1);
  if (!container?.carry) return;
  const { carry } = container;
  container.carry = null;
  if (carry.paragraph.text !== "" || carry.after.length > 0 || carry.paragraph.compare) emit(part, carry);
  else abandon(part, carry);
}

export function closeContainer(part: PartReading): void {
  flush(part);
  part.containers.pop();
}

const kindHere = ({ boxes, base, tables }: PartReading): ParagraphKind =>
  boxes > 0 ? "textBox" : base !== "body" ? base : tables.length > 0 ? "tableCell" : "body";

function openParagraph(part: PartReading): void {
  const container = part.containers.at(-1);
  const carried = container?.carry ?? null;
  if (container) container.carry = null;
  const made = carried ?? newDraft();
  // The previous mark was deleted, so this continues the previous paragraph.
  if (carried) gap(made, "maybe");
  // A merged paragraph takes the properties of its last part.
  made.paragraph.kind = kindHere(part);
  made.paragraph.level = 0;
  made.markDead = false;
  made.inToc = part.toc > 0;
  made.style = made.listId = made.listLevel = null;
  made.styleBold = made.styleHidden = made.shaded = false;
  if (part.bibliography > 0) made.paragraph.inBibliography = true;
  const table = part.tables.at(-1);
  if (table && part.boxes === 0) made.paragraph.cell = { table: table.index, row: table.row, column: table.column };
  part.drafts.push(made);
  part.draft = made;
  part.last = null;
  if (part.scanner.selfClosing) closeParagraph(part);
}

function closeParagraph(part: PartReading): void {
  const { story, drafts } = part;
  const done = drafts.pop();
  part.draft = drafts.at(-1) ?? null;
  if (!done) return;
  for (const tally of [story.inserted, story.deleted, story.hidden, story.equations, story.codes, story.faint])
    tally.inWord = false;
  const container = part.containers.at(-1);
  if (part.dead > 0 && done.paragraph.text === "") abandon(part, done);
  else if (done.markDead && container) container.carry = done;
  else emit(part, done);
}

export const OPENS: Handlers = {
  [W.p]: openParagraph,
  [W.body]: (part) => {
    if (!part.scanner.selfClosing) openContainer(part);
  },
};

export const CLOSES: Handlers = {
  [W.p]: closeParagraph,
  [W.body]: closeContainer,
};
