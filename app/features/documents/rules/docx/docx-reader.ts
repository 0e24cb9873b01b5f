import { hasPart, openDocx, readRelationships, readXml, scanXml, type DocxPackage } from "./docx-package.ts";
import { isEventful, PLAIN_RUN, Remembered, type ParagraphLook, type RunLook } from "./docx-looks.ts";
import { isOn, PLAIN, readStyles, type StyleMeaning } from "./docx-styles.ts";
import {
  ALTERNATE,
  CHOICE,
  COMMENT_EX,
  DOCX,
  FALLBACK,
  INLINE,
  MATH,
  MATH_RUN,
  MATH_TEXT,
  PICTURE,
  W,
} from "./docx-vocabulary.ts";
import { Refused } from "../readers/refusal.ts";
import { divideIntoSections } from "../readers/sections.ts";
import {
  newModel,
  newParagraph,
  setCounts,
  type Change,
  type MarkChange,
  type Paragraph,
  type ParagraphKind,
  type TextModel,
} from "../readers/text-model.ts";
import { seenWords, type Gap } from "../readers/seen-words.ts";
import { addText, isBreak, isNumberOnly, newTally, type Tally } from "../readers/words.ts";
import { END, OPEN, TEXT } from "./xml.ts";

/** `final` is the text with all tracked changes accepted, `original` with all rejected. */
export type DocxView = "final" | "original";

const MAX_FIELDS = 1_000;
const PRESERVE = ' xml:space="preserve"';

/** Fields whose result is ordinary text that an editor may change, unlike refreshed or managed ones. */
const TEXT_FIELDS = /^\s*(?:HYPERLINK|FORMTEXT|QUOTE|MACROBUTTON)\b/i;
const BIBLIOGRAPHY_FIELD =
  /ZOTERO_BIBL|EN\.REFLIST|CSL_BIBLIOGRAPHY|^\s*BIBLIOGRAPHY\b|Mendeley Bibliography|CITAVI\.BIBLIOGRAPHY|PAPERPILE_BIBLIOGRAPHY|\bRW\.BIB\b/i;
/** Fields that draw nothing but room: blanks by their number, and moves to the side. */
const BLANK_FIELD = /^\s*(?:SYMBOL\s+(?:0x)?(?:\d|1\d|2\d|3[0-2]|160|f020)\b|ADVANCE\b)/i;
/** Character spacing, in twentieths of a point, that looks like a space after a letter. */
const WIDE = 40;
/** Content controls in which Mendeley Cite, Citavi and others keep the reference list. */
const BIBLIOGRAPHY_TAG = /^MENDELEY_BIBLIOGRAPHY|^CitaviBibliography|^paperpile_bibliography|^ReadCube_?Bibliography/i;

type Field = { code: string; inResult: boolean; managed: boolean; toc: boolean; bibliography: boolean; link: boolean };
type OpenLink = { target: string; draft: Draft | null; from: number };

/** A paragraph being read. */
type Draft = {
  paragraph: Paragraph;
  tally: Tally;
  styleKnown: boolean;
  markDead: boolean;
  /** Visible text that is bold, and that is not. */
  boldSeen: boolean;
  plainSeen: boolean;
  styleBold: boolean;
  styleHidden: boolean;
  shaded: boolean;
  inToc: boolean;
  /** Gaps that the layout makes in words; null where there are none. */
  gaps: Gap[] | null;
  /** What has come since the last text that may separate it from the next. */
  pending: Gap["kind"] | null;
  /** Character spacing of the last text, whether that was a single character, and the spacing of what is set as usual, once known. */
  spacing: number;
  single: boolean;
  usual: number | null;
  /** The last text was white or too small to see. */
  faint: boolean;
  /** Text boxes and notes, which follow the paragraph they hang on. */
  after: Paragraph[];
};

type Container = { carry: Draft | null };
type Cell = { list: Paragraph[]; from: number };
type Table = { index: number; row: number; column: number };

/** Reads a .docx, once from front to back, into the text model, sections and all. */
export function readDocx(input: Uint8Array | DocxPackage, view: DocxView = "final"): TextModel {
  const docx = input instanceof Uint8Array ? openDocx(input) : input;
  const model = newModel("docx");
  const styles = docx.styles ? readStyles(scanXml(docx.zip, docx.styles, DOCX)) : new Map<string, StyleMeaning>();
  const story = new Story(model, styles, view, docx);
  if (docx.footnotes) story.footnotes = story.readNotes(docx.footnotes, "footnote");
  if (docx.endnotes) story.endnotes = story.readNotes(docx.endnotes, "endnote");
  story.read(docx.main);
  if (docx.comments) readComments(docx, docx.comments, story);
  model.authors = findAuthors(docx, model);
  if (docx.relations.some((one) => one.type === "aFChunk" || one.type === "subDocument")) {
    model.notes.push(
      "This document embeds other files. We don't count or edit their text. To include it, copy it into the document.",
    );
  }
  if (story.openFields > 0 && model.fieldCodes > 0) {
    model.notes.push(`An unfinished field hides ${model.fieldCodes} words. They're not counted.`);
  }
  divideIntoSections(model);
  for (const orphan of story.orphans) orphan.paragraph.section = model.paragraphs[orphan.after - 1]?.section ?? 0;
  return model;
}

class Story {
  footnotes = new Map<string, Paragraph[]>();
  endnotes = new Map<string, Paragraph[]>();
  /** Paragraph by comment id. */
  readonly anchors = new Map<string, Paragraph>();
  /** Paragraphs that are gone in this view, with how many stand before them: changes hang on them. */
  readonly orphans: { paragraph: Paragraph; after: number }[] = [];
  openFields = 0;
  readonly model: TextModel;
  private readonly styles: Map<string, StyleMeaning>;
  private readonly final: boolean;
  private readonly inserted = newTally();
  private readonly deleted = newTally();
  private readonly hidden = newTally();
  private readonly equations = newTally();
  private readonly codes = newTally();
  private readonly faint = newTally();
  private readonly docx: DocxPackage;

  constructor(model: TextModel, styles: Map<string, StyleMeaning>, view: DocxView, docx: DocxPackage) {
    this.model = model;
    this.styles = styles;
    this.docx = docx;
    this.final = view === "final";
  }

  readNotes(part: string, kind: "footnote" | "endnote"): Map<string, Paragraph[]> {
    const notes = new Map<string, Paragraph[]>();
    this.pass(part, kind, notes);
    return notes;
  }

  read(part: string): void {
    this.pass(part, "body", null);
    this.model.inserted = this.inserted.words;
    this.model.deleted = this.deleted.words;
    this.model.hidden = this.hidden.words;
    this.model.equations = this.equations.words;
    this.model.fieldCodes = this.codes.words;
    this.model.faint = this.faint.words;
  }

  /** One pass over a part. In `notes`, each note's paragraphs are filed by its id instead of going to the model. */
  private pass(part: string, base: ParagraphKind, notes: Map<string, Paragraph[]> | null): void {
    const { model, styles, final, inserted, deleted, hidden, equations, codes, faint, docx } = this;
    const scanner = scanXml(docx.zip, part, DOCX);
    // Few documents have more than some hundred different properties: each is read once. null: to be read each time.
    const runLooks = new Remembered<RunLook | null>();
    const paragraphLooks = new Remembered<ParagraphLook | null>();
    const tableProperties = new Remembered<boolean>();
    let targets: Map<string, string> | null = null;
    const links: OpenLink[] = [];
    /** Of the content controls that are open: whether they hold the reference list. */
    const controls: boolean[] = [];
    const drafts: Draft[] = [];
    const containers: Container[] = [];
    const cells: Cell[] = [];
    const tables: Table[] = [];
    const fields: Field[] = [];
    /** Dead counts of rows and cells that are gone in this view. */
    const gone: { depth: number }[] = [];
    const choices: boolean[] = [];
    let out: Paragraph[] = notes ? [] : model.paragraphs;
    let draft = null as Draft | null;
    let dead = 0;
    let live = 0;
    let boxes = 0;
    let inCode = 0;
    let managed = 0;
    let toc = 0;
    let bibliography = 0;
    let look: RunLook = PLAIN_RUN;
    let looks = null as ParagraphLook | null;
    /** Where the properties of the run at hand begin, while their meaning is learned; else -1. */
    let learning = -1;
    let runDead = 0;
    let textDepth = 0;
    let preserve = false;
    let buffer = "";
    /** Where the buffer's text stands in the part just as it is; else -1. Counting there saves going through a copy. */
    let verbatim = -1;
    let noteSkipped = false;
    const authors: { author: string; date: string; kind: Change["kind"] }[] = [];
    let last = null as Change | null;
    let seenRoot = false;

    const emit = (done: Draft): void => {
      const { paragraph } = done;
      setCounts(paragraph, done.tally, done.gaps);
      paragraph.bold = done.boldSeen ? !done.plainSeen : false;
      if (paragraph.kind === "toc" || done.inToc) {
        if (paragraph.kind === "body" || paragraph.kind === "heading") paragraph.kind = "toc";
        paragraph.charged = false;
        paragraph.level = 0;
      }
      const host = drafts.at(-1);
      const list = host && boxes > 0 ? host.after : out;
      list.push(paragraph, ...done.after);
    };
    const openContainer = (): void => {
      containers.push({ carry: null });
    };
    const flush = (): void => {
      const container = containers.at(-1);
      if (container?.carry) {
        const { carry } = container;
        container.carry = null;
        if (carry.paragraph.text !== "" || carry.after.length > 0 || carry.paragraph.compare) emit(carry);
        else this.orphans.push({ paragraph: carry.paragraph, after: model.paragraphs.length });
      }
    };
    const closeContainer = (): void => {
      flush();
      containers.pop();
    };
    const kindHere = (): ParagraphKind =>
      boxes > 0 ? "textBox" : base !== "body" ? base : tables.length > 0 ? "tableCell" : "body";
    const openParagraph = (): void => {
      const container = containers.at(-1);
      const carried = container?.carry ?? null;
      if (container) container.carry = null;
      const made: Draft = carried ?? {
        paragraph: newParagraph(),
        tally: newTally(),
        styleKnown: false,
        markDead: false,
        boldSeen: false,
        plainSeen: false,
        styleBold: false,
        styleHidden: false,
        shaded: false,
        inToc: false,
        gaps: null,
        pending: null,
        spacing: 0,
        single: false,
        usual: null,
        faint: false,
        after: [],
      };
      // Joined to the one before by a mark that was deleted.
      if (carried) gap(made, "maybe");
      // A merged paragraph takes the properties of the one that comes last.
      made.paragraph.kind = kindHere();
      made.paragraph.level = 0;
      made.markDead = false;
      made.inToc = toc > 0;
      made.styleBold = made.styleHidden = made.shaded = false;
      if (bibliography > 0) made.paragraph.inBibliography = true;
      const table = tables.at(-1);
      if (table && boxes === 0) made.paragraph.cell = { table: table.index, row: table.row, column: table.column };
      drafts.push(made);
      draft = made;
      last = null;
    };
    const closeParagraph = (): void => {
      const done = drafts.pop();
      draft = drafts.at(-1) ?? null;
      if (!done) return;
      inserted.inWord = deleted.inWord = hidden.inWord = equations.inWord = codes.inWord = faint.inWord = false;
      const container = containers.at(-1);
      if (dead > 0 && done.paragraph.text === "") {
        this.orphans.push({ paragraph: done.paragraph, after: model.paragraphs.length });
        return;
      }
      if (done.markDead && container) container.carry = done;
      else emit(done);
    };
    const record = (kind: Change["kind"], text: string): void => {
      if (!draft) return;
      const by = authors.at(-1);
      const author = by?.author ?? "";
      const date = by?.date ?? "";
      if (last && last.kind === kind && last.author === author && last.paragraph === draft.paragraph) last.text += text;
      else {
        last = { kind, author, date, text, paragraph: draft.paragraph };
        model.changes.push(last);
      }
    };
    const liveKind = (): Change["kind"] => {
      for (let i = authors.length - 1; i >= 0; i--) {
        const kind = authors[i]?.kind;
        if (final ? kind === "insert" || kind === "moveTo" : kind === "delete" || kind === "moveFrom")
          return kind as Change["kind"];
      }
      return final ? "insert" : "delete";
    };
    /** Adds to a tally by itself; scripts without spaces and unseen separators are counted piece by piece. */
    const tell = (tally: Tally, text: string, at = -1): void => {
      if (at < 0) addText(tally, text);
      else addText(tally, scanner.xml, at, at + text.length);
      if (tally.unspaced || tally.invisible) {
        const alone = newTally();
        addText(alone, text);
        tally.words += seenWords(text, alone).words - alone.words;
        tally.unspaced = tally.invisible = false;
      }
    };
    /** Something separates the text so far from what comes, if both turn out to be of one word. */
    const gap = (of: Draft, kind: Gap["kind"]): void => {
      if (of.pending !== "drawn" && !(of.pending === "between letters" && kind === "maybe")) of.pending = kind;
    };
    const settleGap = (of: Draft, text: string): void => {
      const { pending } = of;
      of.pending = null;
      if (pending === null || !of.tally.inWord || isBreak(text.charCodeAt(0))) return;
      const at = of.paragraph.text.length;
      (of.gaps ??= []).push({ from: at, to: at, kind: pending });
    };
    const mark = (of: MarkChange["of"], kind: MarkChange["kind"]): void => {
      if (kind === "format") model.formatChanges++;
      else model.otherChanges++;
      model.markChanges.push({
        of,
        kind,
        author: scanner.attribute("author") ?? "",
        date: scanner.attribute("date") ?? "",
        paragraph: draft?.paragraph ?? null,
      });
    };
    const targetOf = (id: string): string => {
      targets ??= new Map(
        (part === docx.main ? docx.relations : readRelationships(docx.zip, part))
          .filter((one) => one.external)
          .map((one) => [one.id, one.target]),
      );
      return targets.get(id) ?? "";
    };
    const openLink = (target: string): void => {
      links.push({ target, draft, from: draft?.paragraph.text.length ?? 0 });
    };
    const closeLink = (): void => {
      const link = links.pop();
      if (!link || link.target === "" || link.draft !== draft || !draft || toc > 0 || dead > 0) return;
      const text = draft.paragraph.text.slice(link.from);
      if (text !== "") model.links.push({ target: link.target, text, paragraph: draft.paragraph });
    };
    const differ = (paragraph: Paragraph): void => {
      paragraph.compare ??= paragraph.text;
    };
    const feed = (text: string, at = -1): void => {
      if (text === "" || !draft || noteSkipped) return;
      const { paragraph } = draft;
      if (dead > 0 || runDead > 0) {
        if (final) {
          tell(deleted, text, at);
          const own = authors.at(-1)?.kind;
          record(own === "moveFrom" ? "moveFrom" : "delete", text);
        }
        if (draft.tally.inWord && holdsBreak(text)) gap(draft, "maybe");
        return;
      }
      if (inCode > 0) {
        tell(codes, text);
        return;
      }
      if (look.hidden ?? draft.styleHidden) {
        tell(hidden, text, at);
        differ(paragraph);
        if (managed === 0) paragraph.compare += text;
        if (holdsBreak(text)) gap(draft, "drawn");
        return;
      }
      const faintHere =
        look.tiny || (look.white && !look.shaded && !draft.shaded && boxes === 0 && tables.length === 0);
      if (faintHere !== draft.faint) {
        // Letters that nobody sees part those that one does.
        draft.faint = faintHere;
        gap(draft, "drawn");
      }
      if (draft.single && draft.spacing - Math.min(look.spacing, draft.usual ?? look.spacing) >= WIDE)
        gap(draft, "drawn");
      draft.spacing = look.spacing;
      draft.single = text.length === 1;
      if (look.spacing < WIDE) draft.usual = look.spacing;
      if (draft.pending !== null) settleGap(draft, text);
      // Tracked words are counted by stretch: what is cut into several runs, with nothing between, is one.
      deleted.inWord = false;
      if (live === 0) inserted.inWord = false;
      if (at < 0) addText(draft.tally, text);
      else addText(draft.tally, scanner.xml, at, at + text.length);
      if (managed > 0) differ(paragraph);
      else if (paragraph.compare !== null) paragraph.compare += text;
      paragraph.text += text;
      if (faintHere) {
        if (!/[\p{L}\p{N}]/u.test(text))
          (draft.gaps ??= []).push({
            from: paragraph.text.length - text.length,
            to: paragraph.text.length,
            kind: "drawn",
          });
        tell(faint, text, at);
      } else faint.inWord = false;
      if (look.bold ?? draft.styleBold) draft.boldSeen = true;
      else if (!draft.plainSeen && /\S/.test(text)) draft.plainSeen = true;
      if (live > 0) {
        tell(inserted, text, at);
        if (final) record(liveKind(), text);
      } else last = null;
    };
    const beginRevision = (kind: Change["kind"]): void => {
      authors.push({ author: scanner.attribute("author") ?? "", date: scanner.attribute("date") ?? "", kind });
      const added = kind === "insert" || kind === "moveTo";
      if (added === final) live++;
      else dead++;
    };
    const endRevision = (kind: Change["kind"]): void => {
      authors.pop();
      const added = kind === "insert" || kind === "moveTo";
      if (added === final) live--;
      else dead--;
    };
    const isMarker = (parent: number): boolean =>
      parent === W.rPr ||
      parent === W.trPr ||
      parent === W.tcPr ||
      parent === W.numPr ||
      parent === W.ctrlPr ||
      parent === W.pPr;
    const endField = (): void => {
      const field = fields.pop();
      if (!field) return;
      if (!field.inResult) inCode--;
      if (field.managed) managed--;
      if (field.toc) toc--;
      if (field.bibliography) bibliography--;
      if (field.link) closeLink();
      if (draft && BLANK_FIELD.test(field.code)) gap(draft, "drawn");
    };
    const beginResult = (field: Field): void => {
      if (field.inResult) return;
      field.inResult = true;
      inCode--;
      field.managed = !TEXT_FIELDS.test(field.code);
      field.toc = /^\s*(?:TOC|TOA|INDEX)\b/i.test(field.code);
      field.bibliography = BIBLIOGRAPHY_FIELD.test(field.code);
      const kind = /^\s*((?:ADDIN\s+)?[^\s{]{1,40})/i.exec(field.code)?.[1]?.toUpperCase().replace(/\s+/, " ");
      if (kind !== undefined)
        model.fields[kind] = (Object.hasOwn(model.fields, kind) ? (model.fields[kind] ?? 0) : 0) + 1;
      if (kind === "HYPERLINK") {
        field.link = true;
        openLink(linkTarget(field.code));
      }
      if (field.managed) {
        managed++;
        if (draft) differ(draft.paragraph);
      }
      if (field.toc) {
        toc++;
        if (draft) draft.inToc = true;
      }
      if (field.bibliography) {
        bibliography++;
        if (draft) draft.paragraph.inBibliography = true;
      }
    };

    for (let token = scanner.next(); token !== END; token = scanner.next()) {
      if (token === TEXT) {
        if (textDepth > 0) {
          const piece = scanner.text();
          verbatim = buffer === "" && scanner.isVerbatim(piece) ? scanner.start : -1;
          buffer = buffer === "" ? piece : buffer + piece;
        }
        continue;
      }
      const { code } = scanner;
      if (code === 0) {
        if (!seenRoot) throw new Refused("not-a-document");
        continue;
      }
      if (token === OPEN) {
        seenRoot = true;
        const closed = scanner.selfClosing;
        switch (code) {
          case W.t:
          case W.delText:
          case W.instrText:
          case W.delInstrText:
          case MATH_TEXT:
            if (!closed) {
              textDepth++;
              buffer = "";
              preserve =
                code === MATH_TEXT ||
                scanner.attributesAre(PRESERVE) ||
                (!scanner.attributesAre("") && scanner.attribute("space") === "preserve");
            }
            break;
          case W.r:
            look = PLAIN_RUN;
            break;
          case MATH_RUN:
            runDead = 0;
            break;
          case W.p:
            openParagraph();
            if (closed) closeParagraph();
            break;
          case W.rPr: {
            if (closed || scanner.parent !== W.r) break;
            look = { ...PLAIN_RUN };
            const end = scanner.contentEnd();
            const known = end < 0 ? null : runLooks.find(scanner.xml, scanner.end, end);
            if (known) {
              look = known;
              scanner.leap(end);
            } else if (known === undefined) {
              if (isEventful(scanner.xml.slice(scanner.end, end))) runLooks.keep(scanner.xml, scanner.end, end, null);
              else learning = scanner.end;
            }
            break;
          }
          case W.tblPr:
          case W.trPr:
          case W.tcPr: {
            // Of tables only what is tracked is read.
            const end = closed ? -1 : scanner.contentEnd();
            if (end < 0) break;
            let quiet = tableProperties.find(scanner.xml, scanner.end, end);
            if (quiet === undefined) {
              quiet = !isEventful(scanner.xml.slice(scanner.end, end));
              tableProperties.keep(scanner.xml, scanner.end, end, quiet);
            }
            if (quiet) scanner.leap(end);
            break;
          }
          case W.rStyle:
            if (scanner.parent === W.rPr && look !== PLAIN_RUN) {
              const style = styles.get(scanner.attribute("val") ?? "");
              if (style?.hidden) look.hidden = true;
              if (style?.bold) look.bold = true;
            }
            break;
          case W.vanish:
            if (scanner.parent === W.rPr && look !== PLAIN_RUN) look.hidden = isOn(scanner.attribute("val"));
            break;
          case W.b:
            if (scanner.parent === W.rPr && look !== PLAIN_RUN) look.bold = isOn(scanner.attribute("val"));
            break;
          case W.color:
            if (scanner.parent === W.rPr && look !== PLAIN_RUN)
              look.white = /^(?:f[\da-f]){3}$/i.test(scanner.attribute("val") ?? "");
            break;
          case W.sz:
            // In half points: below 3 points nobody reads.
            if (scanner.parent === W.rPr && look !== PLAIN_RUN)
              look.tiny = Number(scanner.attribute("val") ?? "24") < 6;
            break;
          case W.spacing:
            if (scanner.parent === W.rPr && look !== PLAIN_RUN)
              look.spacing = Math.max(look.spacing, Number(scanner.attribute("val") ?? "0") || 0);
            break;
          case W.fitText:
            // Stretches its text by spacing.
            if (scanner.parent === W.rPr && look !== PLAIN_RUN) look.spacing = Math.max(look.spacing, WIDE);
            break;
          case W.shd:
          case W.highlight:
            if (scanner.parent === W.pPr && draft) {
              draft.shaded = true;
              if (looks) looks.shaded = true;
            } else if (scanner.parent === W.rPr && look !== PLAIN_RUN) look.shaded = true;
            break;
          case W.pPr: {
            look = PLAIN_RUN;
            if (closed || !draft || scanner.parent !== W.p) break;
            const end = scanner.contentEnd();
            const known = end < 0 ? null : paragraphLooks.find(scanner.xml, scanner.end, end);
            if (known) {
              if (known.style !== null) applyStyle(draft, styles.get(known.style) ?? PLAIN);
              if (known.level !== null) setLevel(draft, known.level);
              if (known.shaded) draft.shaded = true;
              scanner.leap(end);
            } else if (known === undefined) {
              const learned = isEventful(scanner.xml.slice(scanner.end, end))
                ? null
                : { style: null, level: null, shaded: false };
              paragraphLooks.keep(scanner.xml, scanner.end, end, learned);
              looks = learned;
            } else looks = null;
            break;
          }
          case W.pStyle:
            if (draft) {
              const id = scanner.attribute("val") ?? "";
              if (looks) looks.style = id;
              applyStyle(draft, styles.get(id) ?? PLAIN);
            }
            break;
          case W.outlineLvl:
            if (draft && scanner.parent === W.pPr) {
              const value = Number(scanner.attribute("val") ?? "9");
              const level = value >= 0 && value <= 8 ? value + 1 : 0;
              if (looks) looks.level = level;
              setLevel(draft, level);
            }
            break;
          case W.ins:
          case W.del:
          case W.moveFrom:
          case W.moveTo: {
            const kind = REVISION.get(code) as Change["kind"];
            if (isMarker(scanner.parent)) {
              const added = kind === "insert" || kind === "moveTo";
              const kills = added !== final;
              if (scanner.parent === W.rPr) {
                const place = placeOfProperties(scanner.path, closed);
                if (place === W.pPr) {
                  mark("paragraphMark", kind);
                  if (kills && draft) draft.markDead = true;
                } else if (place === MATH_RUN && kills) runDead = 1;
              } else if (scanner.parent === W.trPr) {
                mark("row", kind);
                if (kills) {
                  // The whole row is gone in this view.
                  const depth = depthOf(scanner.path, W.tr);
                  if (depth > 0) {
                    gone.push({ depth });
                    dead++;
                  }
                }
              } else if (scanner.parent === W.numPr) mark("numbering", kind);
              break;
            }
            if (!closed) beginRevision(kind);
            break;
          }
          case W.cellIns:
          case W.cellDel:
            mark("cell", code === W.cellDel ? "delete" : "insert");
            if ((code === W.cellDel) === final) {
              const depth = depthOf(scanner.path, W.tc);
              if (depth > 0) {
                gone.push({ depth });
                dead++;
              }
            }
            break;
          case W.cellMerge:
            mark("cell", "merge");
            break;
          case W.moveToRangeStart:
            model.moves++;
            break;
          case W.rPrChange:
          case W.pPrChange:
          case W.sectPrChange:
          case W.tblPrChange:
          case W.tblPrExChange:
          case W.tcPrChange:
          case W.trPrChange:
          case W.tblGridChange:
          case W.numberingChange:
            mark(CHANGED.get(code) ?? "run", "format");
            scanner.skip();
            break;
          case W.tab:
            // In pPr/tabs it is a tab stop, whose parent is not in the vocabulary.
            if (isRunContent(scanner.parent)) feed("\t");
            break;
          case W.ptab:
            feed("\t");
            break;
          case W.br: {
            if (!isRunContent(scanner.parent)) break;
            const type = scanner.attribute("type");
            if (type !== "page" && type !== "column") feed("\n");
            else if (
              draft &&
              dead === 0 &&
              runDead === 0 &&
              inCode === 0 &&
              !(look.hidden ?? draft.styleHidden) &&
              !noteSkipped
            ) {
              // A page break parts words, but is layout: nobody answers for it as text.
              differ(draft.paragraph);
              draft.paragraph.text += "\n";
              draft.tally.inWord = false;
            }
            break;
          }
          case W.cr:
            if (isRunContent(scanner.parent)) feed("\n");
            break;
          case W.noBreakHyphen:
            feed("\u2011");
            break;
          case W.softHyphen:
            feed("\u00ad");
            break;
          case W.sym: {
            const char = Number.parseInt(scanner.attribute("char") ?? "", 16);
            if (char > 0 && char <= 0xffff)
              feed(isBlankSymbol(scanner.attribute("font"), char) ? "\uf020" : String.fromCharCode(char));
            break;
          }
          case W.fldChar: {
            if (dead > 0) break;
            const type = scanner.attribute("fldCharType");
            if (type === "begin") {
              if (fields.length >= MAX_FIELDS) throw new Refused("damaged");
              fields.push({ code: "", inResult: false, managed: false, toc: false, bibliography: false, link: false });
              inCode++;
            } else if (type === "separate") {
              const field = fields.at(-1);
              if (field) beginResult(field);
            } else if (type === "end") endField();
            break;
          }
          case W.fldSimple:
            if (closed) {
              if (draft && dead === 0 && BLANK_FIELD.test(scanner.attribute("instr") ?? "")) gap(draft, "drawn");
            } else {
              const field: Field = {
                code: scanner.attribute("instr") ?? "",
                inResult: false,
                managed: false,
                toc: false,
                bibliography: false,
                link: false,
              };
              fields.push(field);
              inCode++;
              beginResult(field);
            }
            break;
          case W.footnoteReference:
          case W.endnoteReference: {
            const store = code === W.footnoteReference ? this.footnotes : this.endnotes;
            const id = scanner.attribute("id") ?? "";
            const note = store.get(id);
            if (note && draft && dead === 0 && inCode === 0) {
              draft.after.push(...note);
              store.delete(id);
            }
            break;
          }
          case W.footnote:
          case W.endnote:
            if (notes && !closed) {
              const type = scanner.attribute("type");
              noteSkipped = type !== null && type !== "normal";
              out = [];
              if (!noteSkipped) notes.set(scanner.attribute("id") ?? "", out);
              openContainer();
            }
            break;
          case W.body:
            if (!closed) openContainer();
            break;
          case W.tbl:
            if (!closed) {
              flush();
              tables.push({ index: model.tableCount, row: -1, column: -1 });
              if (dead === 0) model.tableCount++;
            }
            break;
          case W.tr: {
            const table = tables.at(-1);
            if (table) {
              table.row++;
              table.column = -1;
            }
            break;
          }
          case W.tc:
            if (!closed) {
              const table = tables.at(-1);
              if (table) table.column++;
              const host = drafts.at(-1);
              const list = host && boxes > 0 ? host.after : out;
              cells.push({ list, from: list.length });
              openContainer();
            }
            break;
          case W.txbxContent:
            if (!closed) {
              boxes++;
              openContainer();
            }
            break;
          case ALTERNATE:
            if (!closed) choices.push(false);
            break;
          case CHOICE:
            if (choices.at(-1)) scanner.skip();
            else if (choices.length > 0) choices[choices.length - 1] = true;
            break;
          case FALLBACK:
            if (choices.at(-1)) scanner.skip();
            break;
          case W.rt:
            scanner.skip();
            break;
          case W.hyperlink:
            if (!closed) {
              const anchor = scanner.attribute("anchor");
              const target = targetOf(scanner.attribute("id") ?? "");
              openLink(anchor === null ? target : `${target}#${anchor}`);
            }
            break;
          case W.sdt:
            if (!closed) controls.push(false);
            break;
          case W.tag:
          case W.docPartGallery:
            if (
              controls.at(-1) === false &&
              (code === W.tag ? BIBLIOGRAPHY_TAG : /^Bibliographies$/).test(scanner.attribute("val") ?? "")
            ) {
              controls[controls.length - 1] = true;
              bibliography++;
              if (draft) draft.paragraph.inBibliography = true;
            }
            break;
          case MATH:
            if (dead === 0) model.equationCount++;
            break;
          case PICTURE:
            if (dead === 0) model.figures++;
            // Those of old programs stand in the line unless they say otherwise.
            if (draft && depthOf(scanner.path, W.pict) + depthOf(scanner.path, W.object) > 0)
              gap(draft, "between letters");
            break;
          case INLINE:
            if (draft && dead === 0) gap(draft, "between letters");
            break;
          case W.commentRangeStart:
          case W.commentReference: {
            const id = scanner.attribute("id") ?? "";
            if (draft && !this.anchors.has(id)) this.anchors.set(id, draft.paragraph);
            break;
          }
        }
        continue;
      }
      // CLOSE
      switch (code) {
        case W.t:
        case W.delText:
        case MATH_TEXT: {
          textDepth--;
          if (textDepth > 0) break;
          const text = preserve ? buffer : trimXml(buffer);
          const raw = buffer;
          const at = text.length === raw.length ? verbatim : -1;
          buffer = "";
          if (code === MATH_TEXT) {
            if (!draft || dead > 0 || runDead > 0) break;
            if (text.trim() === "") gap(draft, "between letters");
            tell(equations, text);
            differ(draft.paragraph);
            if (managed === 0) draft.paragraph.compare += text;
          } else if (code === W.t) {
            // A space that its writer forgot to protect, unlike the line breaks of tidy markup.
            if (text.length < raw.length && draft && dead === 0 && inCode === 0) {
              if (/^[ \t]/.test(raw) && !/[\r\n]/.test(raw)) gap(draft, "maybe");
              feed(text, at);
              if (/[ \t]$/.test(raw) && !/[\r\n]/.test(raw)) gap(draft, "maybe");
            } else feed(text, at);
          } else if (final ? dead > 0 : true) feed(text, at);
          break;
        }
        case W.instrText:
        case W.delInstrText: {
          textDepth--;
          const field = fields.at(-1);
          if (field && !field.inResult && (code === W.instrText || !final) && dead === 0 && field.code.length < 2_000)
            field.code += buffer;
          buffer = "";
          break;
        }
        case W.r:
          look = PLAIN_RUN;
          break;
        case W.rPr:
          if (learning >= 0 && scanner.parent === W.r) {
            runLooks.keep(scanner.xml, learning, scanner.start, look);
            learning = -1;
          }
          break;
        case W.pPr:
          looks = null;
          break;
        case W.hyperlink:
          closeLink();
          break;
        case W.sdt:
          if (controls.pop()) bibliography--;
          break;
        case MATH_RUN:
          runDead = 0;
          equations.inWord = false;
          break;
        case W.p:
          closeParagraph();
          break;
        case W.ins:
        case W.del:
        case W.moveFrom:
        case W.moveTo:
          if (!isMarker(scanner.parent)) endRevision(REVISION.get(code) as Change["kind"]);
          break;
        case W.fldSimple:
          endField();
          break;
        case W.tr:
        case W.tc:
          if (code === W.tc) {
            closeContainer();
            const cell = cells.pop();
            if (cell) leaveNumbersOut(cell);
          }
          while (gone.length > 0 && (gone.at(-1)?.depth ?? 0) > scanner.path.length) {
            gone.pop();
            dead--;
          }
          break;
        case W.tbl:
          tables.pop();
          break;
        case W.txbxContent:
          closeContainer();
          boxes--;
          break;
        case W.body:
        case W.footnote:
        case W.endnote:
          closeContainer();
          noteSkipped = false;
          break;
        case ALTERNATE:
          choices.pop();
          break;
      }
    }
    if (!seenRoot) throw new Refused("damaged");
    this.openFields += fields.length;
  }
}

const REVISION = new Map<number, Change["kind"]>([
  [W.ins, "insert"],
  [W.del, "delete"],
  [W.moveFrom, "moveFrom"],
  [W.moveTo, "moveTo"],
]);

const CHANGED = new Map<number, MarkChange["of"]>([
  [W.rPrChange, "run"],
  [W.pPrChange, "paragraph"],
  [W.numberingChange, "numbering"],
  [W.sectPrChange, "section"],
  [W.tblPrChange, "table"],
  [W.tblPrExChange, "table"],
  [W.tblGridChange, "table"],
  [W.trPrChange, "row"],
  [W.tcPrChange, "cell"],
]);

/** Elements whose children are a run's content: a choice between two forms stands for the run. */
const isRunContent = (code: number): boolean => code === W.r || code === CHOICE || code === FALLBACK;

const holdsBreak = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (isBreak(text.charCodeAt(i))) return true;
  return false;
};

/** Codes at which fonts of signs draw nothing. */
const isBlankSymbol = (font: string | null, char: number): boolean =>
  (char >= 0xf000 && char <= 0xf020) || char === 0xf07f || (font === "Symbol" && char > 0xf07f && char < 0xf0a0);

/** Where a HYPERLINK field leads: HYPERLINK "address" \l "place". */
function linkTarget(code: string): string {
  const place = /\\l\s+"([^"]*)"/.exec(code)?.[1];
  const address = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]+))/i.exec(code);
  return `${address?.[1] ?? address?.[2] ?? ""}${place === undefined ? "" : `#${place}`}`;
}

/** The element whose rPr holds the marker at hand. */
function placeOfProperties(path: readonly number[], closed: boolean): number {
  return path[path.length - (closed ? 2 : 3)] ?? 0;
}

/** How deep the nearest open element of a code stands (1 is the root); 0 when there is none. */
function depthOf(path: readonly number[], code: number): number {
  for (let i = path.length - 1; i >= 0; i--) if (path[i] === code) return i + 1;
  return 0;
}

/** What XML calls white space, and no more: JavaScript's trim() would eat no-break spaces, which Word keeps. */
const trimXml = (text: string): string => {
  let from = 0;
  let to = text.length;
  while (from < to && isXmlSpace(text.charCodeAt(from))) from++;
  while (to > from && isXmlSpace(text.charCodeAt(to - 1))) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
};
const isXmlSpace = (c: number): boolean => c === 32 || c === 9 || c === 10 || c === 13;

function applyStyle(draft: Draft, style: StyleMeaning): void {
  const { paragraph } = draft;
  draft.styleBold = style.bold;
  draft.styleHidden = style.hidden;
  if (paragraph.kind === "body") {
    if (style.toc) paragraph.kind = "toc";
    else if (style.caption) paragraph.kind = "caption";
  }
  if (style.bibliography) paragraph.inBibliography = true;
  paragraph.isTitle = style.title;
  paragraph.quoted = style.quote;
  setLevel(draft, style.level);
}

function setLevel(draft: Draft, level: number): void {
  const { paragraph } = draft;
  if (level > 0 && paragraph.kind === "body") {
    paragraph.kind = "heading";
    paragraph.level = level;
  } else if (paragraph.kind === "heading") {
    paragraph.level = level;
    if (level === 0) paragraph.kind = "body";
  }
}

/** A cell of numbers only is not charged. */
function leaveNumbersOut(cell: Cell): void {
  let some = false;
  for (let i = cell.from; i < cell.list.length; i++) {
    const paragraph = cell.list[i] as Paragraph;
    if (paragraph.words === 0) continue;
    if (paragraph.kind !== "tableCell" || !isNumberOnly(paragraph.text)) return;
    some = true;
  }
  if (!some) return;
  for (let i = cell.from; i < cell.list.length; i++) (cell.list[i] as Paragraph).charged = false;
}

function readComments(docx: DocxPackage, part: string, story: Story): void {
  const { model } = story;
  const byParagraph = new Map<string, string>();
  const scanner = scanXml(docx.zip, part, DOCX);
  let current: TextModel["comments"][number] | null = null;
  let lines: string[] = [];
  let inText = 0;
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token === TEXT) {
      if (inText > 0 && lines.length > 0) lines[lines.length - 1] += scanner.text();
      continue;
    }
    if (token === OPEN) {
      if (scanner.code === W.comment) {
        const id = scanner.attribute("id") ?? "";
        current = {
          id,
          author: scanner.attribute("author") ?? "",
          date: scanner.attribute("date") ?? "",
          text: "",
          replyTo: null,
          resolved: false,
          paragraph: story.anchors.get(id) ?? null,
        };
        lines = [];
        if (scanner.selfClosing) model.comments.push(current);
      } else if (scanner.code === W.p) {
        lines.push("");
        const paragraphId = scanner.attribute("paraId");
        if (paragraphId && current) byParagraph.set(paragraphId, current.id);
      } else if (scanner.code === W.t && !scanner.selfClosing) inText++;
      else if ((scanner.code === W.br || scanner.code === W.tab) && lines.length > 0)
        lines[lines.length - 1] += scanner.code === W.br ? "\n" : "\t";
      else if (scanner.code === W.rPrChange || scanner.code === W.pPrChange) scanner.skip();
      continue;
    }
    if (scanner.code === W.t) inText--;
    else if (scanner.code === W.comment && current) {
      current.text = lines.join("\n").trim();
      model.comments.push(current);
      current = null;
    }
  }
  if (!docx.commentsExtended || !hasPart(docx.zip, docx.commentsExtended)) return;
  const byId = new Map(model.comments.map((comment) => [comment.id, comment]));
  const extended = scanXml(docx.zip, docx.commentsExtended, DOCX);
  for (let token = extended.next(); token !== END; token = extended.next()) {
    if (token !== OPEN || extended.code !== COMMENT_EX) continue;
    const comment = byId.get(byParagraph.get(extended.attribute("paraId") ?? "") ?? "");
    if (!comment) continue;
    comment.resolved = isOn(extended.attribute("done") ?? "0");
    comment.replyTo = byParagraph.get(extended.attribute("paraIdParent") ?? "") ?? null;
  }
}

/** Names of people in the properties, the tracked changes and the comments, each once. */
function findAuthors(docx: DocxPackage, model: TextModel): string[] {
  const names = new Set<string>();
  if (docx.core && hasPart(docx.zip, docx.core)) {
    const xml = readXml(docx.zip, docx.core).slice(0, 100_000);
    for (const match of xml.matchAll(/<(?:[\w.-]+:)?(creator|lastModifiedBy)\b[^>]*>([^<]{1,200})</g))
      names.add((match[2] ?? "").trim());
  }
  let last = "";
  for (const change of model.changes) if (change.author !== last) names.add((last = change.author));
  for (const change of model.markChanges) names.add(change.author);
  for (const comment of model.comments) names.add(comment.author);
  names.delete("");
  return [...names];
}
