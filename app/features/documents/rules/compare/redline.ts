import { blocksOf } from "./compare-blocks.ts";
import { compareBlocks, type Grain, type Op, type Passage, type Row } from "./compare-diff.ts";
import { findMoves } from "./compare-moves.ts";
import { M, child, inside, propertiesKey, withoutNoise } from "./compare-markup.ts";
import { type Piece, type TargetKey, textBoxesOf, type Token, type Wrapper } from "./compare-tokens.ts";
import { readRelationships, type DocxPackage } from "../docx/docx-package.ts";
import { Refused } from "../readers/refusal.ts";
import { escapeXml } from "../docx/xml-text.ts";
import { openUp, writeTree, type Node } from "../docx/xml-tree.ts";
import { contentOf, rewriteZip } from "../docx/zip.ts";
import { ChangeMarkup, type CompareOptions, LATER } from "./redline-markup.ts";
import { ChangedFields } from "./redline-fields.ts";
import { Foreign } from "./redline-foreign.ts";
import { type NoteKind, RedlineNotes } from "./redline-notes.ts";
import { RedlineFile } from "./redline-file.ts";
import { type Group, element, lastOfMoves, piecesOf, switchWrapper, wrappersAhead } from "./redline-pieces.ts";

/** Writes one comparison into B's file, importing what only A has. */
export class Redline {
  private readonly file: RedlineFile;
  private readonly foreign: Foreign;
  private readonly markup: ChangeMarkup;
  private readonly notes: RedlineNotes;
  private readonly fields: ChangedFields;
  private readonly keys: { a: TargetKey; b: TargetKey };

  constructor(a: DocxPackage, b: DocxPackage, options: CompareOptions) {
    this.file = new RedlineFile(b);
    this.foreign = new Foreign(a, this.file);
    this.markup = new ChangeMarkup(this.file, this.foreign, options);
    this.keys = { a: targetKeyOf(this.foreign.docx), b: targetKeyOf(this.file.docx) };
    this.notes = new RedlineNotes(this.file, this.foreign, this.markup);
    this.fields = new ChangedFields(this.foreign, this.markup, this.notes);
  }

  write(grain: Grain): { bytes: Buffer; moves: number } {
    const bodyA = child(this.foreign.part.root, M.body);
    const bodyB = child(this.file.part.root, M.body);
    if (!bodyA || !bodyB) throw new Refused("damaged");
    if (bodyB.close === null) openUp(bodyB);
    const a = blocksOf(bodyA.children, "a", this.keys.a);
    const b = blocksOf(bodyB.children, "b", this.keys.b);
    const passages = compareBlocks(a.blocks, b.blocks, this.keys, grain);
    const moves = grain === "words" ? findMoves(passages) : 0;
    bodyB.children = [{ code: 0, raw: this.passages(passages, grain) + b.after, close: null, children: [] }];
    this.notes.finish();
    this.file.declareNamespaces(this.file.part);
    this.file.set(this.file.docx.main, writeTree(this.file.part.tree));
    this.file.finish();
    return { bytes: rewriteZip(this.file.docx.zip, this.file.changed), moves };
  }

  private passages(list: readonly Passage[], grain: Grain): string {
    const parts: { xml: string; wrapper: Wrapper | null | undefined }[] = [];
    for (const passage of list) {
      if (passage.type === "same") parts.push({ xml: passage.xml, wrapper: passage.wrapper });
      else if (passage.type === "ops") for (const one of this.paragraphs(passage.ops, grain)) parts.push(one);
      else parts.push({ xml: this.table(passage, grain), wrapper: passage.wrapper });
    }
    // Content that only A has goes into the content control that continues around it, or else outside.
    let out = "";
    let open: Wrapper | null = null;
    const following: (Wrapper | null)[] = [];
    let next: Wrapper | null = null;
    for (let i = parts.length - 1; i >= 0; i--) {
      const { wrapper } = parts[i] as (typeof parts)[number];
      if (wrapper !== undefined) next = wrapper;
      following[i] = next;
    }
    for (const [i, { xml, wrapper }] of parts.entries()) {
      const wanted: Wrapper | null = wrapper === undefined ? (following[i] === open ? open : null) : wrapper;
      out += switchWrapper(open, wanted) + xml;
      open = wanted;
    }
    return out + switchWrapper(open, null);
  }

  private table(passage: Passage & { type: "table" }, grain: Grain): string {
    const { table, sign } = passage;
    const head = table.children.filter((one) => one.code === M.tblPr || one.code === M.tblGrid);
    const properties =
      sign === "-"
        ? head.map((one) => this.foreign.adapt(writeTree(one)) ?? "").join("")
        : head.map(writeTree).join("");
    const [open, close] =
      sign === "-" ? [`<${this.markup.w}tbl>`, `</${this.markup.w}tbl>`] : [table.raw, table.close ?? ""];
    return open + properties + passage.rows.map((row) => this.row(row, grain)).join("") + close;
  }

  private row(row: Row, grain: Grain): string {
    if (row.xml !== null) return row.xml;
    const { w } = this.markup;
    const foreign = row.sign === "-";
    const own = (node: Node | null): string =>
      node ? (foreign ? (this.foreign.adapt(inside(node)) ?? "") : inside(node)) : "";
    const exceptions = child(row.row, M.tblPrEx);
    const properties = child(row.row, M.trPr);
    const mark = row.sign === "=" ? "" : `<${w}${row.sign === "-" ? "del" : "ins"} ${this.markup.by()}/>`;
    const rest = own(properties);
    const cells = row.cells.map(({ cell, content }) => {
      const inner = child(cell, M.tcPr);
      const text = this.passages(content, grain);
      const layout = inner ? `<${w}tcPr>${own(inner)}</${w}tcPr>` : "";
      return `<${w}tc>${layout}${text}${this.endsWithParagraph(text) ? "" : `<${w}p/>`}</${w}tc>`;
    });
    return `<${w}tr>${exceptions ? `<${w}tblPrEx>${own(exceptions)}</${w}tblPrEx>` : ""}${rest || mark ? `<${w}trPr>${rest}${mark}</${w}trPr>` : ""}${cells.join("")}</${w}tr>`;
  }

  /** A cell must end with a paragraph, or with a control or element that contains one. */
  private endsWithParagraph(xml: string): boolean {
    const { w } = this.markup;
    const last = xml.slice(xml.lastIndexOf("<")).trimEnd();
    return (
      [`</${w}p>`, `</${w}sdt>`, `</${w}customXml>`, `<${w}p/>`].includes(last) ||
      (last.startsWith(`<${w}p `) && last.endsWith("/>"))
    );
  }

  /** Turns tokens into paragraphs. Each end token closes one. */
  private paragraphs(ops: readonly Op[], grain: Grain): { xml: string; wrapper: Wrapper | null | undefined }[] {
    const { w } = this.markup;
    const out: { xml: string; wrapper: Wrapper | null | undefined }[] = [];
    const ahead = wrappersAhead(ops);
    let xml = "";
    let open: Wrapper | null = null;
    let group: Group | null = null;
    let move: string | null = null;
    let run = { properties: "", text: "", inner: "", any: false };
    /** The open range of a move, and where in its paragraph it ends. */
    let range: { id: number; sign: Group; move: string; last: number } | null = null;
    const lasts = lastOfMoves(ops);
    /** In words that were moved, and deleted there. */
    let deleting = false;
    const closeRun = (): void => {
      // Runs are joined by their properties as text, so a format change gets its number when its run is complete.
      if (run.properties.includes(LATER)) run.properties = run.properties.replace(LATER, String(this.markup.nextId()));
      if (run.any) xml += `<${w}r>${run.properties}${run.inner}${textElement(run.text)}</${w}r>`;
      run = { properties: "", text: "", inner: "", any: false };
    };
    const textElement = (text: string): string => {
      const name = `${w}${group === "-" || deleting ? "delText" : "t"}`;
      return text === "" ? "" : `<${name} xml:space="preserve">${escapeXml(text)}</${name}>`;
    };
    /** @param next the place of what follows, if the range of a move goes on */
    const closeGroup = (next = Number.POSITIVE_INFINITY): void => {
      closeRun();
      if (group === "-" || group === "+") xml += `</${w}${element(group, move)}>`;
      if (range !== null && next > range.last) {
        xml += `<${w}${element(range.sign, range.move)}RangeEnd ${w}id="${range.id}"/>`;
        range = null;
      }
      group = null;
      move = null;
    };
    const to = (at: number, wrapper: Wrapper | null): void => {
      const { sign: wanted, move: wantedMove } = ops[at] as Op;
      if (wrapper !== open) {
        closeGroup();
        xml += switchWrapper(open, wrapper);
        open = wrapper;
      }
      if (group === wanted && (wanted === "=" || move === wantedMove)) return;
      closeGroup(wanted === range?.sign ? at : undefined);
      group = wanted;
      if (wanted === "=") return;
      move = wantedMove;
      if (wantedMove !== null && range?.move !== wantedMove) {
        range = { id: this.markup.nextId(), sign: wanted, move: wantedMove, last: lasts[at] as number };
        xml += `<${w}${element(wanted, wantedMove)}RangeStart ${this.markup.by(range.id)} ${w}name="${wantedMove}"/>`;
      }
      xml += `<${w}${element(wanted, wantedMove)} ${this.markup.by()}>`;
    };
    const add = (properties: string, text: string | null, inner: string): void => {
      if (run.any && (run.properties !== properties || (text === null && run.text !== ""))) closeRun();
      run.properties = properties;
      run.any = true;
      if (text !== null) run.text += text;
      else {
        run.inner += inner;
        // Later content of the same run must come after it.
        closeRun();
      }
    };

    const deleteThere = (token: Token): void => {
      closeRun();
      xml += `<${w}del ${this.markup.by()}>`;
      deleting = true;
      for (const piece of token.pieces) add(this.foreign.runProperties(piece.properties), piece.text ?? "", "");
      closeRun();
      deleting = false;
      xml += `</${w}del>`;
    };

    for (const [i, op] of ops.entries()) {
      const token = (op.sign === "-" ? op.a : (op.b ?? op.a)) as Token;
      if (op.sign === "+" && op.b === null) {
        to(i, open);
        deleteThere(token);
        continue;
      }
      if (op.sign !== "-" && token.before !== "") {
        closeGroup();
        xml += token.before;
      }
      if (token.kind === "end") {
        closeGroup();
        xml += switchWrapper(open, null);
        open = null;
        out.push({
          xml: this.paragraph(op, token, xml),
          wrapper: op.sign === "-" ? undefined : (token.pieces[0]?.wrapper ?? null),
        });
        xml = "";
        continue;
      }
      const wrapper = op.sign === "-" ? (ahead[i] === open ? open : null) : (token.pieces[0]?.wrapper ?? null);
      to(i, wrapper);
      if (token.nodes) {
        closeRun();
        if (op.sign === "+" && token.nodes.some((node) => node.code === M.fldSimple)) {
          // A simple field can't be inside an insertion, so the insertion goes inside the field.
          closeGroup();
          xml += token.nodes.map((node) => this.fields.inserted(node)).join("");
        } else xml += op.sign === "-" ? this.fields.deleted(token.nodes) : token.nodes.map(writeTree).join("");
        continue;
      }
      if (token.note && op.sign === "=" && op.a?.note)
        this.compareNote(op.a.note.kind, op.a.note.id, token.note.id, grain);
      for (const [piece, before] of piecesOf(op, token)) {
        if (op.sign !== "-" && piece.wrapper !== open) to(i, piece.wrapper);
        const properties =
          op.sign === "-" ? this.foreign.runProperties(piece.properties) : this.markup.runProperties(piece, before);
        if (piece.text !== null) add(properties, piece.text, "");
        else {
          const inner = this.atom(op, token, piece, grain);
          if (inner !== "") add(properties, null, inner);
        }
      }
    }
    return out;
  }

  /** Writes a piece that isn't text: a picture, a note's mark, or another element. */
  private atom(op: Op, token: Token, piece: Piece, grain: Grain): string {
    if (op.sign === "=" && op.a?.picture && token.picture)
      return this.picture(op.a.picture, token.picture, piece.xml, grain);
    if (op.sign !== "-") return piece.xml;
    return token.note ? this.importNote(token, piece) : this.foreign.deletedAtom(piece.xml);
  }

  private paragraph(op: Op, token: Token, content: string): string {
    const { w } = this.markup;
    const node = token.paragraph as Node;
    const properties = child(node, M.pPr);
    const mark = op.sign === "=" ? "" : `<${w}${element(op.sign, op.move)} ${this.markup.by()}/>`;
    if (op.sign === "-")
      return `<${w}p>${this.markup.paragraphProperties(properties, mark, null, true)}${content}</${w}p>`;
    const before = op.sign === "=" && op.a?.paragraph ? child(op.a.paragraph, M.pPr) : null;
    const differs = op.sign === "=" && propertiesKey(before) !== propertiesKey(properties);
    const old = differs ? this.markup.propertyChildren(before, true) : null;
    const start = node.close === null ? node.raw.replace(/\s*\/>$/, ">") : node.raw;
    return `${start}${this.markup.paragraphProperties(properties, mark, old, false)}${content}</${w}p>`;
  }

  /** A picture in both, with the changes in its text boxes. */
  private picture(before: Node, after: Node, xml: string, grain: Grain): string {
    const [from, to] = [textBoxesOf(before), textBoxesOf(after)];
    if (to.length === 0 || from.length !== to.length) return xml;
    for (const [i, box] of to.entries()) {
      const old = from[i] as Node;
      if (box.close === null || withoutNoise(writeTree(old)) === withoutNoise(writeTree(box))) continue;
      const a = blocksOf(old.children, "a", this.keys.a);
      const b = blocksOf(box.children, "b", this.keys.b);
      box.children = [
        {
          code: 0,
          raw: this.passages(compareBlocks(a.blocks, b.blocks, this.keys, grain), grain) + b.after,
          close: null,
          children: [],
        },
      ];
    }
    return writeTree(after);
  }

  private compareNote(kind: NoteKind, idA: string, idB: string, grain: Grain): void {
    const store = this.notes.of(kind);
    const [one, two] = [store.a.get(idA), store.b.get(idB)];
    if (!one || !two || two.close === null) return;
    const a = blocksOf(one.children, "a", this.keys.a);
    const b = blocksOf(two.children, "b", this.keys.b);
    const passages = compareBlocks(a.blocks, b.blocks, this.keys, grain);
    if (passages.every((passage) => passage.type === "same")) return;
    two.children = [{ code: 0, raw: this.passages(passages, grain) + b.after, close: null, children: [] }];
    store.b.delete(idB);
  }

  private importNote(token: Token, piece: Piece): string {
    return token.note ? this.notes.importMark(token.note.kind, token.note.id) : piece.xml;
  }
}

/** A relationship's target by content, because two files name the same picture differently. */
function targetKeyOf(docx: DocxPackage): TargetKey {
  const relations = new Map(readRelationships(docx.zip, docx.main).map((one) => [one.id, one]));
  return (id) => {
    const one = relations.get(id);
    if (!one) return "";
    if (one.external) return one.target;
    return contentOf(docx.zip, one.target) ?? one.target;
  };
}
