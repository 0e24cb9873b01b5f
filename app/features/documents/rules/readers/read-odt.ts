import { Refused } from "./refusal.ts";
import { divideIntoSections } from "./sections.ts";
import { newModel, newParagraph, setCounts, type Paragraph, type TextModel } from "./text-model.ts";
import { seenWords, type Gap } from "./seen-words.ts";
import { addText, isNumberOnly, newTally, type Tally } from "./words.ts";
import { CLOSE, decodeXml, END, OPEN, TEXT, XmlScanner, type Vocabulary } from "../docx/xml.ts";
import { openZip, readPart, type Zip } from "../docx/zip.ts";

const T = {
  p: 1,
  h: 2,
  s: 3,
  tab: 4,
  lineBreak: 5,
  note: 6,
  noteBody: 7,
  citation: 8,
  deletions: 9,
  toc: 10,
  table: 11,
  row: 12,
  cell: 13,
  textBox: 14,
  annotation: 15,
  bibliography: 16,
  image: 17,
  ruby: 18,
  forms: 19,
  span: 20,
  title: 21,
  encrypted: 22,
  softBreak: 23,
  content: 24,
  tracked: 25,
  math: 26,
  deletion: 27,
  changeInfo: 28,
} as const;

const ODF = "urn:oasis:names:tc:opendocument:xmlns:";
const VOCABULARY: Vocabulary = new Map([
  [
    `${ODF}text:1.0`,
    new Map<string, number>([
      ["p", T.p],
      ["h", T.h],
      ["s", T.s],
      ["tab", T.tab],
      ["line-break", T.lineBreak],
      ["note", T.note],
      ["note-body", T.noteBody],
      ["note-citation", T.citation],
      ["tracked-changes", T.tracked],
      ["table-of-content", T.toc],
      ["illustration-index", T.toc],
      ["table-index", T.toc],
      ["alphabetical-index", T.toc],
      ["object-index", T.toc],
      ["user-index", T.toc],
      ["bibliography", T.bibliography],
      ["ruby-text", T.ruby],
      ["span", T.span],
      ["soft-page-break", T.softBreak],
      ["changed-region", T.deletions],
      ["deletion", T.deletion],
    ]),
  ],
  [
    `${ODF}table:1.0`,
    new Map<string, number>([
      ["table", T.table],
      ["table-row", T.row],
      ["table-cell", T.cell],
      ["title", T.title],
      ["desc", T.title],
    ]),
  ],
  [
    `${ODF}drawing:1.0`,
    new Map<string, number>([
      ["text-box", T.textBox],
      ["image", T.image],
    ]),
  ],
  [
    `${ODF}svg-compatible:1.0`,
    new Map<string, number>([
      ["title", T.title],
      ["desc", T.title],
    ]),
  ],
  [
    `${ODF}office:1.0`,
    new Map<string, number>([
      ["annotation", T.annotation],
      ["change-info", T.changeInfo],
      ["forms", T.forms],
      ["document-content", T.content],
      ["text", T.content],
    ]),
  ],
  [`${ODF}manifest:1.0`, new Map<string, number>([["encryption-data", T.encrypted]])],
]);

type Draft = { paragraph: Paragraph; tally: Tally; gaps: Gap[] | null; after: Paragraph[] };

/** Reads an OpenDocument text. Deleted text of tracked changes is left out, inserted text is in. */
export function readOdt(input: Uint8Array | Zip): TextModel {
  const zip = input instanceof Uint8Array ? openZip(input) : input;
  const manifest = readPart(zip, "META-INF/manifest.xml");
  if (manifest) {
    // Its DTD, in files of old versions, says nothing that is read here.
    const xml = decodeXml(manifest);
    if (/<(?:[\w.-]+:)?encryption-data\b/.test(xml)) throw new Refused("password");
  }
  for (const name of zip.entries.keys()) {
    if (/^(?:Basic|Scripts)\/(?!.*(?:script-l[bc]\.xml)$).+[^/]$/i.test(name)) throw new Refused("macros");
  }
  const bytes = readPart(zip, "content.xml");
  if (!bytes) throw new Refused("damaged");
  const model = newModel("odt");
  const scanner = new XmlScanner(decodeXml(bytes), VOCABULARY);
  const drafts: Draft[] = [];
  const tables: { index: number; row: number; column: number }[] = [];
  const cells: { list: Paragraph[]; from: number }[] = [];
  let boxes = 0;
  let notes = 0;
  let noteKind: "footnote" | "endnote" = "footnote";
  let toc = 0;
  let bibliography = 0;
  let sawDocument = false;
  const feed = (text: string) => {
    const draft = drafts.at(-1);
    if (!draft || text === "") return;
    addText(draft.tally, text);
    draft.paragraph.text += text;
  };
  /** Something that is no text separates the paragraph's text so far from what comes. */
  const gap = (kind: Gap["kind"]) => {
    const draft = drafts.at(-1);
    const at = draft?.paragraph.text.length ?? 0;
    if (draft?.tally.inWord) (draft.gaps ??= []).push({ from: at, to: at, kind });
  };
  const listHere = (): Paragraph[] => drafts.at(-1)?.after ?? model.paragraphs;
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token === TEXT) {
      const draft = drafts.at(-1);
      if (!draft) continue;
      // White space collapses, as in HTML: more of it is written as text:s.
      let text = scanner.text().replace(/[ \t\r\n]+/g, " ");
      if (text.startsWith(" ") && (draft.paragraph.text === "" || /[ \n\t]$/.test(draft.paragraph.text)))
        text = text.slice(1);
      feed(text);
      continue;
    }
    const { code } = scanner;
    if (code === 0) continue;
    if (token === OPEN) {
      const closed = scanner.selfClosing;
      switch (code) {
        case T.content:
          sawDocument = true;
          break;
        case T.p:
        case T.h: {
          const paragraph = newParagraph(
            boxes > 0 ? "textBox" : notes > 0 ? noteKind : tables.length > 0 ? "tableCell" : toc > 0 ? "toc" : "body",
          );
          if (toc > 0) paragraph.charged = false;
          if (bibliography > 0) paragraph.inBibliography = true;
          if (code === T.h && paragraph.kind === "body") {
            paragraph.kind = "heading";
            paragraph.level = Math.min(9, Math.max(1, Number(scanner.attribute("outline-level") ?? "1") || 1));
          }
          const table = tables.at(-1);
          if (table && boxes === 0 && notes === 0)
            paragraph.cell = { table: table.index, row: table.row, column: table.column };
          if (closed) listHere().push(paragraph);
          else drafts.push({ paragraph, tally: newTally(), gaps: null, after: [] });
          break;
        }
        case T.s:
          feed(" ".repeat(Math.min(1_000, Number(scanner.attribute("c") ?? "1") || 1)));
          break;
        case T.tab:
          feed("\t");
          break;
        case T.lineBreak:
          feed("\n");
          break;
        case T.note:
          if (!closed) {
            notes++;
            noteKind = scanner.attribute("note-class") === "endnote" ? "endnote" : "footnote";
          }
          break;
        case T.tracked:
          if (!closed) model.deleted += deletedWords(scanner);
          break;
        case T.citation:
        case T.annotation:
        case T.ruby:
        case T.forms:
        case T.title:
          scanner.skip();
          break;
        case T.toc:
          if (!closed) toc++;
          break;
        case T.bibliography:
          if (!closed) bibliography++;
          break;
        case T.table:
          if (!closed) {
            tables.push({ index: model.tableCount++, row: -1, column: -1 });
          }
          break;
        case T.row: {
          const table = tables.at(-1);
          if (table) {
            table.row++;
            table.column = -1;
          }
          break;
        }
        case T.cell: {
          const table = tables.at(-1);
          if (table) table.column++;
          if (!closed) cells.push({ list: listHere(), from: listHere().length });
          break;
        }
        case T.textBox:
          if (!closed) boxes++;
          break;
        case T.image:
          model.figures++;
          gap("between letters");
          break;
      }
      continue;
    }
    if (token !== CLOSE) continue;
    switch (code) {
      case T.p:
      case T.h: {
        const draft = drafts.pop();
        if (!draft) break;
        draft.paragraph.text = draft.paragraph.text.replace(/ $/, "");
        setCounts(draft.paragraph, draft.tally, draft.gaps);
        listHere().push(draft.paragraph, ...draft.after);
        break;
      }
      case T.note:
        notes--;
        break;
      case T.toc:
        toc--;
        break;
      case T.bibliography:
        bibliography--;
        break;
      case T.table:
        tables.pop();
        break;
      case T.cell: {
        const cell = cells.pop();
        if (!cell) break;
        const own = cell.list.slice(cell.from).filter((one) => one.words > 0);
        if (own.length > 0 && own.every((one) => one.kind === "tableCell" && isNumberOnly(one.text)))
          for (const one of own) one.charged = false;
        break;
      }
      case T.textBox:
        boxes--;
        break;
    }
  }
  if (!sawDocument) throw new Refused("damaged");
  return divideIntoSections(model);
}

/** The words of the tracked deletions, which stand together at the head of the text; its CLOSE has then been read. */
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
