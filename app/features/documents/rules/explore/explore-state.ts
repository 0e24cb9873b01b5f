import { readXml, relatedPart, type DocxPackage, type Relationship } from "../docx/docx-package.ts";
import {
  EQUATION,
  HIDDEN,
  HIGHLIGHT,
  isAdded,
  type Block,
  type ExplorerComment,
  type ExplorerModel,
  type ExplorerSection,
  type ParagraphBlock,
  type Place,
  type Span,
  type State,
  type Tie,
} from "./explorer-model.ts";
import type { MathNode } from "../equations/equation.ts";
import { type Lettering, tokensOf, WORDS } from "../equations/letters.ts";
import { Lists } from "../docx/lists.ts";
import { Styles } from "./explore-look.ts";
import { Typefaces } from "./typefaces.ts";
import type { TabStop } from "./tab-stops.ts";
import { C, CHANGES, find, isRevision, VOCABULARY } from "../docx/revision-markup.ts";
import { Numbering } from "../docx/revision-numbers.ts";
import { revisedParts } from "../docx/revise-docx.ts";
import { Refused } from "../readers/refusal.ts";
import { addText, newTally } from "../readers/words.ts";
import { attributeOf, parseTree, type Node } from "../docx/xml-tree.ts";

const STATES = new Map<number, State>([
  [C.ins, "ins"],
  [C.del, "del"],
  [C.moveFrom, "from"],
  [C.moveTo, "to"],
]);

/** All equations of a document may have this many elements, which is more than 10,000 equations need. */
const MOST_MATH = 400_000;

type Field = { code: string; inResult: boolean; link: string | undefined };

/** A part being read. */
type Story = {
  name: string;
  fields: Field[];
  links: Map<string, string>;
  /** The parts with its pictures and charts, by relationship. */
  images: Map<string, string>;
  charts: Map<string, string>;
};

/** The line being read: how far its text reaches, in points, and the tab stops of its paragraph. */
type Reach = { at: number; stops: readonly TabStop[] };

/** A run's formatting, as in spans. */
export type Look = Pick<Span, "m" | "f" | "o" | "col" | "sz" | "ff">;

/** What has been read of a document so far: its blocks, and what the place being read is inside of. */
export abstract class ExploreState {
  protected readonly docx: DocxPackage;
  protected readonly numbering = new Numbering();
  protected readonly trees = new Map<string, Node>();
  protected readonly styles: Styles;
  protected readonly lists: Lists;
  protected readonly blocks: Block[] = [];
  protected readonly places: ExplorerModel["places"] = [];
  protected readonly pictures: string[] = [];
  /** Charts that are drawn from their figures. */
  protected charts = 0;
  /** Diagrams, other charts, and pictures in formats that browsers don't show. */
  protected unshownPictures = 0;
  protected readonly sections: ExplorerSection[] = [];
  protected readonly comments: ExplorerComment[] = [];
  protected readonly commentIds = new Map<string, number>();
  /** By change: the block where it starts, and the characters before it. */
  protected readonly begins = new Map<number, { block: number; characters: number }>();
  /** Layout changes that make, undo, or renumber headings and lists. */
  protected readonly structural = new Set<number>();
  /** Characters before each block. */
  protected readonly lengths: number[] = [];
  protected characters = 0;
  protected readonly words = newTally();
  protected ties: Tie[] = [];
  protected openComments: number[] = [];
  protected startingComments: number[] = [];
  protected story: Story = { name: "", fields: [], links: new Map(), images: new Map(), charts: new Map() };
  protected paragraph: ParagraphBlock | null = null;
  protected lastKey = "";
  protected reach: Reach = { at: 0, stops: [] };
  /** The row of an equation that is being read, and how the run being read sets its letters. */
  protected row: MathNode[] | null = null;
  protected lettering: Lettering = WORDS;
  /** Equations that a change inserts, deletes, or moves as a whole, by change. The first one counts. */
  protected readonly equations = new Map<number, MathNode[]>();
  /** Elements of equations that may still be made. */
  protected mathLeft = MOST_MATH;
  protected readonly notes: Record<"footnote" | "endnote", string[]> = { footnote: [], endnote: [] };

  constructor(docx: DocxPackage) {
    this.docx = docx;
    for (const { name, xml } of revisedParts(docx)) {
      const tree = parseTree(xml, VOCABULARY);
      this.numbering.read(tree);
      this.trees.set(name.toLowerCase(), tree);
    }
    const [fonts, theme] = ["fontTable", "theme"].map((type) => this.treeIfWhole(relatedPart(docx, type)));
    this.styles = new Styles(this.tree(docx.styles), new Typefaces(fonts ?? null, theme ?? null));
    this.lists = new Lists(this.tree(relatedPart(docx, "numbering")));
  }

  protected tree(part: string | null): Node | null {
    if (part === null) return null;
    const known = this.trees.get(part.toLowerCase());
    if (known) return known;
    if (!this.docx.zip.folded.has(part.toLowerCase()) && !this.docx.zip.entries.has(part)) return null;
    const tree = parseTree(readXml(this.docx.zip, part), VOCABULARY);
    this.trees.set(part.toLowerCase(), tree);
    return tree;
  }

  /** A part that says how the text looks: null if it's damaged, because the text is still shown. */
  private treeIfWhole(part: string | null): Node | null {
    try {
      return this.tree(part);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  protected begin(name: string, relations: readonly Relationship[], place: Place): void {
    const links = new Map<string, string>();
    const images = new Map<string, string>();
    const charts = new Map<string, string>();
    for (const one of relations)
      if (one.type === "hyperlink" && one.external && isSafeLink(one.target)) links.set(one.id, one.target);
      else if (one.type === "image" && !one.external) images.set(one.id, one.target);
      else if (one.type === "chart" && !one.external) charts.set(one.id, one.target);
    this.story = { name, fields: [], links, images, charts };
    this.places.push({ place, block: this.blocks.length });
  }

  /** Records a change's place. The first one counts. */
  protected touch(id: number): void {
    if (id > 0 && !this.begins.has(id)) this.begins.set(id, { block: this.blocks.length, characters: this.characters });
  }

  protected tieOf(node: Node, state = STATES.get(node.code) as State): Tie[] {
    const id = this.numbering.of(node);
    this.touch(id);
    return id > 0 ? [[id, state]] : [];
  }

  /** Property changes: of a paragraph's layout, a table, a row, a cell, a section. */
  protected layoutIn(properties: Node | undefined, into: number[]): void {
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
        if (child.code === C.numberingChange || isRevision(child.code) || this.isRestyled(properties, child))
          this.structural.add(id);
      } else if (child.code === C.numPr || child.code === C.sectPr) this.layoutIn(child, into);
    }
  }

  /** Whether a paragraph was another heading or list before a change of its properties. */
  private isRestyled(properties: Node | undefined, change: Node): boolean {
    if (change.code !== C.pPrChange) return false;
    const [is, was] = [this.styles.paragraph(properties), this.styles.paragraph(find(change, C.pPr) ?? change)];
    const list = (look: typeof is): string =>
      look.list && look.list.id !== "0" ? `${look.list.id} ${look.list.level}` : "";
    return is.level !== was.level || list(is) !== list(was);
  }

  protected within(ties: Tie[], work: () => void): void {
    const before = this.ties;
    if (ties.length > 0) this.ties = [...before, ...ties];
    work();
    this.ties = before;
  }

  protected comment(node: Node): void {
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

  protected inCode(): boolean {
    return this.story.fields.some((field) => !field.inResult);
  }

  protected say(text: string, look: Look): void {
    if (this.inCode()) return;
    if (text === "" && this.startingComments.length === 0) return;
    this.put({ t: text }, look);
  }

  protected put(span: Span, look: Look): void {
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
    setLetters(span, look);
    if (this.openComments.length > 0) span.q = this.openComments;
    if (this.startingComments.length > 0) {
      span.a = this.startingComments;
      this.startingComments = [];
    }
    this.characters += span.t.length;
    this.reach.at += span.t.length * this.styles.letterWidth;
    if (this.row) this.set(span, this.row);
    if (!span.note && !((span.m ?? 0) & (HIDDEN | EQUATION)) && !isAdded(this.ties)) addText(this.words, span.t);
    const key =
      span.pic || span.note || span.lead
        ? ""
        : JSON.stringify([span.m, span.c, span.f, span.o, span.col, span.sz, span.ff, span.link, span.q]);
    const last = paragraph.s.at(-1);
    if (last && key !== "" && key === this.lastKey && !span.a) last.t += span.t;
    else paragraph.s.push(span);
    this.lastKey = key;
  }

  /** Adds a span's letters to a row of an equation. */
  private set({ t, m = 0, c, f }: Span, row: MathNode[]): void {
    const looks = m & (HIDDEN | HIGHLIGHT);
    for (const token of tokensOf(t, this.lettering)) {
      if (this.mathLeft-- <= 0) return;
      row.push({ ...token, ...(looks && { m: looks }), ...(c && { c }), ...(f && { f }) });
    }
  }
}

/** A link and a note's mark have looks of their own. */
function setLetters(span: Span, { col, sz, ff }: Look): void {
  if (col !== undefined && span.link === undefined) span.col = col;
  if (span.note || span.pic) return;
  if (sz !== undefined) span.sz = sz;
  if (ff !== undefined) span.ff = ff;
}

/** Only links that are safe to click, never scripts, files or data. */
export const isSafeLink = (link: string): boolean =>
  /^(?:https?:\/\/|mailto:)[^\s<>"]+$/i.test(link) && link.length < 2_000;
