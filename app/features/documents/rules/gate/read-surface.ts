import { Remembered, isEventful } from "../docx/docx-looks.ts";
import { hasPart, readXml, type DocxPackage } from "../docx/docx-package.ts";
import {
  type Atom,
  type Relations,
  contentKey,
  newAtom,
  readCitationTag,
  readEquation,
  readFieldCode,
  readPicture,
  relationsOf,
} from "./surface-atoms.ts";
import { LookRegistry, type Properties, SurfaceStyles, paragraphProperties, runProperties } from "./surface-looks.ts";
import { fragment, localName, textOf, valueOf } from "./surface-markup.ts";
import { ALTERNATE, CHOICE, FALLBACK, MATH, NAMES, S, VOCABULARY } from "./surface-vocabulary.ts";
import type { DocxView } from "../docx/docx-reader.ts";
import { END, OPEN, TEXT, XmlScanner } from "../docx/xml.ts";
import { writeTree, type Node } from "../docx/xml-tree.ts";

/** Placeholder in a line's text for anything that isn't a character: a note's mark, a picture, and so on. */
export const NOTE_MARK = "\ufffb";
export const ATOM_MARK = "\ufffc";

/** A paragraph as a reader sees it, or the end of a table's row, or a document embedded between paragraphs. */
export type SurfaceLine = {
  kind: "paragraph" | "row" | "embedded";
  /** Outside the results of fields. Of a row: how its cells are laid out; of an embedded document: its content. */
  text: string;
  atoms: Atom[];
  /** Number in the registry of the direct properties of the text, from each place on: [place, number, ...]. */
  spans: number[];
  links: { from: number; to: number; target: string }[];
  style: string;
  properties: Properties;
  /** The first of its table cell. */
  startsCell: boolean;
  /** Nothing but a page break or the end of a section. */
  layout: boolean;
  /** Number of the paragraph, from 1, empty ones not counted. */
  number: number;
};

/** A picture that a tracked change puts in: [index of the line it is near, itself]. */
export type InsertedAtom = { line: number; atom: Atom };

/** Everything in a document that a reader sees. */
export type Surface = {
  lines: SurfaceLine[];
  /** Headers and footers that are shown, each where it changes. */
  headers: SurfaceLine[];
  footers: SurfaceLine[];
  inserted: InsertedAtom[];
  /** Words that a tracked change of formatting hides or makes hard to see, once it is accepted. */
  concealed: { line: SurfaceLine; words: string; how: string }[];
  styles: SurfaceStyles;
  registry: LookRegistry;
};

const MAX_BOX_DEPTH = 20;
const PRESERVE = ' xml:space="preserve"';
const TEXT_FIELDS = /^\s*(?:HYPERLINK|FORMTEXT|QUOTE|MACROBUTTON)\b/i;
const NO_ATOMS: Atom[] = [];
const NO_SPANS: number[] = [];
const NO_LINKS: SurfaceLine["links"] = [];

type Field = { code: string; inResult: boolean; managed: boolean; atom: Atom | null; link: OpenLink | null };
type OpenLink = { target: string; draft: Draft | null; from: number };
type ParagraphMeaning = { properties: Properties; markGone: boolean; section: Node | null };
type Draft = SurfaceLine & {
  look: number;
  markGone: boolean;
  managed: boolean;
  own: boolean;
  after: SurfaceLine[];
  breaks: boolean;
};
type Container = { carry: Draft | null; lines: SurfaceLine[]; /** Where its lines begin. */ from: number };
type Section = { headers: Map<string, string>; footers: Map<string, string>; titlePage: boolean };

const PLAIN_PARAGRAPH: ParagraphMeaning = { properties: {}, markGone: false, section: null };

/** Reads what a reader sees of a document. @param view `original` is with all tracked changes rejected, `final` with all accepted */
export function readSurface(docx: DocxPackage, view: DocxView, registry: LookRegistry): Surface {
  const reader = new SurfaceReader(docx, view, registry);
  return reader.read();
}

class SurfaceReader {
  private readonly docx: DocxPackage;
  private readonly final: boolean;
  private readonly registry: LookRegistry;
  private readonly styles: SurfaceStyles;
  private readonly inserted: { before: SurfaceLine | null; atom: Atom }[] = [];
  private readonly concealed: Surface["concealed"] = [];
  private readonly runLooks = new Remembered<number>();
  private readonly paragraphs = new Remembered<ParagraphMeaning>();
  private readonly notes = { footnote: new Map<string, SurfaceLine[]>(), endnote: new Map<string, SurfaceLine[]>() };
  private readonly sections: Section[] = [];
  /** Names of the elements whose content is not there in this view. */
  private readonly gone: ReadonlySet<string>;
  private boxDepth = 0;

  constructor(docx: DocxPackage, view: DocxView, registry: LookRegistry) {
    this.docx = docx;
    this.final = view === "final";
    this.registry = registry;
    this.styles = new SurfaceStyles(docx, registry, this.final ? "accepted" : "rejected");
    this.gone = new Set(this.final ? ["del", "moveFrom"] : ["ins", "moveTo"]);
  }

  read(): Surface {
    const { docx } = this;
    for (const kind of ["footnote", "endnote"] as const) {
      const part = docx[`${kind}s`];
      if (part) this.scan(readXml(docx.zip, part), relationsOf(docx, part), this.notes[kind]);
    }
    const relations = relationsOf(docx, docx.main);
    const lines = this.scan(readXml(docx.zip, docx.main), relations, null);
    let number = 0;
    const index = new Map<SurfaceLine, number>();
    for (const [i, line] of lines.entries()) {
      if (hasWords(line)) number++;
      line.number = Math.max(1, number);
      index.set(line, i);
    }
    return {
      lines,
      headers: this.stories("headers", relations),
      footers: this.stories("footers", relations),
      inserted: this.inserted.map(({ before, atom }) => ({ line: before ? (index.get(before) ?? 0) : 0, atom })),
      concealed: this.concealed,
      styles: this.styles,
      registry: this.registry,
    };
  }

  /** The headers or footers that are shown, each once where the sections change it; blank paragraphs in them are layout. */
  private stories(kind: "headers" | "footers", relations: Relations): SurfaceLine[] {
    const even = this.evenAndOdd();
    const current = new Map<string, string>();
    const parts = new Map<string, SurfaceLine[]>();
    const out: SurfaceLine[] = [];
    let last = "";
    for (const [n, section] of this.sections.entries()) {
      for (const [type, id] of section[kind]) current.set(type, id);
      for (const type of ["first", "even", "default"]) {
        if ((type === "first" && !section.titlePage) || (type === "even" && !even)) continue;
        const relation = relations.get(current.get(type) ?? "");
        const part = relation && !relation.external ? relation.target : "";
        const key = `${type} ${part}`;
        if (part === "" || !hasPart(this.docx.zip, part) || last.includes(`${key}\n`)) continue;
        last += `${key}\n`;
        let story = parts.get(part);
        if (!story)
          parts.set(part, (story = this.scan(readXml(this.docx.zip, part), relationsOf(this.docx, part), null)));
        for (const line of story) if (line.text !== "" || line.atoms.length > 0) out.push({ ...line, number: n + 1 });
      }
    }
    return out;
  }

  private evenAndOdd(): boolean {
    const part = this.docx.relations.find((one) => one.type === "settings" && !one.external)?.target;
    if (part === undefined || !hasPart(this.docx.zip, part)) return false;
    const tag = /<(?:[\w.-]+:)?evenAndOddHeaders(\s[^>]*)?\/?>/.exec(readXml(this.docx.zip, part));
    return tag !== null && !/val\s*=\s*["'](?:0|false|off)["']/.test(tag[1] ?? "");
  }

  private section(node: Node, relations: Relations): void {
    const section: Section = { headers: new Map(), footers: new Map(), titlePage: false };
    let children = node.children;
    if (!this.final) {
      // The old properties of a tracked change; references are no part of it.
      const change = children.find((one) => localName(one) === "sectPrChange");
      const before = change?.children.find((one) => localName(one) === "sectPr")?.children;
      if (before) children = [...children.filter((one) => localName(one).endsWith("Reference")), ...before];
    }
    for (const one of children) {
      const local = localName(one);
      if (local === "headerReference" || local === "footerReference") {
        const id = /\s[\w.-]+:id\s*=\s*["']([^"']+)["']/.exec(one.raw)?.[1] ?? "";
        if (relations.has(id))
          section[local === "headerReference" ? "headers" : "footers"].set(valueOf(one, "type") ?? "default", id);
      } else if (local === "titlePg") section.titlePage = !/^(?:0|false|off)$/.test(valueOf(one, "val") ?? "1");
    }
    this.sections.push(section);
  }

  private runLook(raw: string): number {
    const node = fragment(raw);
    return this.registry.of(runProperties(node, this.final ? "accepted" : "rejected"));
  }

  /** What a tracked change of formatting does to words, where it conceals them; "" for others. */
  private concealing(raw: string): string {
    if (this.final || !raw.includes("rPrChange")) return "";
    const node = fragment(raw);
    const [was, is] = [runProperties(node, "rejected"), runProperties(node, "accepted")];
    if (is.vanish === "1" && was.vanish !== "1") return "hidden by a tracked change";
    return (is.color === "FFFFFF" && was.color !== "FFFFFF" && !is.shd && !is.highlight) ||
      (Number(is.sz ?? "24") < 6 && Number(was.sz ?? "24") >= 6)
      ? "white on white, or too small to read, by a tracked change"
      : "";
  }

  private paragraphMeaning(raw: string): ParagraphMeaning {
    const node = fragment(raw);
    const mark = node.children.find((one) => localName(one) === "rPr");
    return {
      properties: paragraphProperties(node, this.final ? "accepted" : "rejected"),
      markGone: mark?.children.some((one) => this.gone.has(localName(one))) ?? false,
      section: node.children.find((one) => localName(one) === "sectPr") ?? null,
    };
  }

  /** One pass over a story. In `notes`, each note's lines are filed by its id. */
  private scan(xml: string, relations: Relations, notes: Map<string, SurfaceLine[]> | null): SurfaceLine[] {
    const { final, registry } = this;
    const scanner = new XmlScanner(xml, VOCABULARY);
    const rootStart = /<[^?!][^>]*>/.exec(xml)?.[0] ?? "";
    let all: SurfaceLine[] = [];
    const containers: Container[] = [{ carry: null, lines: all, from: 0 }];
    const drafts: Draft[] = [];
    const fields: Field[] = [];
    const links: OpenLink[] = [];
    const rows: { cells: string[]; gone: boolean }[] = [];
    const revisions: { dead: boolean; deleted: boolean }[] = [];
    const choices: boolean[] = [];
    let draft = null as Draft | null;
    let dead = 0;
    let deleted = 0;
    let inCode = 0;
    let managed = 0;
    let look = 0;
    let conceals = "";
    let startsCell = false;
    let textDepth = 0;
    let preserve = false;
    let buffer = "";
    let noteSkipped = false;

    const content = (): string => {
      if (scanner.selfClosing) return "";
      const from = scanner.end;
      const end = scanner.contentEnd();
      if (end >= 0) {
        scanner.leap(end);
        return xml.slice(from, end);
      }
      scanner.skip();
      return xml.slice(from, scanner.start);
    };
    const element = (): string => {
      const from = scanner.start;
      scanner.skip();
      return xml.slice(from, scanner.end);
    };
    const emit = (line: SurfaceLine, after: readonly SurfaceLine[] = []): void => {
      const { lines } = containers.at(-1) as Container;
      lines.push(line);
      for (const one of after) lines.push(one);
    };
    const flush = (): void => {
      const container = containers.at(-1) as Container;
      const { carry } = container;
      container.carry = null;
      if (carry && (carry.text !== "" || carry.atoms.length > 0)) emit(carry, carry.after);
    };
    const openParagraph = (): void => {
      const container = containers.at(-1) as Container;
      const carried = container.carry;
      container.carry = null;
      const made: Draft = carried ?? {
        kind: "paragraph",
        text: "",
        atoms: NO_ATOMS,
        spans: NO_SPANS,
        links: NO_LINKS,
        style: "",
        properties: PLAIN_PARAGRAPH.properties,
        startsCell,
        layout: false,
        number: 0,
        look: -1,
        markGone: false,
        managed: managed > 0,
        own: false,
        after: [],
        breaks: false,
      };
      made.markGone = false;
      startsCell = false;
      drafts.push(made);
      draft = made;
    };
    const closeParagraph = (): void => {
      const done = drafts.pop();
      draft = drafts.at(-1) ?? null;
      if (!done || noteSkipped) return;
      const container = containers.at(-1) as Container;
      const empty = done.text === "" && done.atoms.length === 0;
      if (empty && (dead > 0 || (done.managed && !done.startsCell))) return;
      if (done.markGone) {
        container.carry = done;
        return;
      }
      done.layout = empty && done.breaks;
      emit(done, done.after);
    };
    const applyMeaning = (meaning: ParagraphMeaning): void => {
      if (!draft) return;
      draft.properties = meaning.properties;
      draft.style = meaning.properties.style ?? "";
      if (meaning.markGone) draft.markGone = true;
      else if (meaning.section && dead === 0) {
        draft.breaks = true;
        this.section(meaning.section, relations);
      }
    };
    /** Whether something here is there for the reader. */
    const shows = (): boolean => draft !== null && dead === 0 && inCode === 0 && managed === 0 && !noteSkipped;
    const feed = (text: string): void => {
      if (text === "" || !shows()) return;
      const here = draft as Draft;
      if (here.look !== look) {
        if (here.spans === NO_SPANS) here.spans = [];
        here.spans.push(here.text.length, look);
        here.look = look;
      }
      here.text += text;
      if (conceals === "") return;
      const last = this.concealed.at(-1);
      if (last && last.line === here && last.how === conceals && here.text.endsWith(last.words + text))
        last.words += text;
      else this.concealed.push({ line: here, words: text, how: conceals });
    };
    const place = (atom: Atom, mark: string | null): void => {
      const here = draft as Draft;
      if (mark !== null) {
        const at = here.text.length;
        feed(mark);
        atom.at = at;
      }
      atom.deleted = deleted > 0;
      if (here.atoms === NO_ATOMS) here.atoms = [];
      here.atoms.push(atom);
    };
    const picture = (raw: string): void => {
      if (noteSkipped || inCode > 0) return;
      const { atom, boxes, floating } = readPicture(raw, this.docx, relations);
      if (dead > 0) {
        if (revisions.some((one) => one.dead)) this.inserted.push({ before: all.at(-1) ?? null, atom });
        return;
      }
      if (!draft) return;
      const here = draft;
      place(atom, floating ? null : ATOM_MARK);
      if (this.boxDepth >= MAX_BOX_DEPTH) return;
      this.boxDepth++;
      for (const box of boxes) {
        const inner = box.children.map(writeTree).join("");
        const name = /^<([^\s/>]+)/.exec(rootStart)?.[1] ?? "x";
        for (const line of this.scan(`${rootStart}${inner}</${name}>`, relations, null)) here.after.push(line);
      }
      this.boxDepth--;
    };
    const openLink = (target: string): OpenLink => ({ target, draft, from: draft?.text.length ?? 0 });
    const closeLink = (link: OpenLink | null | undefined): void => {
      if (!link || link.target === "" || link.draft !== draft || !draft || draft.text.length === link.from) return;
      if (draft.links === NO_LINKS) draft.links = [];
      const last = draft.links.at(-1);
      if (last && last.to === link.from && last.target === link.target) last.to = draft.text.length;
      else draft.links.push({ from: link.from, to: draft.text.length, target: link.target });
    };
    const beginField = (code: string): Field => {
      const field: Field = { code, inResult: false, managed: false, atom: null, link: null };
      // Its code is not known yet where it begins, but this is where it is.
      if (shows()) field.atom = newAtom("field", "", draft?.text.length ?? 0, deleted > 0);
      fields.push(field);
      inCode++;
      return field;
    };
    const settleField = (field: Field): void => {
      inCode--;
      field.inResult = true;
      const outer = fields.at(-2);
      if (outer && !outer.inResult) {
        outer.code += `{${field.code}}`;
        return;
      }
      if (/^\s*HYPERLINK\b/i.test(field.code)) field.link = openLink(linkIn(field.code));
      else if (field.atom && draft && field.code.trim() !== "") {
        const { kind, key, refreshed, shown } = readFieldCode(field.code);
        place(
          { ...field.atom, kind, key, shown, looks: refreshed === "" ? {} : { "stored data": refreshed } },
          ATOM_MARK,
        );
      }
    };
    const beginResult = (field: Field): void => {
      if (field.inResult) return;
      settleField(field);
      field.managed = !TEXT_FIELDS.test(field.code);
      if (field.managed) managed++;
    };
    const endField = (): void => {
      const field = fields.at(-1);
      if (!field) return;
      if (!field.inResult) settleField(field);
      if (field.managed) managed--;
      closeLink(field.link);
      fields.pop();
    };
    const revision = (name: string): { dead: boolean; deleted: boolean } => ({
      dead: this.gone.has(name),
      deleted: !final && (name === "del" || name === "moveFrom"),
    });
    const targetOf = (): string => {
      const id = /\s[\w.-]+:id\s*=\s*["']([^"']+)["']/.exec(xml.slice(scanner.start, scanner.end))?.[1];
      const relation = id === undefined ? undefined : relations.get(id);
      const anchor = scanner.attribute("anchor");
      return `${relation ? plainAddress(relation.target) : ""}${anchor === null ? "" : `#${anchor}`}`;
    };

    for (let token = scanner.next(); token !== END; token = scanner.next()) {
      if (token === TEXT) {
        if (textDepth > 0) buffer += scanner.text();
        continue;
      }
      const { code } = scanner;
      if (code === 0) continue;
      if (token === OPEN) {
        const closed = scanner.selfClosing;
        switch (code) {
          case S.p:
            openParagraph();
            if (closed) closeParagraph();
            break;
          case S.pPr: {
            if (scanner.parent !== S.p || closed) {
              content();
              break;
            }
            const from = scanner.end;
            const end = scanner.contentEnd();
            const known = end < 0 ? undefined : this.paragraphs.find(xml, from, end);
            if (known) {
              scanner.leap(end);
              applyMeaning(known);
              break;
            }
            const raw = content();
            const meaning = this.paragraphMeaning(raw);
            if (end >= 0 && meaning.section === null && !isEventful(raw)) this.paragraphs.keep(xml, from, end, meaning);
            applyMeaning(meaning);
            break;
          }
          case S.r:
            look = 0;
            conceals = "";
            break;
          case S.rPr: {
            if (scanner.parent !== S.r || closed) {
              content();
              break;
            }
            const from = scanner.end;
            const end = scanner.contentEnd();
            const known = end < 0 ? undefined : this.runLooks.find(xml, from, end);
            if (known !== undefined) {
              look = known;
              scanner.leap(end);
              break;
            }
            const raw = content();
            look = this.runLook(raw);
            conceals = this.concealing(raw);
            if (end >= 0) this.runLooks.keep(xml, from, end, look);
            break;
          }
          case S.t:
          case S.delText:
          case S.instrText:
          case S.delInstrText:
            if (!closed) {
              textDepth++;
              buffer = "";
              preserve =
                scanner.attributesAre(PRESERVE) ||
                (!scanner.attributesAre("") && scanner.attribute("space") === "preserve");
            }
            break;
          case S.tab:
          case S.ptab:
            if (scanner.parent === S.r) feed("\t");
            break;
          case S.cr:
            feed("\n");
            break;
          case S.br: {
            if (scanner.parent !== S.r) break;
            const type = scanner.attribute("type");
            if (type !== "page" && type !== "column") feed("\n");
            else if (draft && shows()) draft.breaks = true;
            break;
          }
          case S.noBreakHyphen:
            feed("\u2011");
            break;
          case S.sym: {
            const char = Number.parseInt(scanner.attribute("char") ?? "", 16);
            const font = scanner.attribute("font");
            if (!(char > 0 && char <= 0xffff)) break;
            const before = look;
            // Its font says which sign it is.
            if (font !== null) look = registry.of({ ...registry.list[look], font });
            feed(String.fromCharCode(char));
            look = before;
            break;
          }
          case S.fldChar: {
            if (dead > 0) {
              content();
              break;
            }
            const type = scanner.attribute("fldCharType");
            const box = closed ? "" : content();
            if (type === "begin") {
              beginField("");
              const checked = /<[\w.-]*:?checked(?:\s[^>]*?val\s*=\s*["'](\w+)["'])?[^>]*>/.exec(box);
              if (checked && fields.at(-1)?.atom) (fields.at(-1) as Field).code = `[${checked[1] ?? "1"}] `;
            } else if (type === "separate") {
              const field = fields.at(-1);
              if (field) beginResult(field);
            } else if (type === "end") endField();
            break;
          }
          case S.fldSimple:
            if (!closed) {
              // Some programs store their data before the result.
              beginResult(beginField(scanner.attribute("instr") ?? ""));
            } else {
              beginField(scanner.attribute("instr") ?? "");
              endField();
            }
            break;
          case S.ins:
          case S.del:
          case S.moveFrom:
          case S.moveTo: {
            if (closed) break;
            const made = revision(NAMES[code - 1] as string);
            revisions.push(made);
            if (made.dead) dead++;
            if (made.deleted) deleted++;
            break;
          }
          case S.hyperlink:
            if (!closed) links.push(openLink(targetOf()));
            break;
          case S.footnoteReference:
          case S.endnoteReference: {
            const kind = code === S.footnoteReference ? "footnote" : "endnote";
            if (!shows()) break;
            place(newAtom(kind, kind, 0, false), NOTE_MARK);
            const id = scanner.attribute("id") ?? "";
            const note = this.notes[kind].get(id);
            if (note) {
              (draft as Draft).after.push(...note);
              this.notes[kind].delete(id);
            }
            break;
          }
          case S.footnote:
          case S.endnote:
            if (notes && !closed) {
              const type = scanner.attribute("type");
              noteSkipped = type !== null && type !== "normal";
              all = [];
              containers.length = 0;
              containers.push({ carry: null, lines: all, from: 0 });
              if (!noteSkipped) notes.set(scanner.attribute("id") ?? "", all);
            }
            break;
          case S.drawing:
          case S.pict:
          case S.object:
          case S.contentPart:
            picture(element());
            break;
          case ALTERNATE:
            if (scanner.parent === S.r) picture(element());
            else if (!closed) choices.push(false);
            break;
          case CHOICE:
            if (choices.at(-1)) scanner.skip();
            else if (choices.length > 0) choices[choices.length - 1] = true;
            break;
          case FALLBACK:
            if (choices.at(-1)) scanner.skip();
            break;
          case MATH: {
            const raw = element();
            if (!draft || !shows()) break;
            const { key, text } = readEquation(raw, this.gone);
            if (key !== "") place(newAtom("equation", key, 0, false, text), ATOM_MARK);
            break;
          }
          case S.rt: {
            const raw = content();
            if (draft && shows()) place(newAtom("ruby", textOf(fragment(raw)).trim(), -1, false), null);
            break;
          }
          case S.sdtPr: {
            const raw = content();
            const tag = /<(?:[\w.-]+:)?tag\s[^>]*?val\s*=\s*["']([^"']*)["']/.exec(raw)?.[1];
            const citation = tag === undefined ? null : readCitationTag(tag);
            if (citation && draft && shows())
              place(
                {
                  ...newAtom("citation", citation.key, -1, false, citation.shown),
                  looks: citation.refreshed === "" ? {} : { "stored data": citation.refreshed },
                },
                null,
              );
            break;
          }
          case S.tbl:
            if (!closed) flush();
            break;
          case S.tr:
            if (!closed) rows.push({ cells: [], gone: false });
            break;
          case S.trPr: {
            const row = rows.at(-1);
            const raw = content();
            if (row && isEventful(raw) && fragment(raw).children.some((one) => this.gone.has(localName(one)))) {
              row.gone = true;
              dead++;
            }
            break;
          }
          case S.tc:
            if (!closed) {
              rows.at(-1)?.cells.push("");
              startsCell = true;
              {
                const { lines } = containers.at(-1) as Container;
                containers.push({ carry: null, lines, from: lines.length });
              }
            }
            break;
          case S.tcPr: {
            const row = rows.at(-1);
            const raw = content();
            if (row && /[vh]Merge|cell(?:Ins|Del|Merge)|tcPrChange/.test(raw)) this.cell(fragment(raw), row.cells);
            if (row?.cells.at(-1) === "gone") dead++;
            break;
          }
          case S.altChunk:
          case S.subDoc: {
            const id = /\s[\w.-]+:id\s*=\s*["']([^"']+)["']/.exec(xml.slice(scanner.start, scanner.end))?.[1] ?? "";
            if (!closed) scanner.skip();
            if (dead > 0 || drafts.length > 0) break;
            flush();
            emit({ ...emptyLine("embedded"), text: contentKey(this.docx, relations.get(id)) });
            break;
          }
          case S.sectPr: {
            const raw = content();
            if (notes === null && dead === 0) this.section(fragment(raw), relations);
            break;
          }
          case S.tblPr:
          case S.tblPrEx:
          case S.tblGrid:
          case S.sdtEndPr:
          case S.smartTagPr:
          case S.customXmlPr:
            content();
            break;
        }
        continue;
      }
      switch (code) {
        case S.t:
        case S.delText: {
          textDepth--;
          if (textDepth > 0) break;
          const text = preserve ? buffer : buffer.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
          buffer = "";
          feed(text);
          break;
        }
        case S.instrText:
        case S.delInstrText: {
          textDepth--;
          const field = fields.at(-1);
          if (field && !field.inResult && dead === 0 && field.code.length < 200_000) field.code += buffer;
          buffer = "";
          break;
        }
        case S.r:
          look = 0;
          break;
        case S.p:
          closeParagraph();
          break;
        case S.ins:
        case S.del:
        case S.moveFrom:
        case S.moveTo: {
          const done = revisions.pop();
          if (done?.dead) dead--;
          if (done?.deleted) deleted--;
          break;
        }
        case S.fldSimple:
          endField();
          break;
        case S.hyperlink:
          closeLink(links.pop());
          break;
        case S.tc: {
          const container = containers.at(-1) as Container;
          const { carry } = container;
          container.carry = null;
          // A cell keeps its last paragraph, whatever becomes of its mark.
          if (carry) emit(carry, carry.after);
          dropRequired(container);
          containers.pop();
          const row = rows.at(-1);
          if (row?.cells.at(-1) === "gone") {
            row.cells.pop();
            dead--;
          }
          startsCell = false;
          break;
        }
        case S.tr: {
          const row = rows.pop();
          if (row?.gone) dead--;
          else if (row && dead === 0 && managed === 0)
            emit({ ...emptyLine("row"), text: row.cells.map((one) => one || "·").join(" ") });
          break;
        }
        case S.footnote:
        case S.endnote:
          if (notes) {
            flush();
            noteSkipped = false;
          }
          break;
        case ALTERNATE:
          choices.pop();
          break;
      }
    }
    flush();
    dropRequired(containers[0] as Container);
    return all;
  }

  /** What a cell's properties say of merging, and whether it is there at all. */
  private cell(properties: Node, cells: string[]): void {
    let children = properties.children;
    const change = this.final ? undefined : children.find((one) => localName(one) === "tcPrChange");
    const before = change?.children.find((one) => localName(one) === "tcPr")?.children;
    if (before) children = [...before, ...children.filter((one) => localName(one).startsWith("cell"))];
    let merged = "";
    for (const one of children) {
      const local = localName(one);
      if (local === "vMerge" || local === "hMerge") merged = valueOf(one, "val") === "restart" ? "" : "merged";
      else if (local === "cellMerge") {
        const value = valueOf(one, this.final ? "vMerge" : "vMergeOrig");
        merged = value === null || value === "rest" ? "" : "merged";
      } else if (local === (this.final ? "cellDel" : "cellIns")) {
        cells[cells.length - 1] = "gone";
        return;
      }
    }
    cells[cells.length - 1] = merged;
  }
}

/** Word asks for a paragraph behind a table that ends a cell or a document, and adds one that other programs left out. */
function dropRequired({ lines, from }: Container): void {
  const last = lines.at(-1);
  if (
    lines.length - from >= 2 &&
    last?.kind === "paragraph" &&
    last.text === "" &&
    last.atoms.length === 0 &&
    lines.at(-2)?.kind === "row"
  )
    lines.pop();
}

const emptyLine = (kind: SurfaceLine["kind"]): SurfaceLine => ({
  kind,
  text: "",
  atoms: NO_ATOMS,
  spans: NO_SPANS,
  links: NO_LINKS,
  style: "",
  properties: PLAIN_PARAGRAPH.properties,
  startsCell: false,
  layout: false,
  number: 0,
});

/** Whether it counts as a paragraph with text where edits are listed. */
const hasWords = (line: SurfaceLine): boolean =>
  line.kind === "paragraph" &&
  (line.atoms.some((one) => one.kind === "equation") || (line.text !== "" && /[^\ufffb\ufffc]/.test(line.text)));

/** Where a HYPERLINK field leads: HYPERLINK "address" \l "place". */
function linkIn(code: string): string {
  const anchor = /\\l\s+"([^"]*)"/.exec(code)?.[1];
  const address = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]+))/i.exec(code);
  return `${plainAddress(address?.[1] ?? address?.[2] ?? "")}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** An address as Word writes it: with a slash behind a bare name, and with its signs escaped or not. */
function plainAddress(address: string): string {
  let plain = address;
  try {
    plain = decodeURI(address);
  } catch {
    // Not escaped the usual way: as it is.
  }
  return plain.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?#]*)\/?$/i, (_, head: string) => head.toLowerCase());
}
