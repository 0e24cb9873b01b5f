import { blocksOf, compareBlocks, findMoves, type Grain, type Op, type Passage, type Row } from "./compare-diff.ts";
import {
  M,
  POINTS,
  WORD_NAMESPACES,
  child,
  inWordsOf,
  inside,
  isBlank,
  isWrapperProperties,
  propertiesKey,
  readMarkup,
  withoutNoise,
  type Part,
} from "./compare-markup.ts";
import { type Piece, type TargetKey, textBoxesOf, type Token, type Wrapper } from "./compare-tokens.ts";
import { openDocx, readRelationships, readXml, type DocxPackage } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import type { UntrackedEdit } from "../docx/change-stats.ts";
import { readSurface } from "../gate/read-surface.ts";
import type { Surface } from "../gate/surface.ts";
import { Refused } from "../readers/refusal.ts";
import { acceptAll, rejectAll } from "../docx/revise-docx.ts";
import { surfaceChanges } from "../gate/surface-changes.ts";
import { LookRegistry } from "../gate/surface-looks.ts";
import { comparedText } from "../readers/text-model.ts";
import { escapeXml } from "../docx/xml.ts";
import { attributeOf, openUp, writeTree, type Node } from "../docx/xml-tree.ts";
import { readPart, rewriteZip } from "../docx/zip.ts";

export type CompareOptions = {
  /** The changes' author. */
  author: string;
  /** The changes' date, as ISO 8601 to the second. */
  date: string;
};

export type Comparison = {
  /** `after` with all differences from `before` as tracked changes. */
  bytes: Buffer;
  /** The granularity reached: "words" unless the document's structure prevents it. */
  grain: Grain;
  /** Passages recognized as moved. */
  moves: number;
  /** Differences that can't be tracked changes, such as headers and merged cells. The copy has them as in `after`. */
  untracked: UntrackedEdit[];
};

/**
 * Makes a tracked copy of two versions, as if the untracked edits had been tracked. Tracked changes in either are
 * accepted first. The result is verified: rejecting all changes gives the text of `before`, and accepting all gives
 * `after`, in words and everything else that a reader sees. What can't be tracked is reported.
 * @throws Refused if one isn't a readable .docx, and ("unsupported") if no comparison could be verified
 */
export function compareDocx(before: Buffer, after: Buffer, options: CompareOptions): Comparison {
  // Uncompressed, because it isn't kept.
  const a = acceptAll(before, 0);
  const b = acceptAll(after);
  const [wantA, wantB] = [linesOf(a), linesOf(b)];
  const registry = new LookRegistry();
  const seen = (bytes: Buffer): Surface => readSurface(openDocx(bytes), "final", registry);
  const [seenA, seenB] = [seen(a), seen(b)];
  let failure: unknown = null;
  for (const grain of ["words", "paragraphs", "whole"] as const) {
    try {
      const { bytes, moves } = new Redline(a, b, options).write(grain);
      const [rejected, accepted] = [rejectAll(bytes, 0), acceptAll(bytes, 0)];
      if (!same(linesOf(rejected), wantA) || !same(linesOf(accepted), wantB)) continue;
      if (surfaceChanges(seenB, seen(accepted)).content.length > 0) continue;
      return { bytes, grain, moves, untracked: surfaceChanges(seenA, seen(rejected)).content };
    } catch (error) {
      failure = error;
    }
  }
  if (failure instanceof Refused) throw failure;
  throw new Refused(
    "unsupported",
    "We couldn't compare these two versions exactly.",
    "Compare them in Word (Review > Compare), save the result, and upload it.",
  );
}

/** Every paragraph, including blank ones: an added or lost one must be tracked like any other. */
const linesOf = (bytes: Buffer): string[] => readDocx(bytes).paragraphs.map(comparedText);
const same = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((text, i) => text === two[i]);

/** A placeholder for a number that isn't assigned yet. */
const LATER = "\u0000";

type Group = "=" | "-" | "+";
type NoteKind = "footnote" | "endnote";
const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Writes one comparison into B's file, importing what only A has. */
class Redline {
  private readonly a: DocxPackage;
  private readonly b: DocxPackage;
  private readonly partA: Part;
  private readonly partB: Part;
  private readonly options: CompareOptions;
  private readonly changed = new Map<string, Buffer | null>();
  private readonly notes: Record<
    NoteKind,
    {
      a: Map<string, Node>;
      b: Map<string, Node>;
      part: Part | null;
      name: string | null;
      added: string[];
      next: number;
    }
  >;
  private readonly newNamespaces = new Map<string, string>();
  private readonly newRelations: string[] = [];
  private readonly newTypes = new Map<string, string>();
  private readonly imported = new Map<string, string | null>();
  private readonly relationsA: Map<string, { type: string; target: string; external: boolean }>;
  private readonly keys: { a: TargetKey; b: TargetKey };
  /** Whether A's markup can be used in B unchanged. */
  private readonly alike: boolean;
  private readonly w: string;
  /** Properties of A's runs as written in B. Cached, because a run has many words. */
  private readonly brought = new WeakMap<Node, string>();
  private revision = 0;
  private drawing = 900_000;

  constructor(a: Buffer, b: Buffer, options: CompareOptions) {
    this.a = openDocx(a);
    this.b = openDocx(b);
    this.options = options;
    const partB = readMarkup(readXml(this.b.zip, this.b.main));
    if (!partB) throw new Refused("damaged");
    const partA = readMarkup(inWordsOf(partB, readXml(this.a.zip, this.a.main)));
    if (!partA) throw new Refused("damaged");
    this.partA = partA;
    this.partB = partB;
    this.w = partB.prefix;
    const space = (part: Part): string => part.namespaces.get(part.prefix.replace(":", "")) ?? "";
    this.alike =
      partA.prefix === partB.prefix &&
      space(partA) === space(partB) &&
      (WORD_NAMESPACES as readonly string[]).includes(space(partB));
    this.relationsA = new Map(readRelationships(this.a.zip, this.a.main).map((one) => [one.id, one]));
    this.keys = { a: targetKeyOf(this.a), b: targetKeyOf(this.b) };
    this.notes = { footnote: this.readNotes("footnote"), endnote: this.readNotes("endnote") };
    for (const match of readXml(this.b.zip, this.b.main).matchAll(/:id="(\d{1,9})"/g))
      this.revision = Math.max(this.revision, Number(match[1]));
  }

  write(grain: Grain): { bytes: Buffer; moves: number } {
    const bodyA = child(this.partA.root, M.body);
    const bodyB = child(this.partB.root, M.body);
    if (!bodyA || !bodyB) throw new Refused("damaged");
    if (bodyB.close === null) openUp(bodyB);
    const a = blocksOf(bodyA.children, "a", this.keys.a);
    const b = blocksOf(bodyB.children, "b", this.keys.b);
    const passages = compareBlocks(a.blocks, b.blocks, this.keys, grain);
    const moves = grain === "words" ? findMoves(passages) : 0;
    bodyB.children = [{ code: 0, raw: this.passages(passages, grain) + b.after, close: null, children: [] }];
    this.finishNotes();
    this.declareNamespaces(this.partB);
    this.set(this.b.main, writeTree(this.partB.tree));
    this.finishPackage();
    return { bytes: rewriteZip(this.b.zip, this.changed), moves };
  }

  // Passages

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
      sign === "-" ? head.map((one) => this.fromA(writeTree(one)) ?? "").join("") : head.map(writeTree).join("");
    const [open, close] = sign === "-" ? [`<${this.w}tbl>`, `</${this.w}tbl>`] : [table.raw, table.close ?? ""];
    return open + properties + passage.rows.map((row) => this.row(row, grain)).join("") + close;
  }

  private row(row: Row, grain: Grain): string {
    if (row.xml !== null) return row.xml;
    const { w } = this;
    const foreign = row.sign === "-";
    const own = (node: Node | null): string =>
      node ? (foreign ? (this.fromA(inside(node)) ?? "") : inside(node)) : "";
    const exceptions = child(row.row, M.tblPrEx);
    const properties = child(row.row, M.trPr);
    const mark = row.sign === "=" ? "" : `<${w}${row.sign === "-" ? "del" : "ins"} ${this.by()}/>`;
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
    const { w } = this;
    const last = xml.slice(xml.lastIndexOf("<")).trimEnd();
    return (
      [`</${w}p>`, `</${w}sdt>`, `</${w}customXml>`, `<${w}p/>`].includes(last) ||
      (last.startsWith(`<${w}p `) && last.endsWith("/>"))
    );
  }

  /** Turns tokens into paragraphs. Each end token closes one. */
  private paragraphs(ops: readonly Op[], grain: Grain): { xml: string; wrapper: Wrapper | null | undefined }[] {
    const { w } = this;
    const out: { xml: string; wrapper: Wrapper | null | undefined }[] = [];
    const ahead = wrappersAhead(ops);
    let xml = "";
    let open: Wrapper | null = null;
    let group: Group | null = null;
    let move: string | null = null;
    let run = { properties: "", text: "", inner: "", any: false };
    let rangeId = 0;
    const closeRun = (): void => {
      // Runs are joined by their properties as text, so a format change gets its number when its run is complete.
      if (run.properties.includes(LATER)) run.properties = run.properties.replace(LATER, String(++this.revision));
      if (run.any) xml += `<${w}r>${run.properties}${run.inner}${textElement(run.text)}</${w}r>`;
      run = { properties: "", text: "", inner: "", any: false };
    };
    const textElement = (text: string): string =>
      text === ""
        ? ""
        : `<${w}${group === "-" ? "delText" : "t"} xml:space="preserve">${escapeXml(text)}</${w}${group === "-" ? "delText" : "t"}>`;
    const closeGroup = (): void => {
      closeRun();
      if (group === "-" || group === "+") xml += `</${w}${element(group, move)}>`;
      if (move !== null && group !== null && group !== "=")
        xml += `<${w}${element(group, move)}RangeEnd ${w}id="${rangeId}"/>`;
      group = null;
      move = null;
    };
    const to = (wanted: Group, wantedMove: string | null, wrapper: Wrapper | null): void => {
      if (wrapper !== open) {
        closeGroup();
        xml += switchWrapper(open, wrapper);
        open = wrapper;
      }
      if (group === wanted && move === wantedMove) return;
      closeGroup();
      group = wanted;
      move = wantedMove;
      if (wanted === "=") return;
      if (wantedMove !== null) {
        rangeId = ++this.revision;
        xml += `<${w}${element(wanted, wantedMove)}RangeStart ${w}id="${rangeId}" ${w}author="${escapeXml(this.options.author)}" ${w}date="${this.options.date}" ${w}name="${wantedMove}"/>`;
      }
      xml += `<${w}${element(wanted, wantedMove)} ${this.by()}>`;
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

    for (const [i, op] of ops.entries()) {
      const token = (op.sign === "-" ? op.a : op.b) as Token;
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
      to(op.sign, op.sign === "=" ? null : op.move, wrapper);
      if (token.nodes) {
        closeRun();
        if (op.sign === "+" && token.nodes.some((node) => node.code === M.fldSimple)) {
          // A simple field can't be inside an insertion, so the insertion goes inside the field.
          closeGroup();
          xml += token.nodes.map((node) => this.insertedInside(node)).join("");
        } else xml += op.sign === "-" ? this.deletedNodes(token.nodes) : token.nodes.map(writeTree).join("");
        continue;
      }
      if (token.note && op.sign === "=" && op.a?.note)
        this.compareNote(op.a.note.kind, op.a.note.id, token.note.id, grain);
      for (const [piece, before] of piecesOf(op, token)) {
        if (op.sign !== "-" && piece.wrapper !== open) to(op.sign, op.sign === "=" ? null : op.move, piece.wrapper);
        const properties = op.sign === "-" ? this.propertiesFromA(piece.properties) : this.runProperties(piece, before);
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
    return token.note ? this.importNote(token, piece) : this.deletedAtom(piece.xml);
  }

  private paragraph(op: Op, token: Token, content: string): string {
    const { w } = this;
    const node = token.paragraph as Node;
    const properties = child(node, M.pPr);
    const mark = op.sign === "=" ? "" : `<${w}${element(op.sign, op.move)} ${this.by()}/>`;
    if (op.sign === "-") return `<${w}p>${this.paragraphProperties(properties, mark, null, true)}${content}</${w}p>`;
    const before = op.sign === "=" && op.a?.paragraph ? child(op.a.paragraph, M.pPr) : null;
    const differs = op.sign === "=" && propertiesKey(before) !== propertiesKey(properties);
    const old = differs ? this.propertyChildren(before, true) : null;
    const start = node.close === null ? node.raw.replace(/\s*\/>$/, ">") : node.raw;
    return `${start}${this.paragraphProperties(properties, mark, old, false)}${content}</${w}p>`;
  }

  /** A paragraph's properties with the mark of its own end, and their previous state. */
  private paragraphProperties(properties: Node | null, mark: string, old: string | null, foreign: boolean): string {
    const { w } = this;
    const own = this.propertyChildren(properties, foreign);
    const markProperties = child(properties, M.rPr);
    const look = markProperties ? (foreign ? (this.fromA(inside(markProperties)) ?? "") : inside(markProperties)) : "";
    const section = !foreign && properties ? child(properties, M.sectPr) : null;
    const change = old === null ? "" : `<${w}pPrChange ${this.by()}><${w}pPr>${old}</${w}pPr></${w}pPrChange>`;
    const all = `${own}${mark || look ? `<${w}rPr>${mark}${look}</${w}rPr>` : ""}${section ? writeTree(section) : ""}${change}`;
    return all === "" ? "" : `<${w}pPr>${all}</${w}pPr>`;
  }

  private propertyChildren(properties: Node | null, foreign: boolean): string {
    const xml = (properties?.children ?? [])
      .filter((one) => one.code !== M.rPr && one.code !== M.sectPr && one.code !== M.pPrChange && !isBlank(one))
      .map(writeTree)
      .join("");
    return foreign ? (this.fromA(xml) ?? "") : xml;
  }

  /** A run's properties, with A's previous ones if they differ. */
  private runProperties(piece: Piece, before: Piece | null): string {
    const { w } = this;
    const own = piece.properties ? inside(piece.properties) : "";
    if (!before || propertiesKey(before.properties) === propertiesKey(piece.properties))
      return own === "" ? "" : `<${w}rPr>${own}</${w}rPr>`;
    const old = before.properties ? this.fromA(inside(before.properties)) : "";
    if (old === null) return own === "" ? "" : `<${w}rPr>${own}</${w}rPr>`;
    return `<${w}rPr>${own}<${w}rPrChange ${this.by(LATER)}><${w}rPr>${old}</${w}rPr></${w}rPrChange></${w}rPr>`;
  }

  private propertiesFromA(properties: Node | null): string {
    if (!properties) return "";
    const known = this.brought.get(properties);
    if (known !== undefined) return known;
    const xml = this.fromA(inside(properties)) ?? "";
    const made = xml === "" ? "" : `<${this.w}rPr>${xml}</${this.w}rPr>`;
    this.brought.set(properties, made);
    return made;
  }

  /** A change's author and date, with a unique id. */
  private by(id: number | string = ++this.revision): string {
    const { w } = this;
    return `${w}id="${id}" ${w}author="${escapeXml(this.options.author)}" ${w}date="${this.options.date}"`;
  }

  // What only A has

  /** A's markup adapted for B; null if a prefix means something else there. */
  private fromA(xml: string): string | null {
    if (xml === "") return "";
    if (!this.alike) return null;
    const own = new Set([...xml.matchAll(/\sxmlns:([\w.-]+)\s*=/g)].map((match) => match[1] as string));
    for (const [, one, two] of xml.matchAll(/<([\w.-]+):|\s([\w.-]+):[\w.-]+\s*=/g)) {
      const prefix = (one ?? two) as string;
      if (prefix === "xmlns" || prefix === "xml" || own.has(prefix)) continue;
      const uri = this.partA.namespaces.get(prefix);
      if (uri === undefined) return null;
      const there = this.partB.namespaces.get(prefix) ?? this.newNamespaces.get(prefix);
      if (there === undefined) this.newNamespaces.set(prefix, uri);
      else if (there !== uri) return null;
    }
    return xml;
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

  private deletedAtom(xml: string): string {
    const fit = this.fromA(xml.replace(/<(\/?[\w.-]*:?)instrText\b/g, "<$1delInstrText"));
    if (fit === null) return "";
    let lost = false;
    const linked = fit.replace(
      /(\s(?:[\w.-]+):(?:embed|id|link|pict|dm|cs|lo|qs)=")(rId[^"]*|[^"]+)(")/g,
      (all: string, head: string, id: string, tail: string) => {
        if (!this.relationsA.has(id)) return all;
        const here = this.importRelation(id);
        if (here === null) lost = true;
        return head + (here ?? id) + tail;
      },
    );
    if (lost) return "";
    // Shapes are identified by ids, which B's own shapes use too.
    const suffix = `_before${++this.drawing}`;
    const shapes = new Set([...linked.matchAll(/<v:[a-z]+\b[^>]*?\sid="([^"]+)"/g)].map((match) => match[1] as string));
    const renamed =
      shapes.size === 0
        ? linked
        : linked
            .replace(/(<v:[a-z]+\b[^>]*?\sid=")([^"]+)(")/g, `$1$2${suffix}$3`)
            .replace(/(\stype="#)([^"]+)(")/g, (all: string, head: string, id: string, tail: string) =>
              shapes.has(id) ? `${head}${id}${suffix}${tail}` : all,
            )
            .replace(/\s(?:o:spid|w14:anchorId|w14:editId)="[^"]*"/g, "");
    return renamed.replace(
      /(<(?:[\w.-]+:)?docPr\b[^>]*?\sid=")\d+(")/g,
      (_all: string, head: string, tail: string) => `${head}${++this.drawing}${tail}`,
    );
  }

  /** Deleted fields and equations, as deleted text. */
  private deletedNodes(nodes: readonly Node[]): string {
    const { w } = this;
    return nodes
      .map((node) => {
        if (node.code === M.fldSimple) return this.deletedSimpleField(node);
        if (node.code === M.hyperlink || node.code === M.sdt || node.code === M.smartTag || node.code === M.customXml)
          return this.deletedNodes(node.code === M.sdt ? (child(node, M.sdtContent)?.children ?? []) : node.children);
        if (node.code === M.pPr || isBlank(node) || POINTS.has(node.code) || isWrapperProperties(node)) return "";
        if (node.code === M.r) {
          const inner = node.children
            .filter((one) => one.code !== M.rPr && one.code !== M.lastRenderedPageBreak)
            .map((one) => {
              if (one.code === M.t)
                return `<${w}delText xml:space="preserve">${attributeOf(one, "space") === "preserve" ? inside(one) : inside(one).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "")}</${w}delText>`;
              if (one.code === M.footnoteReference || one.code === M.endnoteReference)
                return this.importNoteMark(
                  one.code === M.footnoteReference ? "footnote" : "endnote",
                  attributeOf(one, "id") ?? "",
                );
              return this.deletedAtom(writeTree(one));
            })
            .join("");
          return `<${w}r>${this.propertiesFromA(child(node, M.rPr))}${inner}</${w}r>`;
        }
        return this.deletedAtom(writeTree(node));
      })
      .join("");
  }

  /** A deletion can't contain a simple field, so it's written as a complex field. */
  private deletedSimpleField(node: Node): string {
    const { w } = this;
    const mark = (type: string): string => `<${w}r><${w}fldChar ${w}fldCharType="${type}"/></${w}r>`;
    return `${mark("begin")}<${w}r><${w}delInstrText xml:space="preserve">${(attributeOf(node, "instr") ?? "").replace(/</g, "&lt;")}</${w}delInstrText></${w}r>${mark("separate")}${this.deletedNodes(node.children)}${mark("end")}`;
  }

  private insertedInside(node: Node): string {
    const { w } = this;
    if (node.code === M.fldSimple) return this.insertedSimpleField(node);
    if (node.code !== M.hyperlink) return `<${w}ins ${this.by()}>${writeTree(node)}</${w}ins>`;
    return (
      node.raw +
      node.children
        .map((one) =>
          isBlank(one) ? "" : one.code === M.r ? `<${w}ins ${this.by()}>${writeTree(one)}</${w}ins>` : writeTree(one),
        )
        .join("") +
      (node.close ?? "")
    );
  }

  /** Only runs can be inserted: on rejection, a simple field would stay without its result. */
  private insertedSimpleField(node: Node): string {
    const { w } = this;
    const mark = (type: string): string => `<${w}r><${w}fldChar ${w}fldCharType="${type}"/></${w}r>`;
    const instruction = (attributeOf(node, "instr") ?? "").replace(/</g, "&lt;");
    const result = node.children
      .filter((one) => !isBlank(one) && one.close !== null && one.code !== 0)
      .map((one) => this.insertedInside(one))
      .join("");
    return `<${w}ins ${this.by()}>${mark("begin")}<${w}r><${w}instrText xml:space="preserve">${instruction}</${w}instrText></${w}r>${mark("separate")}</${w}ins>${result}<${w}ins ${this.by()}>${mark("end")}</${w}ins>`;
  }

  /** Imports a picture or link of A's. @returns the relationship's id in B; null if it involves more than one file */
  private importRelation(id: string): string | null {
    const known = this.imported.get(id);
    if (known !== undefined) return known;
    const relation = this.relationsA.get(id);
    let here: string | null = null;
    if (relation && relation.external && relation.type === "hyperlink") {
      here = `rIdStet${this.imported.size + 1}`;
      this.newRelations.push(
        `<Relationship Id="${here}" Type="${RELATION}/hyperlink" Target="${escapeXml(relation.target)}" TargetMode="External"/>`,
      );
    } else if (relation && !relation.external && relation.type === "image") {
      const bytes = readPart(this.a.zip, relation.target);
      const extension = /\.([A-Za-z0-9]{1,5})$/.exec(relation.target)?.[1]?.toLowerCase();
      if (bytes && extension && MEDIA[extension]) {
        here = `rIdStet${this.imported.size + 1}`;
        const folder = this.b.main.replace(/[^/]*$/, "");
        const name = `media/before${this.imported.size + 1}.${extension}`;
        this.changed.set(folder + name, bytes);
        this.newTypes.set(extension, MEDIA[extension] as string);
        this.newRelations.push(`<Relationship Id="${here}" Type="${RELATION}/image" Target="${name}"/>`);
      }
    }
    this.imported.set(id, here);
    return here;
  }

  // Notes

  private readNotes(kind: NoteKind) {
    const load = (docx: DocxPackage): { part: Part | null; name: string | null; byId: Map<string, Node> } => {
      const name = kind === "footnote" ? docx.footnotes : docx.endnotes;
      const xml = name === null ? null : readXml(docx.zip, name);
      const part = xml === null ? null : readMarkup(docx === this.a ? inWordsOf(this.partB, xml) : xml);
      const byId = new Map<string, Node>();
      for (const one of part?.root.children ?? [])
        if (one.code === M.footnote || one.code === M.endnote) byId.set(attributeOf(one, "id") ?? "", one);
      return { part, name, byId };
    };
    const [a, b] = [load(this.a), load(this.b)];
    const ids = [...a.byId.keys(), ...b.byId.keys()].map(Number).filter(Number.isFinite);
    return { a: a.byId, b: b.byId, part: b.part, name: b.name, added: [] as string[], next: Math.max(0, ...ids) + 1 };
  }

  private compareNote(kind: NoteKind, idA: string, idB: string, grain: Grain): void {
    const store = this.notes[kind];
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
    return token.note ? this.importNoteMark(token.note.kind, token.note.id) : piece.xml;
  }

  /** Imports a note that only A has. @returns its mark in the text */
  private importNoteMark(kind: NoteKind, id: string): string {
    const { w } = this;
    const store = this.notes[kind];
    const note = store.a.get(id);
    if (!note) return "";
    const here = store.next++;
    const text = note.children.map((one) => (one.code === M.p ? this.plainParagraph(one) : "")).join("") || `<${w}p/>`;
    store.added.push(`<${w}${kind} ${w}id="${here}">${text}</${w}${kind}>`);
    return `<${w}${kind}Reference ${w}id="${here}"/>`;
  }

  /** A paragraph of A's in plain runs, as used in an imported note. */
  private plainParagraph(paragraph: Node): string {
    const { w } = this;
    const properties = child(paragraph, M.pPr);
    const runs = (nodes: readonly Node[]): string =>
      nodes
        .map((node) => {
          if (node.code === M.r)
            return `<${w}r>${this.propertiesFromA(child(node, M.rPr))}${node.children
              .filter((one) => one.code !== M.rPr && one.code !== M.commentReference)
              .map(
                (one) =>
                  this.fromA(writeTree(one)) ??
                  (one.code === M.t ? `<${w}t xml:space="preserve">${inside(one)}</${w}t>` : ""),
              )
              .join("")}</${w}r>`;
          if (node.code === M.pPr || node.close === null) return "";
          if (node.code === M.sdt) return runs(child(node, M.sdtContent)?.children ?? []);
          return node.code === 0 ? (this.fromA(writeTree(node)) ?? "") : runs(node.children);
        })
        .join("");
    return `<${w}p>${this.paragraphProperties(properties, "", null, true)}${runs(paragraph.children)}</${w}p>`;
  }

  private finishNotes(): void {
    for (const kind of ["footnote", "endnote"] as const) {
      const { part, name, added } = this.notes[kind];
      if (part && name !== null) {
        if (added.length > 0) part.root.children.push({ code: 0, raw: added.join(""), close: null, children: [] });
        if (part.root.close === null) continue;
        this.declareNamespaces(part);
        this.set(name, writeTree(part.tree));
      } else if (added.length > 0) {
        const { w } = this;
        const declarations = [...this.partB.namespaces, ...this.newNamespaces]
          .map(([prefix, uri]) => ` xmlns${prefix ? `:${prefix}` : ""}="${escapeXml(uri)}"`)
          .join("");
        const mark = (id: number, type: string): string =>
          `<${w}${kind} ${w}type="${type}" ${w}id="${id}"><${w}p><${w}r><${w}${type}/></${w}r></${w}p></${w}${kind}>`;
        const folder = this.b.main.replace(/[^/]*$/, "");
        this.changed.set(
          `${folder}${kind}s.xml`,
          Buffer.from(
            `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${w}${kind}s${declarations}>${mark(-1, "separator")}${mark(0, "continuationSeparator")}${added.join("")}</${w}${kind}s>`,
          ),
        );
        this.newRelations.push(
          `<Relationship Id="rIdStet${kind}s" Type="${RELATION}/${kind}s" Target="${kind}s.xml"/>`,
        );
        this.newTypes.set(
          `/${folder}${kind}s.xml`,
          `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}s+xml`,
        );
      }
    }
  }

  // The package

  private set(name: string, xml: string): void {
    const exact = this.b.zip.folded.get(name.toLowerCase()) ?? name;
    const plain = xml.charCodeAt(0) === 0xfeff ? xml.slice(1) : xml;
    this.changed.set(
      exact,
      Buffer.from(plain.replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])[^"']*\2/, "$1$2UTF-8$2"), "utf8"),
    );
  }

  private declareNamespaces(part: Part): void {
    const missing = [...this.newNamespaces].filter(([prefix]) => !part.namespaces.has(prefix));
    // Notes use B's prefixes too.
    if (part !== this.partB)
      for (const [prefix, uri] of this.partB.namespaces)
        if (prefix !== "" && !part.namespaces.has(prefix)) missing.push([prefix, uri]);
    if (missing.length === 0) return;
    const text = missing.map(([prefix, uri]) => ` xmlns:${prefix}="${escapeXml(uri)}"`).join("");
    part.root.raw = part.root.raw.replace(/\s*(\/?)>$/, `${text}$1>`);
    for (const [prefix, uri] of missing) part.namespaces.set(prefix, uri);
  }

  private finishPackage(): void {
    const append = (name: string, tail: string, more: string): void => {
      const xml = readXml(this.b.zip, name);
      const at = xml.lastIndexOf(`</`);
      if (at < 0) throw new Refused("damaged", `The file's ${tail} cannot be added to.`);
      this.set(name, xml.slice(0, at) + more + xml.slice(at));
    };
    const relations = this.b.main.replace(/([^/]*)$/, "_rels/$1.rels");
    if (this.newRelations.length > 0) {
      const exact = this.b.zip.folded.get(relations.toLowerCase());
      if (exact) append(exact, "relationships", this.newRelations.join(""));
      else
        this.changed.set(
          relations,
          Buffer.from(
            `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${this.newRelations.join("")}</Relationships>`,
          ),
        );
    }
    if (this.newTypes.size === 0) return;
    const name = this.b.zip.folded.get("[content_types].xml") ?? "[Content_Types].xml";
    const present = readXml(this.b.zip, name);
    const more = [...this.newTypes]
      .map(([key, type]) =>
        key.startsWith("/")
          ? `<Override PartName="${key}" ContentType="${type}"/>`
          : new RegExp(`Extension="${key}"`, "i").test(present)
            ? ""
            : `<Default Extension="${key}" ContentType="${type}"/>`,
      )
      .join("");
    if (more !== "") append(name, "content types", more);
  }
}

const MEDIA: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  bmp: "image/bmp",
  tif: "image/tiff",
  tiff: "image/tiff",
  emf: "image/x-emf",
  wmf: "image/x-wmf",
  svg: "image/svg+xml",
};

/**
 * A token's pieces, each with its earlier counterpart. A word that's one run in one version and several in the other,
 * such as 10⁵ and 105, is split wherever either is, which tracks format changes inside it.
 */
function piecesOf(op: Op, token: Token): [Piece, Piece | null][] {
  const before = op.sign === "=" ? op.a?.pieces : undefined;
  const now = token.pieces;
  if (!before) return now.map((piece) => [piece, null]);
  if (before.length === now.length && before.every((piece, i) => piece.text === now[i]?.text))
    return now.map((piece, i) => [piece, before[i] ?? null]);
  const all = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text ?? "").join("");
  if (all(before) !== all(now) || [...before, ...now].some((piece) => piece.text === null))
    return now.map((piece, i) => [piece, before.length === now.length ? (before[i] ?? null) : null]);
  const out: [Piece, Piece | null][] = [];
  let [i, used] = [0, 0];
  for (const piece of now) {
    const text = piece.text ?? "";
    for (let at = 0; at < text.length;) {
      const was = before[i] as Piece;
      const take = Math.min(text.length - at, (was.text ?? "").length - used);
      if (take > 0) out.push([{ ...piece, text: text.slice(at, at + take) }, was]);
      at += take;
      used += take;
      if (used >= (was.text ?? "").length) [i, used] = [i + 1, 0];
    }
  }
  return out;
}

/** The name of a tracked change's element. */
/**
 * For each token, the wrapper around B's next one. Content that only A has stays inside it if the wrapper continues.
 */
function wrappersAhead(ops: readonly Op[]): (Wrapper | null)[] {
  const ahead: (Wrapper | null)[] = [];
  let next: Wrapper | null = null;
  for (let i = ops.length - 1; i >= 0; i--) {
    const op = ops[i] as Op;
    if (op.b) next = op.b.kind === "end" ? null : (op.b.pieces[0]?.wrapper ?? null);
    else if (op.a?.kind === "end") next = null;
    ahead[i] = next;
  }
  return ahead;
}

const element = (sign: Group, move: string | null): string =>
  sign === "-" ? (move === null ? "del" : "moveFrom") : move === null ? "ins" : "moveTo";

/** Closes and opens the elements between one wrapper and another. */
function switchWrapper(from: Wrapper | null, to: Wrapper | null): string {
  if (from === to) return "";
  const chain = (wrapper: Wrapper | null): Wrapper[] => (wrapper === null ? [] : [...chain(wrapper.outer), wrapper]);
  const [old, wanted] = [chain(from), chain(to)];
  let common = 0;
  while (common < old.length && common < wanted.length && old[common] === wanted[common]) common++;
  return (
    old
      .slice(common)
      .reverse()
      .map((one) => one.close)
      .join("") +
    wanted
      .slice(common)
      .map((one) => one.open)
      .join("")
  );
}

/** A relationship's target by content, because two files name the same picture differently. */
function targetKeyOf(docx: DocxPackage): TargetKey {
  const relations = new Map(readRelationships(docx.zip, docx.main).map((one) => [one.id, one]));
  return (id) => {
    const one = relations.get(id);
    if (!one) return "";
    if (one.external) return one.target;
    const entry =
      docx.zip.entries.get(one.target) ?? docx.zip.entries.get(docx.zip.folded.get(one.target.toLowerCase()) ?? "");
    return entry ? `${entry.crc}-${entry.size}` : one.target;
  };
}
