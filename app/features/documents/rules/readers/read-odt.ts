import { type OdtChanges, readOdtChanges } from "./odt/odt-changes.ts";
import { T, VOCABULARY } from "./odt/odt-vocabulary.ts";
import type { OdtWatch } from "./odt/odt-watch.ts";
import { Refused } from "./refusal.ts";
import { divideIntoSections } from "./sections.ts";
import { newModel, newParagraph, setCounts, type Paragraph, type TextModel } from "./text-model.ts";
import { seenWords, type Gap } from "./seen-words.ts";
import { addText, isNumberOnly, newTally, type Tally } from "./words.ts";
import { CLOSE, END, OPEN, TEXT, XmlScanner } from "../docx/xml.ts";
import { decodeXml } from "../docx/xml-text.ts";
import { openZip, readPart, type Zip } from "../docx/zip.ts";

type Draft = { paragraph: Paragraph; tally: Tally; gaps: Gap[] | null; after: Paragraph[] };

/** The state of reading. */
class Reading {
  readonly model = newModel("odt");
  readonly scanner: XmlScanner;
  readonly drafts: Draft[] = [];
  readonly tables: { index: number; row: number; column: number }[] = [];
  readonly cells: { list: Paragraph[]; from: number; copies: number }[] = [];
  /** How many paragraphs were repeated. */
  repeated = 0;
  boxes = 0;
  notes = 0;
  noteKind: "footnote" | "endnote" = "footnote";
  toc = 0;
  bibliography = 0;
  sawDocument = false;
  /** Its tracked changes, if they are read as rejected. */
  readonly tracked: OdtChanges | null;
  /** Tracked insertions that are open here. */
  insertions = 0;
  /** Paragraphs whose ends were inserted: the text after them belongs to them. */
  readonly unended = new Set<Draft>();

  readonly watch: OdtWatch | null;

  constructor(xml: string, tracked: OdtChanges | null, watch: OdtWatch | null) {
    this.scanner = new XmlScanner(xml, VOCABULARY);
    this.tracked = tracked;
    this.watch = watch;
  }

  feed(text: string): void {
    const draft = this.drafts.at(-1);
    if (!draft || text === "" || this.insertions > 0) return;
    addText(draft.tally, text);
    draft.paragraph.text += text;
    this.watch?.take(draft.paragraph, text);
  }

  /** Where finished paragraphs go: those of a note or text box come after the paragraph it's anchored to. */
  get list(): Paragraph[] {
    return this.drafts.at(-1)?.after ?? this.model.paragraphs;
  }
}

/**
 * Reads an OpenDocument text, with its tracked changes accepted, or rejected as the original.
 *
 * @param watch what the manuscript check collects
 */
export function readOdt(
  input: Uint8Array | Zip,
  view: "final" | "original" = "final",
  watch: OdtWatch | null = null,
): TextModel {
  const zip = input instanceof Uint8Array ? openZip(input) : input;
  const manifest = readPart(zip, "META-INF/manifest.xml");
  // The manifest's DTD, in files of old versions, declares nothing that matters here.
  if (manifest && /<(?:[\w.-]+:)?encryption-data\b/.test(decodeXml(manifest))) throw new Refused("password");
  for (const name of zip.entries.keys()) {
    if (/^(?:Basic|Scripts)\/(?!.*(?:script-l[bc]\.xml)$).+[^/]$/i.test(name)) throw new Refused("macros");
  }
  const bytes = readPart(zip, "content.xml");
  if (!bytes) throw new Refused("damaged");
  const xml = decodeXml(bytes);
  const reading = new Reading(xml, view === "original" ? readOdtChanges(xml) : null, watch);
  if (watch) {
    const styles = readPart(zip, "styles.xml");
    watch.start(xml, styles ? decodeXml(styles) : null);
  }
  const { scanner } = reading;
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token === TEXT) readText(reading);
    else if (scanner.code !== 0) (token === OPEN ? OPENS : CLOSES)[scanner.code]?.(reading);
  }
  reading.insertions = 0;
  while (reading.drafts.length > 0) closeParagraph(reading);
  watch?.finish();
  if (!reading.sawDocument) throw new Refused("damaged");
  return divideIntoSections(reading.model);
}

function readText(reading: Reading): void {
  const draft = reading.drafts.at(-1);
  if (!draft) return;
  // White space collapses, as in HTML. Additional spaces are written as text:s.
  const text = reading.scanner.text().replace(/[ \t\r\n]+/g, " ");
  const again = text.startsWith(" ") && (draft.paragraph.text === "" || /[ \n\t]$/.test(draft.paragraph.text));
  reading.feed(again ? text.slice(1) : text);
}

type Handler = (reading: Reading) => void;

/** Runs a handler at an element with content. */
const unlessEmpty =
  (handler: Handler): Handler =>
  (reading) => {
    if (!reading.scanner.selfClosing) handler(reading);
  };

const skip: Handler = ({ scanner }) => scanner.skip();

const kindHere = ({ boxes, notes, noteKind, tables, toc }: Reading): Paragraph["kind"] =>
  boxes > 0 ? "textBox" : notes > 0 ? noteKind : tables.length > 0 ? "tableCell" : toc > 0 ? "toc" : "body";

function newParagraphHere(reading: Reading): Paragraph {
  const paragraph = newParagraph(kindHere(reading));
  if (reading.toc > 0) paragraph.charged = false;
  if (reading.bibliography > 0) paragraph.inBibliography = true;
  const table = reading.tables.at(-1);
  if (table && reading.boxes === 0 && reading.notes === 0)
    paragraph.cell = { table: table.index, row: table.row, column: table.column };
  return paragraph;
}

function openParagraph(reading: Reading, paragraph = newParagraphHere(reading)): void {
  reading.watch?.paragraph(paragraph, reading.scanner, paragraph.level);
  const before = reading.drafts.at(-1);
  if (before && reading.unended.delete(before)) {
    if (before.paragraph.text === "") before.paragraph = paragraph;
    if (reading.scanner.selfClosing) closeParagraph(reading);
    return;
  }
  if (reading.scanner.selfClosing) reading.list.push(paragraph);
  else reading.drafts.push({ paragraph, tally: newTally(), gaps: null, after: [] });
}

function openHeading(reading: Reading): void {
  const paragraph = newParagraphHere(reading);
  if (paragraph.kind === "body") {
    paragraph.kind = "heading";
    paragraph.level = Math.min(9, Math.max(1, Number(reading.scanner.attribute("outline-level") ?? "1") || 1));
  }
  openParagraph(reading, paragraph);
}

function closeParagraph(reading: Reading): void {
  const here = reading.drafts.at(-1);
  if (here && reading.insertions > 0) {
    reading.unended.add(here);
    return;
  }
  const draft = reading.drafts.pop();
  if (!draft) return;
  draft.paragraph.text = draft.paragraph.text.replace(/ $/, "");
  reading.watch?.endParagraph(draft.paragraph);
  setCounts(draft.paragraph, draft.tally, draft.gaps);
  reading.list.push(draft.paragraph, ...draft.after);
}

/** Text that was deleted here, as it was. */
function restore(reading: Reading): void {
  const [first = "", ...others] = reading.tracked?.deletions.get(reading.scanner.attribute("change-id") ?? "") ?? [];
  reading.feed(first);
  for (const text of others) {
    const draft = reading.drafts.at(-1);
    if (!draft || reading.insertions > 0) return;
    const { kind, level, cell, charged, inBibliography } = draft.paragraph;
    closeParagraph(reading);
    const paragraph = { ...newParagraph(kind), level, cell, charged, inBibliography };
    reading.drafts.push({ paragraph, tally: newTally(), gaps: null, after: [] });
    reading.feed(text);
  }
}

/** An insertion begins or ends. Other changes with two ends are of formatting. */
const insertion =
  (step: 1 | -1): Handler =>
  (reading) => {
    reading.watch?.change(reading.scanner, reading.drafts.at(-1)?.paragraph);
    if (reading.tracked?.insertions.has(reading.scanner.attribute("change-id") ?? "")) reading.insertions += step;
  };

function openRow({ tables }: Reading): void {
  const table = tables.at(-1);
  if (!table) return;
  table.row++;
  table.column = -1;
}

/** More paragraphs than this aren't repeated: real tables have a few dozen. */
const MAX_REPEATED = 5_000;

function openCell({ tables, cells, list, scanner }: Reading): void {
  const table = tables.at(-1);
  if (table) table.column++;
  const copies = Math.max(1, Math.min(1_024, Number(scanner.attribute("number-columns-repeated") ?? "1") || 1)) - 1;
  if (!scanner.selfClosing) cells.push({ list, from: list.length, copies });
  else if (table) table.column += copies;
}

/** A cell that stands for several alike, as its program saves them. */
function repeatCell(reading: Reading, cell: { list: Paragraph[]; from: number; copies: number }): void {
  const table = reading.tables.at(-1);
  const own = cell.list.slice(cell.from);
  const worded = own.some((one) => one.text.trim() !== "");
  for (let copy = 1; copy <= cell.copies; copy++) {
    if (!worded || (reading.repeated += own.length) > MAX_REPEATED) break;
    for (const one of own)
      cell.list.push({ ...one, cell: one.cell && { ...one.cell, column: one.cell.column + copy } });
  }
  if (table) table.column += cell.copies;
}

/** A cell that holds only numbers isn't charged. */
function closeCell(reading: Reading): void {
  const cell = reading.cells.pop();
  if (!cell) return;
  const own = cell.list.slice(cell.from).filter((one) => one.words > 0);
  if (own.length > 0 && own.every((one) => one.kind === "tableCell" && isNumberOnly(one.text)))
    for (const one of own) one.charged = false;
  repeatCell(reading, cell);
}

/** A picture separates the text before it from the text after it. */
function openImage({ model, drafts }: Reading): void {
  model.figures++;
  const draft = drafts.at(-1);
  const at = draft?.paragraph.text.length ?? 0;
  if (draft?.tally.inWord) (draft.gaps ??= []).push({ from: at, to: at, kind: "between letters" });
}

/** An element that only the manuscript check asks about. */
const watched =
  (handler: (watch: OdtWatch, scanner: XmlScanner) => void): Handler =>
  ({ watch, scanner }) => {
    if (watch) handler(watch, scanner);
  };
const style = watched((watch, scanner) => watch.style(scanner));
const open = watched((watch, scanner) => watch.open(scanner));
const close = watched((watch) => watch.close());

const OPENS: Readonly<Record<number, Handler>> = {
  [T.content]: (reading) => {
    reading.sawDocument = true;
  },
  [T.p]: (reading) => openParagraph(reading),
  [T.h]: openHeading,
  [T.s]: (reading) => reading.feed(" ".repeat(Math.min(1_000, Number(reading.scanner.attribute("c") ?? "1") || 1))),
  [T.tab]: (reading) => reading.feed("\t"),
  [T.lineBreak]: (reading) => reading.feed("\n"),
  [T.note]: unlessEmpty((reading) => {
    reading.notes++;
    reading.noteKind = reading.scanner.attribute("note-class") === "endnote" ? "endnote" : "footnote";
  }),
  [T.tracked]: unlessEmpty(({ model, scanner }) => {
    model.deleted += deletedWords(scanner);
  }),
  [T.changeStart]: insertion(1),
  [T.changeEnd]: insertion(-1),
  [T.changePoint]: (reading) => {
    reading.watch?.change(reading.scanner, reading.drafts.at(-1)?.paragraph);
    restore(reading);
  },
  [T.citation]: skip,
  [T.annotation]: (reading) => {
    reading.watch?.comment(reading.scanner, reading.drafts.at(-1)?.paragraph);
    skip(reading);
  },
  [T.ruby]: skip,
  [T.forms]: skip,
  [T.title]: skip,
  [T.toc]: unlessEmpty((reading) => {
    reading.toc++;
  }),
  [T.bibliography]: unlessEmpty((reading) => {
    reading.bibliography++;
  }),
  [T.table]: unlessEmpty(({ tables, model }) => {
    tables.push({ index: model.tableCount++, row: -1, column: -1 });
  }),
  [T.row]: openRow,
  [T.cell]: openCell,
  [T.textBox]: unlessEmpty((reading) => {
    reading.boxes++;
  }),
  [T.image]: openImage,
  [T.style]: style,
  [T.textProperties]: style,
  [T.listStyle]: style,
  [T.outlineStyle]: style,
  [T.levelNumber]: style,
  [T.levelBullet]: style,
  [T.outlineLevel]: style,
  [T.list]: unlessEmpty(watched((watch, scanner) => watch.list(scanner))),
  [T.listItem]: unlessEmpty(watched((watch, scanner) => watch.item(scanner))),
  [T.listHeader]: unlessEmpty(watched((watch, scanner) => watch.item(scanner))),
  [T.span]: open,
  [T.link]: open,
  [T.reference]: open,
  [T.bibliographyMark]: open,
  [T.markStart]: watched((watch, scanner) => watch.referenceMark(scanner, 1)),
  [T.markEnd]: watched((watch, scanner) => watch.referenceMark(scanner, -1)),
  [T.fieldStart]: watched((watch) => watch.openField()),
  [T.fieldParameter]: watched((watch, scanner) => watch.fieldCode(scanner)),
  [T.fieldEnd]: watched((watch) => watch.closeField()),
};

const CLOSES: Readonly<Record<number, Handler>> = {
  [T.p]: closeParagraph,
  [T.h]: closeParagraph,
  [T.note]: (reading) => {
    reading.notes--;
  },
  [T.toc]: (reading) => {
    reading.toc--;
  },
  [T.bibliography]: (reading) => {
    reading.bibliography--;
  },
  [T.table]: ({ tables }) => {
    tables.pop();
  },
  [T.cell]: closeCell,
  [T.textBox]: (reading) => {
    reading.boxes--;
  },
  [T.list]: watched((watch) => watch.endList()),
  [T.listItem]: watched((watch) => watch.endItem()),
  [T.listHeader]: watched((watch) => watch.endItem()),
  [T.span]: close,
  [T.link]: close,
  [T.reference]: close,
  [T.bibliographyMark]: close,
};

/** The words of tracked deletions, which are grouped at the start of the text. Its CLOSE has then been read. */
function deletedWords(scanner: XmlScanner): number {
  const tally = newTally();
  const around = scanner.path.length;
  let inside = 0;
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token === TEXT) {
      if (inside > 0) {
        const text = scanner.text();
        addText(tally, text);
        if (tally.unspaced || tally.invisible) {
          const alone = newTally();
          addText(alone, text);
          tally.words += seenWords(text, alone).words - alone.words;
          tally.unspaced = tally.invisible = false;
        }
      }
      continue;
    }
    if (token === CLOSE) {
      if (scanner.path.length < around) break;
      if (scanner.code === T.deletion) inside--;
      if (scanner.code === T.p || scanner.code === T.h) tally.inWord = false;
    } else if (scanner.code === T.changeInfo) scanner.skip();
    else if (scanner.code === T.deletion && !scanner.selfClosing) inside++;
  }
  return tally.words;
}
