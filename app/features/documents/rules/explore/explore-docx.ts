import { openDocx, readRelationships, readXml, type DocxPackage, type Relationship } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import {
  EQUATION,
  HIDDEN,
  RAISED,
  type Block,
  type Cell,
  type ExplorerComment,
  type ExplorerModel,
  type ExplorerSection,
  type Leaf,
  type ParagraphBlock,
  type Place,
  type Row,
  type Span,
  type State,
  type TableBlock,
  type Tie,
} from "./explorer-model.ts";
import { Lists, Styles, childNamed, inFormat, localOf } from "./explore-look.ts";
import { C, CHANGES, find, isRevision, MATH_RUN, RANGE_MARKS, VOCABULARY } from "../docx/revision-markup.ts";
import { Numbering } from "../docx/revision-numbers.ts";
import { revisedParts } from "../docx/revise-docx.ts";
import { countWords } from "../readers/seen-words.ts";
import { addText, newTally } from "../readers/words.ts";
import { unescapeXml } from "../docx/xml.ts";
import { attributeOf, parseTree, type Node } from "../docx/xml-tree.ts";

const STATES = new Map<number, State>([
  [C.ins, "ins"],
  [C.del, "del"],
  [C.moveFrom, "from"],
  [C.moveTo, "to"],
]);
/** Table rows per block. A table may be as long as a book. */
const ROWS_PER_BLOCK = 12;
const CHARACTERS_PER_LEAF = 3_200;
const BLOCKS_PER_LEAF = 30;
const LEAVES_PER_BUNDLE = 12;
const MAX_FIELDS = 1_000;
const EMU_PER_PIXEL = 9_525;
const DEEPEST_SECTION = 3;

/**
 * A tracked .docx as the change explorer shows it: every change with its number from `listRevisions`, in reading order.
 * Notes come last, in the order of their marks, followed by headers and footers that have changes.
 * @throws Refused as `openDocx` does
 */
export function exploreDocx(bytes: Uint8Array): ExplorerModel {
  return new Exploration(openDocx(bytes)).read();
}

type Field = { code: string; inResult: boolean; link: string | undefined };

/** A part being read. */
type Story = { name: string; fields: Field[]; links: Map<string, string> };

/** A run's formatting, as in spans. */
type Look = Pick<Span, "m" | "f" | "o">;
/** Shared by everything in a run. */
type Run = { look: Look; math: boolean; style: ReturnType<Styles["paragraph"]> };
/** Reads an element inside a run. */
type InRun = (it: Exploration, node: Node, run: Run) => void;

/** Elements that represent a character. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["ptab", "\t"],
  ["br", "\n"],
  ["cr", "\n"],
  ["noBreakHyphen", "\u2011"],
  ["softHyphen", "\u00ad"],
]);

/** The first of several alternatives. */
const chosenOf = (node: Node): Node | undefined =>
  node.children.find((child) => localOf(child) === "Choice") ??
  node.children.find((child) => localOf(child) === "Fallback");

class Exploration {
  private readonly docx: DocxPackage;
  private readonly numbering = new Numbering();
  private readonly trees = new Map<string, Node>();
  private readonly styles: Styles;
  private readonly lists: Lists;
  private readonly blocks: Block[] = [];
  private readonly places: ExplorerModel["places"] = [];
  private readonly sections: ExplorerSection[] = [];
  private readonly comments: ExplorerComment[] = [];
  private readonly commentIds = new Map<string, number>();
  /** By change: the block where it starts, and the characters before it. */
  private readonly begins = new Map<number, { block: number; characters: number }>();
  /** Characters before each block. */
  private readonly lengths: number[] = [];
  private characters = 0;
  private readonly words = newTally();
  private ties: Tie[] = [];
  private openComments: number[] = [];
  private startingComments: number[] = [];
  private story: Story = { name: "", fields: [], links: new Map() };
  private paragraph: ParagraphBlock | null = null;
  private lastKey = "";
  private readonly notes: Record<"footnote" | "endnote", string[]> = { footnote: [], endnote: [] };

  constructor(docx: DocxPackage) {
    this.docx = docx;
    for (const { name, xml } of revisedParts(docx)) {
      const tree = parseTree(xml, VOCABULARY);
      this.numbering.read(tree);
      this.trees.set(name.toLowerCase(), tree);
    }
    const relations = readRelationships(docx.zip, docx.main);
    const numbering = relations.find((one) => one.type === "numbering" && !one.external)?.target ?? null;
    this.styles = new Styles(this.tree(docx.styles));
    this.lists = new Lists(this.tree(numbering));
  }

  private tree(part: string | null): Node | null {
    if (part === null) return null;
    const known = this.trees.get(part.toLowerCase());
    if (known) return known;
    if (!this.docx.zip.folded.has(part.toLowerCase()) && !this.docx.zip.entries.has(part)) return null;
    const tree = parseTree(readXml(this.docx.zip, part), VOCABULARY);
    this.trees.set(part.toLowerCase(), tree);
    return tree;
  }

  read(): ExplorerModel {
    this.takeComments();
    const relations = readRelationships(this.docx.zip, this.docx.main);
    this.begin(this.docx.main, relations, "body");
    const main = this.tree(this.docx.main);
    const body = main ? descend(main, C.body) : undefined;
    if (body) this.walkBlocks(body, this.blocks);
    for (const kind of ["footnote", "endnote"] as const)
      this.readNotes(kind, kind === "footnote" ? this.docx.footnotes : this.docx.endnotes);
    for (const one of relations) {
      if ((one.type !== "header" && one.type !== "footer") || one.external) continue;
      const tree = this.trees.get(one.target.toLowerCase());
      if (!tree) continue;
      this.begin(one.target, readRelationships(this.docx.zip, one.target), one.type);
      const root = descend(tree, C.hdr) ?? descend(tree, C.ftr);
      if (root) this.walkBlocks(root, this.blocks);
    }
    return this.finish();
  }

  private begin(name: string, relations: readonly Relationship[], place: Place): void {
    const links = new Map<string, string>();
    for (const one of relations)
      if (one.type === "hyperlink" && one.external && isSafeLink(one.target)) links.set(one.id, one.target);
    this.story = { name, fields: [], links };
    this.places.push({ place, block: this.blocks.length });
  }

  private takeComments(): void {
    if (!this.docx.comments) return;
    const all = readDocx(this.docx).comments;
    for (const one of all) {
      if (one.replyTo !== null) continue;
      this.commentIds.set(one.id, this.comments.length);
      this.comments.push({
        author: one.author,
        date: one.date,
        text: one.text,
        resolved: one.resolved,
        replies: all
          .filter((reply) => reply.replyTo === one.id)
          .map(({ author, date, text }) => ({ author, date, text })),
        block: -1,
      });
    }
  }

  /** Notes in the order of their marks. Those with removed marks only if they contain a change. */
  private readNotes(kind: "footnote" | "endnote", part: string | null): void {
    const tree = this.tree(part);
    if (!tree || part === null) return;
    const found = new Map<string, Node>();
    const code = kind === "footnote" ? C.footnote : C.endnote;
    const collect = (node: Node): void => {
      if (node.code === code) {
        const type = attributeOf(node, "type");
        if (type === null || type === "normal") found.set(attributeOf(node, "id") ?? "", node);
      } else for (const child of node.children) collect(child);
    };
    collect(tree);
    const order = this.notes[kind];
    const shown = [
      ...order,
      ...[...found.keys()].filter((id) => !order.includes(id) && this.holdsChange(found.get(id) as Node)),
    ].filter((id) => found.has(id));
    if (shown.length === 0) return;
    this.begin(part, readRelationships(this.docx.zip, part), kind);
    for (const id of shown) {
      const from = this.blocks.length;
      this.story.fields = [];
      this.walkBlocks(found.get(id) as Node, this.blocks);
      const first = this.blocks.slice(from).find((block) => block.k === "p");
      const number = order.indexOf(id) + 1;
      if (first) {
        first.note = `${kind[0]}${id}`;
        first.label = number === 0 ? "\u2013" : kind === "footnote" ? String(number) : lettered(number);
      }
    }
  }

  private holdsChange(node: Node): boolean {
    return this.numbering.of(node) > 0 || node.children.some((child) => this.holdsChange(child));
  }

  /** Records a change's place. The first one counts. */
  private touch(id: number): void {
    if (id > 0 && !this.begins.has(id)) this.begins.set(id, { block: this.blocks.length, characters: this.characters });
  }

  private tieOf(node: Node, state = STATES.get(node.code) as State): Tie[] {
    const id = this.numbering.of(node);
    this.touch(id);
    return id > 0 ? [[id, state]] : [];
  }

  /** Property changes: of a paragraph's layout, a table, a row, a cell, a section. */
  private layoutIn(properties: Node | undefined, into: number[]): void {
    for (const child of properties?.children ?? []) {
      if (
        CHANGES.has(child.code) ||
        child.code === C.numberingChange ||
        child.code === C.cellMerge ||
        (properties?.code === C.numPr && isRevision(child.code))
      ) {
        const id = this.numbering.of(child);
        this.touch(id);
        if (id > 0 && !into.includes(id)) into.push(id);
      } else if (child.code === C.numPr || child.code === C.sectPr) this.layoutIn(child, into);
    }
  }

  private walkBlocks(holder: Node, out: Block[]): void {
    const top = out === this.blocks;
    for (const node of holder.children) {
      const { code } = node;
      if (code === C.p) {
        if (top) this.lengths.push(this.characters);
        const words = this.words.words;
        const block = this.readParagraph(node);
        out.push(block);
        if (top && this.places.at(-1)?.place === "body") this.takeSection(block, words);
      } else if (code === C.tbl) this.readTable(node, out);
      else if (isRevision(code)) this.within(this.tieOf(node), () => this.walkBlocks(node, out));
      else if (code === C.sectPr) {
        const last = out.findLast((block) => block.k === "p");
        const ids: number[] = [];
        this.layoutIn(node, ids);
        if (last && ids.length > 0) last.y = [...(last.y ?? []), ...ids];
      } else if (RANGE_MARKS.has(code)) this.touch(this.numbering.of(node));
      else if (code === C.commentRangeStart || code === C.commentRangeEnd) this.comment(node);
      else if (node.children.length > 0) {
        const local = code === 0 ? localOf(node) : "";
        if (local === "AlternateContent") {
          const chosen = chosenOf(node);
          if (chosen) this.walkBlocks(chosen, out);
        } else if (!local.endsWith("Pr")) this.walkBlocks(node, out);
      }
    }
  }

  private within(ties: Tie[], work: () => void): void {
    const before = this.ties;
    if (ties.length > 0) this.ties = [...before, ...ties];
    work();
    this.ties = before;
  }

  private comment(node: Node): void {
    const index = this.commentIds.get(attributeOf(node, "id") ?? "");
    if (index === undefined) return;
    if (node.code === C.commentRangeEnd) this.openComments = this.openComments.filter((one) => one !== index);
    else {
      if (node.code === C.commentRangeStart) this.openComments = [...this.openComments, index];
      const comment = this.comments[index] as ExplorerComment;
      if (comment.block >= 0) return;
      comment.block = this.blocks.length;
      this.startingComments.push(index);
    }
  }

  private readParagraph(node: Node): ParagraphBlock {
    const outer = { paragraph: this.paragraph, key: this.lastKey, words: this.words.inWord };
    const properties = find(node, C.pPr);
    const look = this.styles.paragraph(properties);
    const block: ParagraphBlock = { k: "p", s: [] };
    this.paragraph = block;
    this.lastKey = "";
    this.words.inWord = false;
    if (look.level > 0) block.h = look.level;
    if (look.align) block.al = look.align;
    if (/^(?:title|subtitle|author|caption|quote|intense quote|block text)$/.test(look.name)) block.st = look.name;
    const ties: Tie[] = [];
    const layout: number[] = [];
    this.layoutIn(properties, layout);
    const run = this.styles.run(undefined, look);
    for (const child of node.children) if (child !== properties) this.walkInline(child, run, look);
    for (const mark of find(properties, C.rPr)?.children ?? []) {
      if (isRevision(mark.code)) ties.push(...this.tieOf(mark));
      else if (CHANGES.has(mark.code)) {
        const id = this.numbering.of(mark);
        this.touch(id);
        if (id > 0) layout.push(id);
      }
    }
    let { left, first } = look;
    if (look.list && look.list.id !== "0" && !ties.some(([, state]) => state === "del" || state === "from")) {
      const list = this.lists.next(look.list);
      if (list) {
        if (list.label !== "") block.lb = list.label;
        left ??= list.left;
        first ??= list.first;
      }
    }
    if (left) block.left = left;
    if (first) block.first = first;
    if (ties.length > 0) block.e = ties;
    if (layout.length > 0) block.y = layout;
    this.characters++;
    this.paragraph = outer.paragraph;
    this.lastKey = outer.key;
    this.words.inWord = outer.words;
    return block;
  }

  private walkInline(node: Node, looks: number, style: ReturnType<Styles["paragraph"]>): void {
    const { code } = node;
    if (code === C.r || code === MATH_RUN) {
      this.readRun(node, style);
      return;
    }
    if (isRevision(code)) {
      this.within(this.tieOf(node), () => {
        for (const child of node.children) this.walkInline(child, looks, style);
      });
      return;
    }
    if (code === C.commentRangeStart || code === C.commentRangeEnd || code === C.commentReference) {
      this.comment(node);
      return;
    }
    if (RANGE_MARKS.has(code)) {
      this.touch(this.numbering.of(node));
      return;
    }
    if (node.children.length === 0) return;
    if (code === C.hyperlink) {
      const link = this.story.links.get(attributeOf(node, "id") ?? "");
      this.story.fields.push({ code: "", inResult: true, link });
      for (const child of node.children) this.walkInline(child, looks, style);
      this.story.fields.pop();
      return;
    }
    const local = code === 0 ? localOf(node) : "";
    if (local === "fldSimple") {
      this.story.fields.push({
        code: "",
        inResult: true,
        link: linkOfField(unescapeXml(attributeOf(node, "instr") ?? "")),
      });
      for (const child of node.children) this.walkInline(child, looks, style);
      this.story.fields.pop();
    } else if (local === "AlternateContent") {
      const chosen = chosenOf(node);
      for (const child of chosen?.children ?? []) this.walkInline(child, looks, style);
    } else if (local !== "rt" && !(local.endsWith("Pr") && local !== "oMathPara"))
      for (const child of node.children) this.walkInline(child, looks, style);
  }

  private readRun(node: Node, style: ReturnType<Styles["paragraph"]>): void {
    const properties = find(node, C.rPr);
    let looks = this.styles.run(properties, style);
    let before: number | undefined;
    const formats: number[] = [];
    const marks: Tie[] = [];
    for (const child of properties?.children ?? []) {
      if (isRevision(child.code)) marks.push(...this.tieOf(child));
      else if (CHANGES.has(child.code)) {
        const id = this.numbering.of(child);
        this.touch(id);
        if (id > 0) {
          formats.push(id);
          before = this.styles.run(find(child, C.rPr), style);
        }
      }
    }
    const math = node.code === MATH_RUN;
    if (math) looks |= EQUATION;
    const look = { m: looks, f: formats, o: before };
    this.within(marks, () => {
      for (const child of node.children) if (child !== properties) this.readInRun(child, { look, math, style });
    });
  }

  private readInRun(node: Node, run: Run): void {
    const { code } = node;
    if (code === 0) this.readNamed(node, run);
    else if (code === C.t || code === C.delText) this.say(textIn(node), run.look);
    else if (code === C.instrText) this.readFieldCode(node);
    else if (code === C.commentReference) {
      this.comment(node);
      if (this.startingComments.length > 0) this.say("", run.look);
    } else if (isRevision(code)) this.within(this.tieOf(node), () => this.readAllInRun(node, run));
    else if (code === C.txbxContent) this.readBox(node);
  }

  private readAllInRun(node: Node, run: Run): void {
    for (const child of node.children) this.readInRun(child, run);
  }

  /** Reads a run element that isn't about tracked changes, by its name. */
  private readNamed(node: Node, run: Run): void {
    const local = localOf(node);
    const sign = SIGNS.get(local);
    if (local === "") return;
    if (sign !== undefined) this.say(sign, run.look);
    else (Exploration.NAMED.get(local) ?? Exploration.inside)(this, node, run);
  }

  private static readonly inside: InRun = (it, node, run) => it.readAllInRun(node, run);

  private static readonly NAMED: ReadonlyMap<string, InRun> = new Map<string, InRun>([
    ["t", (it, node, { math, look }) => (math ? it.say(textIn(node), look) : undefined)],
    ["sym", (it, node, { look }) => it.readSymbol(node, look)],
    ["fldChar", (it, node) => it.readFieldMark(node)],
    ["footnoteReference", (it, node, { look }) => it.readNoteReference(node, "footnote", look)],
    ["endnoteReference", (it, node, { look }) => it.readNoteReference(node, "endnote", look)],
    ["drawing", (it, node, { look }) => it.readPicture(node, look)],
    ["pict", (it, node, { look }) => it.readPicture(node, look)],
    ["object", (it, node, { look }) => it.readPicture(node, look)],
    ["AlternateContent", (it, node, run) => it.readChosen(node, run)],
    ["ruby", (it, node, run) => it.readRuby(node, run)],
  ]);

  private readFieldCode(node: Node): void {
    const field = this.story.fields.at(-1);
    if (field && !field.inResult && field.code.length < 2_000) field.code += textIn(node);
  }

  private readSymbol(node: Node, look: Look): void {
    const char = Number.parseInt(attributeOf(node, "char") ?? "", 16);
    if (char > 0 && char <= 0xffff) this.say(String.fromCharCode(char), look);
  }

  private readFieldMark(node: Node): void {
    const type = attributeOf(node, "fldCharType");
    const { fields } = this.story;
    if (type === "begin" && fields.length < MAX_FIELDS) fields.push({ code: "", inResult: false, link: undefined });
    else if (type === "separate") {
      const field = fields.at(-1);
      if (field) {
        field.inResult = true;
        field.link = linkOfField(field.code);
      }
    } else if (type === "end") fields.pop();
  }

  private readNoteReference(node: Node, kind: "footnote" | "endnote", look: Look): void {
    if (this.inCode()) return;
    const id = attributeOf(node, "id") ?? "";
    const list = this.notes[kind];
    if (!list.includes(id)) list.push(id);
    const number = list.indexOf(id) + 1;
    this.put(
      { t: kind === "footnote" ? String(number) : lettered(number), note: `${kind[0]}${id}` },
      { ...look, m: (look.m ?? 0) | RAISED },
    );
  }

  private readChosen(node: Node, run: Run): void {
    for (const child of chosenOf(node)?.children ?? []) this.readInRun(child, run);
  }

  /** The base text of a phonetic guide. */
  private readRuby(node: Node, { look, style }: Run): void {
    for (const child of node.children)
      if (localOf(child) === "rubyBase") for (const inner of child.children) this.walkInline(inner, look.m ?? 0, style);
  }

  /** A picture with its size and description. Its text boxes are read too. */
  private readPicture(node: Node, look: Look): void {
    const boxes: Node[] = [];
    let extent: Node | undefined;
    let named: Node | undefined;
    let image = false;
    const search = (one: Node): void => {
      if (one.code === C.txbxContent) {
        boxes.push(one);
        return;
      }
      const local = localOf(one);
      if (local === "AlternateContent") {
        const chosen = chosenOf(one);
        for (const child of chosen?.children ?? []) search(child);
        return;
      }
      if (local === "extent") extent ??= one;
      else if (local === "docPr") named ??= one;
      else if (local === "pic" || local === "chart" || local === "imagedata" || local === "relIds") image = true;
      for (const child of one.children) search(child);
    };
    search(node);
    if (image || boxes.length === 0) {
      const size = (name: string): number =>
        extent
          ? Math.max(0, Math.min(2_000, Math.round(Number(attributeOf(extent, name) ?? "0") / EMU_PER_PIXEL))) || 0
          : 0;
      const alt = named ? unescapeXml(attributeOf(named, "descr") ?? "") : "";
      if (image) this.put({ t: "", pic: { alt: alt.slice(0, 300), width: size("cx"), height: size("cy") } }, look);
    }
    for (const box of boxes) this.readBox(box);
  }

  private readBox(node: Node): void {
    const host = this.paragraph;
    if (!host) return;
    const blocks: Block[] = [];
    const { fields } = this.story;
    this.story.fields = [];
    this.walkBlocks(node, blocks);
    this.story.fields = fields;
    this.paragraph = host;
    host.x = [...(host.x ?? []), ...blocks];
  }

  private inCode(): boolean {
    return this.story.fields.some((field) => !field.inResult);
  }

  private say(text: string, look: Look): void {
    if (this.inCode()) return;
    if (text === "" && this.startingComments.length === 0) return;
    this.put({ t: text }, look);
  }

  private put(span: Span, look: Look): void {
    const { paragraph } = this;
    if (!paragraph) return;
    if (look.m) span.m = look.m;
    if (look.f && look.f.length > 0) {
      span.f = look.f;
      if (look.o !== undefined) span.o = look.o;
    }
    if (this.ties.length > 0) span.c = this.ties;
    const link = this.story.fields.findLast((field) => field.link !== undefined)?.link;
    if (link !== undefined) span.link = link;
    if (this.openComments.length > 0) span.q = this.openComments;
    if (this.startingComments.length > 0) {
      span.a = this.startingComments;
      this.startingComments = [];
    }
    this.characters += span.t.length;
    if (
      !span.note &&
      !((span.m ?? 0) & (HIDDEN | EQUATION)) &&
      !this.ties.some(([, state]) => state === "ins" || state === "to")
    )
      addText(this.words, span.t);
    const key = span.pic || span.note ? "" : JSON.stringify([span.m, span.c, span.f, span.o, span.link, span.q]);
    const last = paragraph.s.at(-1);
    if (last && key !== "" && key === this.lastKey && !span.a) last.t += span.t;
    else paragraph.s.push(span);
    this.lastKey = key;
  }

  private readTable(node: Node, out: Block[]): void {
    const top = out === this.blocks;
    const grid = (find(node, C.tblGrid)?.children ?? [])
      .filter((child) => localOf(child) === "gridCol")
      .map((child) => Math.max(1, Number(attributeOf(child, "w") ?? "1") || 1))
      .slice(0, 63);
    const layout: number[] = [];
    this.layoutIn(find(node, C.tblPr), layout);
    this.layoutIn(find(node, C.tblGrid), layout);
    let block: TableBlock = { k: "t", rows: [], grid };
    if (layout.length > 0) block.y = layout;
    const start = this.characters;
    let begun = start;
    const rows = (holder: Node): void => {
      for (const child of holder.children) {
        if (child.code === C.tr) {
          if (top && block.rows.length >= ROWS_PER_BLOCK) {
            this.lengths.push(begun);
            out.push(block);
            begun = this.characters;
            block = { k: "t", rows: [], grid, more: true };
          }
          block.rows.push(this.readRow(child));
        } else if (isRevision(child.code)) this.within(this.tieOf(child), () => rows(child));
        else if (
          child.code === C.sdt ||
          child.code === C.sdtContent ||
          (child.code === 0 && localOf(child) === "customXml")
        )
          rows(child);
        else if (RANGE_MARKS.has(child.code)) this.touch(this.numbering.of(child));
        else if (child.code === C.commentRangeStart || child.code === C.commentRangeEnd) this.comment(child);
      }
    };
    rows(node);
    if (block.rows.length === 0) return;
    if (top) this.lengths.push(begun);
    out.push(block);
  }

  private readRow(node: Node): Row {
    const row: Row = { cells: [] };
    const properties = find(node, C.trPr);
    const ties: Tie[] = [];
    const layout: number[] = [];
    for (const child of properties?.children ?? []) if (isRevision(child.code)) ties.push(...this.tieOf(child));
    this.layoutIn(properties, layout);
    for (const child of node.children) if (localOf(child) === "tblPrEx") this.layoutIn(child, layout);
    const cells = (holder: Node): void => {
      for (const child of holder.children) {
        if (child.code === C.tc) row.cells.push(this.readCell(child));
        else if (isRevision(child.code)) this.within(this.tieOf(child), () => cells(child));
        else if (
          child.code === C.sdt ||
          child.code === C.sdtContent ||
          (child.code === 0 && localOf(child) === "customXml")
        )
          cells(child);
        else if (RANGE_MARKS.has(child.code)) this.touch(this.numbering.of(child));
        else if (child.code === C.commentRangeStart || child.code === C.commentRangeEnd) this.comment(child);
      }
    };
    cells(node);
    if (ties.length > 0) row.c = ties;
    if (layout.length > 0) row.y = layout;
    return row;
  }

  private readCell(node: Node): Cell {
    const cell: Cell = { b: [] };
    const properties = find(node, C.tcPr);
    const layout: number[] = [];
    this.layoutIn(properties, layout);
    const ties: Tie[] = [];
    for (const child of properties?.children ?? []) {
      if (child.code === C.cellIns) ties.push(...this.tieOf(child, "ins"));
      else if (child.code === C.cellDel) ties.push(...this.tieOf(child, "del"));
    }
    const span = Number(attributeOf(childNamed(properties, "gridSpan") ?? NONE, "val") ?? "1");
    if (span > 1) cell.span = Math.min(63, span);
    const merge = find(properties, C.vMerge);
    if (merge && attributeOf(merge, "val") !== "restart") cell.cont = true;
    this.walkBlocks(node, cell.b);
    if (ties.length > 0) cell.c = ties;
    if (layout.length > 0) cell.y = layout;
    return cell;
  }

  private takeSection(block: ParagraphBlock, before: number): void {
    if (block.h === undefined || block.h > DEEPEST_SECTION) return;
    const title = block.s
      .filter((span) => !span.note && !span.c?.some(([, state]) => state === "del" || state === "from"))
      .map((span) => span.t)
      .join("")
      .replace(/\s+/g, " ")
      .trim();
    if (title === "") return;
    const own = block.s.reduce((sum, span) => sum + span.t.length, 0) + 1;
    this.closeSection(before);
    this.sections.push({
      title: title.slice(0, 200),
      level: block.h,
      block: this.blocks.length - 1,
      words: 0,
      changes: 0,
      at: this.characters - own,
    });
  }

  /** Words since the last section began. */
  private counted = 0;
  private closeSection(upTo: number): void {
    const words = upTo - this.counted;
    this.counted = upTo;
    const last = this.sections.at(-1);
    if (last) last.words = words;
    else if (words > 0)
      this.sections.push({ title: "Before the first heading", level: 0, block: 0, words, changes: 0, at: 0 });
  }

  private finish(): ExplorerModel {
    this.closeSection(this.words.words);
    const [only] = this.sections;
    if (!only)
      this.sections.push({ title: "Whole document", level: 0, block: 0, words: this.words.words, changes: 0, at: 0 });
    else if (this.sections.length === 1 && only.level === 0) only.title = "Whole document";
    const total = Math.max(1, this.characters);
    for (const section of this.sections) section.at /= total;
    const authors: string[] = [];
    const byName = new Map<string, number>();
    const sectionAt = (block: number): number => {
      let low = 0;
      for (let high = this.sections.length - 1; low < high;) {
        const middle = (low + high + 1) >> 1;
        if ((this.sections[middle] as ExplorerSection).block <= block) low = middle;
        else high = middle - 1;
      }
      return low;
    };
    let elsewhere = 0;
    const changes = this.numbering.revisions.map((one) => {
      let by = byName.get(one.author);
      if (by === undefined) {
        byName.set(one.author, (by = authors.length));
        authors.push(one.author);
      }
      const begin = this.begins.get(one.id);
      if (!begin) elsewhere++;
      const block = begin ? Math.min(begin.block, this.blocks.length - 1) : -1;
      const section = sectionAt(Math.max(0, block));
      (this.sections[section] as ExplorerSection).changes++;
      return {
        id: one.id,
        kind: one.kind,
        by,
        date: one.date,
        text: one.text.slice(0, 200),
        words: countWords(one.text),
        block,
        section,
        at: begin ? Math.min(1, begin.characters / total) : 1,
        ...(one.replaces === null ? {} : { replaces: one.replaces }),
      };
    });
    const notes: string[] = [];
    if (elsewhere > 0)
      notes.push(
        elsewhere === 1
          ? "One change affects styles or numbering. You'll find it only in the list."
          : `${elsewhere} changes affect styles or numbering. You'll find them only in the list.`,
      );
    if (
      readRelationships(this.docx.zip, this.docx.main).some(
        (one) => one.type === "aFChunk" || one.type === "subDocument",
      )
    )
      notes.push("This document embeds another file, which isn't shown here.");
    return {
      changes,
      authors,
      comments: this.comments,
      sections: this.sections,
      leaves: this.leaves(total),
      places: this.places,
      perBundle: LEAVES_PER_BUNDLE,
      words: this.words.words,
      notes,
      blocks: this.blocks,
    };
  }

  /**
   * Splits the blocks into leaves, but never between a paragraph whose mark may be removed and the one it would join.
   */
  private leaves(total: number): Leaf[] {
    const leaves: Leaf[] = [];
    let leaf: Leaf = { from: 0, blocks: 0, characters: 0, rows: 0 };
    this.blocks.forEach((block, i) => {
      leaf.blocks++;
      leaf.characters += (this.lengths[i + 1] ?? total) - (this.lengths[i] ?? total);
      if (block.k === "t") leaf.rows += block.rows.length;
      const joins = block.k === "p" && block.e !== undefined && leaf.blocks < 4 * BLOCKS_PER_LEAF;
      if (!joins && (leaf.characters >= CHARACTERS_PER_LEAF || leaf.blocks >= BLOCKS_PER_LEAF)) {
        leaves.push(leaf);
        leaf = { from: i + 1, blocks: 0, characters: 0, rows: 0 };
      }
    });
    if (leaf.blocks > 0) leaves.push(leaf);
    return leaves;
  }
}

const NONE: Node = { code: 0, raw: "", close: null, children: [] };

function descend(node: Node, code: number): Node | undefined {
  if (node.code === code) return node;
  for (const child of node.children) {
    if (child.close === null && child.children.length === 0) continue;
    const found = child.code === code ? child : child.code === C.p ? undefined : descend(child, code);
    if (found) return found;
  }
  return undefined;
}

/** An element's text with entities replaced. White space at its ends counts only if the element says so. */
function textIn(node: Node): string {
  let raw = "";
  for (const child of node.children) {
    if (child.raw.startsWith("<![CDATA[")) raw += child.raw.slice(9, -3).replaceAll("&", "&amp;");
    else if (child.raw.includes("<!--")) raw += child.raw.replace(/<!--[^]*?-->/g, "");
    else if (!child.raw.startsWith("<")) raw += child.raw;
  }
  const preserve = attributeOf(node, "space") === "preserve" || node.code === 0;
  return unescapeXml(preserve ? raw : raw.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""));
}

/** Only links that are safe to click, never scripts, files or data. */
const isSafeLink = (link: string): boolean => /^(?:https?:\/\/|mailto:)[^\s<>"]+$/i.test(link) && link.length < 2_000;

function linkOfField(code: string): string | undefined {
  const link = /^\s*HYPERLINK\s+"([^"]+)"/i.exec(code)?.[1];
  return link !== undefined && isSafeLink(link) ? link : undefined;
}

/** Endnote numbers in Word's default format. */
const lettered = (number: number): string => inFormat(number, "lowerRoman");
