import { type MathNode, onlyLetters, textOfMath } from "../equations/equation.ts";
import { type DocxPackage, openDocx, readRelationships, type Relationship, relatedPart } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import type { Block, ExplorerChange, ExplorerModel, ExplorerSection } from "./explorer-model.ts";
import { C } from "../docx/revision-markup.ts";
import { countWords } from "../readers/seen-words.ts";
import { attributeOf, type Node } from "../docx/xml-tree.ts";
import { BlockReader } from "./explore-blocks.ts";
import type { IsWord } from "../kinds/dictionary.ts";
import { DocumentKinds } from "../kinds/document-kinds.ts";
import { leavesOf } from "./explore-leaves.ts";
import { saidIn, shownOnPages } from "./explore-running.ts";
import { lettered } from "./explore-inline.ts";
import { markReplacedEquations } from "./replaced-equations.ts";

const LEAVES_PER_BUNDLE = 12;

/**
 * A tracked .docx as the change explorer shows it: every change with its number from `listRevisions`, in reading order.
 * Notes come last, in the order of their marks, followed by headers and footers: those that pages show, and all that have
 * changes.
 * @param isWord whether a dictionary has a word: without one, no word is taken for a typing error
 * @throws Refused as `openDocx` does
 */
export function exploreDocx(bytes: Uint8Array, isWord: IsWord = () => true): ExplorerModel {
  return new Exploration(openDocx(bytes)).read(isWord);
}

/** What a document shows, without anything about its changes. */
export const readBlocks = (docx: DocxPackage): readonly Block[] => new Exploration(docx).readAll();

class Exploration extends BlockReader {
  /** Equations in the list of changes so far. */
  private listed = 0;

  read(isWord: IsWord): ExplorerModel {
    this.takeComments();
    this.readAll();
    return this.finish(isWord);
  }

  readAll(): readonly Block[] {
    const relations = readRelationships(this.docx.zip, this.docx.main);
    this.begin(this.docx.main, relations, "body");
    const main = this.tree(this.docx.main);
    const body = main ? descend(main, C.body) : undefined;
    if (body) this.walkBlocks(body, this.blocks);
    for (const kind of ["footnote", "endnote"] as const)
      this.readNotes(kind, kind === "footnote" ? this.docx.footnotes : this.docx.endnotes);
    this.readRunning(relations, main);
    if (this.equations.size > 0) markReplacedEquations(this.blocks);
    return this.blocks;
  }

  /** Headers and footers. What several say alike is shown once, and only changed ones count as words of the text. */
  private readRunning(relations: readonly Relationship[], main: Node | null): void {
    const shown = main ? shownOnPages(main, this.tree(relatedPart(this.docx, "settings"))) : new Set<string>();
    const changed = new Set(this.trees.keys());
    const said = new Set<string>();
    const ordered = relations.toSorted((a, b) => Number(a.type === "footer") - Number(b.type === "footer"));
    for (const { type, id, target, external } of ordered) {
      const isChanged = changed.delete(target.toLowerCase());
      if ((type !== "header" && type !== "footer") || external || (!isChanged && !shown.has(id))) continue;
      const tree = this.tree(target);
      const root = tree && (descend(tree, C.hdr) ?? descend(tree, C.ftr));
      if (!root) continue;
      const text = saidIn(root);
      if (!isChanged && (text === "" || said.has(`${type} ${text}`))) continue;
      said.add(`${type} ${text}`);
      this.begin(target, readRelationships(this.docx.zip, target), type);
      const counted = { ...this.words };
      this.walkBlocks(root, this.blocks);
      if (!isChanged) Object.assign(this.words, counted);
    }
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

  /** The equation of a change that changes nothing else, if it's short enough for the list of changes. */
  private mathOf({ id, text }: { id: number; text: string }): Pick<ExplorerChange, "math"> {
    const math = this.equations.get(id);
    if (!math || text.length > LONGEST_LISTED || math.some(isTall)) return {};
    if (onlyLetters(text) !== onlyLetters(textOfMath(math))) return {};
    return this.listed++ < MOST_LISTED ? { math } : {};
  }

  private holdsChange(node: Node): boolean {
    return this.numbering.of(node) > 0 || node.children.some((child) => this.holdsChange(child));
  }

  private finish(isWord: IsWord): ExplorerModel {
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
    const changes = this.numbering.revisions.map((one): ExplorerChange => {
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
        edit: "formatting",
        by,
        date: one.date,
        text: one.text.slice(0, 200),
        ...this.mathOf(one),
        words: countWords(one.text),
        block,
        section,
        at: begin ? Math.min(1, begin.characters / total) : 1,
        ...(one.replaces === null ? {} : { replaces: one.replaces }),
      };
    });
    const judged = new DocumentKinds(this.blocks, isWord);
    const kinds = judged.of(changes, this.structural);
    for (const change of changes) {
      change.edit = kinds.get(change.id) ?? change.edit;
      if (change.edit === "rewriting" && judged.close.has(change.id)) change.close = true;
    }
    const notes: string[] = [];
    if (elsewhere > 0)
      notes.push(
        elsewhere === 1
          ? "One change affects styles or numbering. You'll find it only in the list."
          : `${elsewhere} changes affect styles or numbering. You'll find them only in the list.`,
      );
    if (this.charts > 0)
      notes.push("Charts are drawn from their figures. Their colors and fonts are different in Word.");
    if (this.unshownPictures > 0)
      notes.push(
        this.unshownPictures === 1
          ? "One picture, chart, or diagram can't be shown here. Open the file in Word to see it."
          : `${this.unshownPictures} pictures, charts, or diagrams can't be shown here. Open the file in Word to see them.`,
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
      leaves: leavesOf(this.blocks, this.lengths, total),
      places: this.places,
      perBundle: LEAVES_PER_BUNDLE,
      words: this.words.words,
      face: this.styles.face,
      columns: this.columns,
      notes,
      blocks: this.blocks,
      pictures: this.pictures,
    };
  }
}

/** Equations in the list of changes: of at most so many letters, and at most so many. */
const LONGEST_LISTED = 100;
const MOST_LISTED = 500;
/** Of several lines. */
const isTall = (node: MathNode): boolean => "k" in node && (node.n === "mtable" || node.k.some(isTall));

function descend(node: Node, code: number): Node | undefined {
  if (node.code === code) return node;
  for (const child of node.children) {
    if (child.close === null && child.children.length === 0) continue;
    const found = child.code === code ? child : child.code === C.p ? undefined : descend(child, code);
    if (found) return found;
  }
  return undefined;
}
