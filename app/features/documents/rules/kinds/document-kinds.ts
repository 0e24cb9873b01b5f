import { editsOf } from "../explore/edits.ts";
import {
  EQUATION,
  RAISED,
  type Block,
  type ExplorerChange,
  type ParagraphBlock,
  type Span,
  type Tie,
  isAdded,
} from "../explore/explorer-model.ts";
import { isReferencesTitle } from "../readers/sections.ts";
import { divideSentences } from "../readers/sentences.ts";
import type { IsWord } from "./dictionary.ts";
import { type EditKind, stricter } from "./edit-kind.ts";
import { type Region, type Where, kindsInSentence } from "./sentence-kinds.ts";
import { isCaption, isReferenceEntry } from "./spans.ts";
import { JOINTS } from "./word-lists.ts";

/** The kind of every tracked change of a document. */

/** A piece of text with the changes that it belongs to. The end of a paragraph is a line break. */
type Piece = { text: string; before: boolean; after: boolean; ids: readonly number[]; where: Where };
/** A change at one place of a stream, with the text before and after it. */
type Place = {
  ids: Set<number>;
  where: Set<Where>;
  gone: string;
  came: string;
  region: Region;
  stream: number;
  kind: EditKind | null;
};

/** Characters that a change is extended by to whole words. */
const LONGEST_WORD = 60;
/** Words that must agree for a move: within a paragraph, to the next one, and within the document. */
const leastMoved = (paragraphs: number): number => (paragraphs === 0 ? 2 : Math.abs(paragraphs) === 1 ? 3 : 5);

export class DocumentKinds {
  private readonly kinds = new Map<number, EditKind>();
  /** Changes whose kind is the stricter of two that are close. */
  readonly close = new Set<number>();
  private readonly places: Place[] = [];
  private streams = 0;
  private pieces: Piece[] = [];
  private inReferences = 0;
  private readonly isWord: IsWord;
  private readonly styled: boolean;

  constructor(blocks: readonly Block[], isWord: IsWord) {
    this.isWord = isWord;
    this.styled = blocks.some((block) => block.k === "p" && block.h !== undefined);
    this.walk(blocks, "body");
    this.findMoves();
    for (const { ids, kind } of this.places) for (const id of ids) this.set(id, kind);
  }

  /**
   * The kind of each change by its number. A replacement's two changes have the same.
   * @param structural changes of layout that made or undid headings and lists
   */
  of(changes: readonly ExplorerChange[], structural: ReadonlySet<number>): Map<number, EditKind> {
    for (const { id, kind } of changes) {
      if (structural.has(id)) this.set(id, "headings-structure");
      if (this.kinds.has(id)) continue;
      this.set(id, BY_REVISION[kind]);
    }
    for (const { head, insertion } of editsOf(changes).edits) {
      if (!insertion) continue;
      const kind = stricter(this.kinds.get(head.id) ?? "formatting", this.kinds.get(insertion.id) ?? "formatting");
      this.kinds.set(head.id, kind);
      this.kinds.set(insertion.id, kind);
    }
    return this.kinds;
  }

  private set(id: number, kind: EditKind | null): void {
    if (kind !== null) this.kinds.set(id, stricter(this.kinds.get(id) ?? "formatting", kind));
  }

  private walk(blocks: readonly Block[], inside: Where): void {
    for (const block of blocks) {
      if (block.k === "t") {
        this.flush();
        for (const [r, row] of block.rows.entries())
          for (const [c, cell] of row.cells.entries()) {
            const head =
              !block.more &&
              (r === 0 || (c === 0 && !cell.b.some((one) => one.k === "p" && one.s.some((span) => /\d/.test(span.t)))));
            this.walk(cell.b, head ? "tableHead" : "body");
            this.flush();
          }
        continue;
      }
      this.readParagraph(block, inside);
      if (!block.e) this.flush();
      if (block.x) {
        this.flush();
        this.walk(block.x, "body");
      }
    }
    this.flush();
  }

  private readParagraph(block: ParagraphBlock, inside: Where): void {
    const where = this.whereOf(block, inside);
    for (const [i, span] of block.s.entries()) {
      const ids = (span.c ?? []).map(([id]) => id);
      for (const id of span.f ?? [])
        this.set(id, where === "reference" || LATIN.test(span.t) ? "reference-format" : "formatting");
      if (span.note || span.pic) {
        for (const [id, state] of span.c ?? [])
          this.set(id, state === "ins" ? "added-content" : state === "del" ? "deleted-content" : "moved");
        continue;
      }
      if ((span.m ?? 0) & EQUATION) {
        for (const id of ids) this.set(id, "numbers-data");
        continue;
      }
      this.put(citedAbove(span, block.s[i - 1]), span.c, where);
    }
    for (const id of block.y ?? []) this.set(id, "formatting");
    this.put("\n", block.e, where);
  }

  private put(text: string, ties: readonly Tie[] | undefined, where: Where): void {
    if (text === "") return;
    const moved = ties?.filter(([, state]) => state === "from" || state === "to") ?? [];
    if (moved.length > 0) {
      if (text.trim() !== "")
        for (const [id] of moved) this.set(id, where === "heading" ? "headings-structure" : "moved");
      return;
    }
    const before = !ties?.some(([, state]) => state === "ins");
    const after = !ties?.some(([, state]) => state === "del");
    // Inserted by one person and struck out by another: it was in neither text.
    if (!before && !after) return;
    const last = this.pieces.at(-1);
    if (before && after && last?.before && last.after && last.where === where) last.text += text;
    else this.pieces.push({ text, before, after, ids: before && after ? [] : (ties ?? []).map(([id]) => id), where });
  }

  private whereOf(block: ParagraphBlock, inside: Where): Where {
    const text = block.s.map((span) => (span.note ? "" : span.t)).join("");
    const heading =
      block.h !== undefined ||
      block.st === "title" ||
      block.st === "subtitle" ||
      (!this.styled && inside === "body" && isBoldLine(block, text));
    if (heading) {
      const level = block.h ?? 1;
      if (isReferencesTitle(text)) this.inReferences = level;
      else if (level <= this.inReferences) this.inReferences = 0;
      return "heading";
    }
    if (block.st === "caption" || isCaption(text)) return "caption";
    if (inside === "body" && text.length < 60 && isReferencesTitle(text)) {
      this.inReferences = 9;
      return "heading";
    }
    if (block.st === "bibliography") return "reference";
    if (block.st !== undefined && CODE_STYLES.has(block.st)) return "code";
    if (inside === "body" && (this.inReferences > 0 || isReferenceEntry(ownText(block) || text))) return "reference";
    return inside;
  }

  /** Ends a stream of text: a paragraph, or several whose ends were changed. */
  private flush(): void {
    const { pieces } = this;
    this.pieces = [];
    if (!pieces.some((one) => one.ids.length > 0)) return;
    this.streams++;
    let group = newGroup();
    for (const piece of pieces) {
      if (piece.ids.length > 0) {
        group.change(piece, this.streams);
        continue;
      }
      const sentences = sentencesIn(piece.text);
      if (/^\s/.test(piece.text) && group.isChanged && group.endsSentence()) {
        this.judge(group);
        group = newGroup();
      }
      for (const [i, text] of sentences.entries()) {
        group.keep(text);
        if (i < sentences.length - 1) {
          this.judge(group);
          group = newGroup();
        }
      }
    }
    this.judge(group);
  }

  private judge(group: Group): void {
    const places = group.finish();
    if (places.length === 0) return;
    const regions = places.map((one) => one.region);
    const close = new Set<number>();
    const kinds = kindsInSentence(group.before, group.after, regions, this.isWord, close);
    for (const [i, place] of places.entries()) {
      let kind = kinds[i] ?? null;
      for (const where of place.where)
        if (where !== place.region.where) kind = stricter<EditKind | null>(kind, ALSO[where] ?? null);
      const ends = (text: string): number => text.split("\n").length;
      if (ends(place.gone) !== ends(place.came)) {
        // A whole entry is a source.
        const entry =
          place.region.where === "reference" &&
          (place.gone.trim() === "" || place.came.trim() === "") &&
          (place.gone + place.came).trim() !== "";
        kind = stricter<EditKind | null>(kind, entry && place.where.size === 1 ? "citations" : "headings-structure");
      }
      place.kind = kind;
      if (kind === "rewriting" && close.has(i)) for (const id of place.ids) this.close.add(id);
      this.places.push(place);
    }
  }

  /** Text that was deleted here and inserted elsewhere, word for word. */
  private findMoves(): void {
    const from = new Map<string, Place[]>();
    for (const place of this.places)
      if (place.came.trim() === "" && MOVABLE.has(place.kind))
        for (const key of keysOf(place.gone)) {
          const known = from.get(key);
          if (known) known.push(place);
          else from.set(key, [place]);
        }
    for (const place of this.places) {
      if (place.gone.trim() !== "" || !MOVABLE.has(place.kind)) continue;
      for (const key of keysOf(place.came)) {
        const list = from.get(key);
        // Some may have found their target by another key.
        while (list && list.length > 0 && !MOVABLE.has(list.at(-1)?.kind ?? null)) list.pop();
        const source = list?.at(-1);
        if (!source || key.split(" ").length < leastMoved(source.stream - place.stream)) continue;
        list?.pop();
        // The same items as a list and as a sentence.
        const kind =
          (place.came + source.gone).includes("\n") && wordsOf(place.came) !== wordsOf(source.gone)
            ? "headings-structure"
            : "moved";
        source.kind = kind;
        place.kind = kind;
        break;
      }
    }
  }
}

const MOVABLE: ReadonlySet<EditKind | null> = new Set<EditKind>([
  "added-content",
  "deleted-content",
  "grammar",
  "numbers-data",
  "headings-structure",
]);
const wordsOf = (text: string): string => (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ").toLowerCase();
/** The words of a passage, and those of a list without what joins its items. */
function keysOf(text: string): string[] {
  const words = wordsOf(text);
  if (!/\p{L}/u.test(words)) return [];
  const items = words
    .split(" ")
    .filter((one) => !JOINTS.has(one))
    .join(" ");
  return items === words ? [words] : [words, items];
}

/** Changes without text. */
const BY_REVISION: Record<ExplorerChange["kind"], EditKind> = {
  insert: "added-content",
  delete: "deleted-content",
  move: "moved",
  format: "formatting",
  layout: "formatting",
  insertRow: "headings-structure",
  deleteRow: "headings-structure",
  insertCell: "headings-structure",
  deleteCell: "headings-structure",
  mergeCell: "headings-structure",
};
const ALSO: Partial<Record<Where, EditKind>> = {
  heading: "headings-structure",
  caption: "labels",
  tableHead: "labels",
  code: "numbers-data",
  reference: "reference-format",
};
/** Words of citations that a style sets in italics or not. */
const LATIN = /^\s*(?:et\s+al|ibid|op\.\s?cit|in|cf)\b\.?,?\s*$/i;
/** Styles of program code, in lower case. */
const CODE_STYLES = new Set([
  "code",
  "source code",
  "html preformatted",
  "preformatted text",
  "listing",
  "verbatim",
  "macro text",
]);
const PRECEDENCE: readonly Where[] = ["body", "reference", "caption", "tableHead", "heading", "code", "equation"];

/** Whether a sentence ends where a text does. An abbreviation's point doesn't end one. */
const endsSentence = (text: string): boolean =>
  /[.!?]["'”’)\]]*\s*$/.test(text.slice(-8)) && divideSentences(`${text.slice(-80)} Xx`).at(-1) === "Xx";

/** Sentences with the white space behind them. The last is empty if the text ends with a sentence. */
function sentencesIn(text: string): string[] {
  const out: string[] = [];
  let at = 0;
  let depth = 0;
  for (const line of text.split(/(?<=\n)/)) {
    let cursor = at;
    let from = at;
    const end = at + line.length;
    for (const sentence of divideSentences(line).slice(0, -1)) {
      let to = text.indexOf(sentence, cursor) + sentence.length;
      while (to < end && /\s/.test(text[to] ?? "")) to++;
      depth = Math.max(0, depth + bracketsIn(text.slice(cursor, to)));
      cursor = to;
      // "(County Archive, fol. 3)"
      if (depth > 0 || /\d/.test(text[to] ?? "")) continue;
      out.push(text.slice(from, to));
      from = to;
    }
    depth = 0;
    out.push(text.slice(from, end));
    at = end;
  }
  if (/\s$/.test(text) && endsSentence(text.slice(-90)) && bracketsIn(out.at(-1) ?? "") <= 0) out.push("");
  return out;
}

const bracketsIn = (text: string): number => text.split("(").length - text.split(")").length;

/** Numbers of notes and sources that are set above the line read as in brackets, unless they're powers. */
function citedAbove(span: Span, previous: Span | undefined): string {
  if (!((span.m ?? 0) & RAISED) || !/^\d{1,3}(?:[,–—-]\s?\d{1,3})*$/.test(span.t)) return span.t;
  return /(?:^|[\s\d(])(?:[cmkµ]?m|[a-z]|s|kg)?$/i.test(previous?.t.slice(-4) ?? "") ? span.t : ` [${span.t}]`;
}

/** A paragraph as it was before its changes: with both, a sentence can look like an entry. */
const ownText = (block: ParagraphBlock): string =>
  block.s
    .filter((span) => !span.note && !isAdded(span.c))
    .map((span) => span.t)
    .join("")
    .trim();

const BOLD = 1;
const isBoldLine = (block: ParagraphBlock, text: string): boolean =>
  text.trim() !== "" &&
  text.length < 80 &&
  !/[.,;:]\s*$/.test(text) &&
  block.s.every((span) => span.t.trim() === "" || ((span.m ?? 0) & BOLD) !== 0);

/** A sentence with its changes, as the text is read. */
class Group {
  before = "";
  after = "";
  private readonly places: Place[] = [];
  private open: Place | null = null;
  get isChanged(): boolean {
    return this.open !== null || this.places.length > 0;
  }
  /** The last characters of the two texts: to read them off the texts would take long for many changes. */
  private readonly ends = { before: "", after: "" };
  /** Kept text since the last change. */
  private kept = "";

  keep(text: string): void {
    if (text === "") return;
    this.kept += text;
    this.before += text;
    this.after += text;
    this.ends.before = tailOf(this.ends.before + tailOf(text));
    this.ends.after = tailOf(this.ends.after + tailOf(text));
  }

  change({ text, before, ids, where }: Piece, stream: number): void {
    const { open } = this;
    // Without white space in between, it's the same word.
    if (!open || /\s/.test(this.kept)) {
      this.close();
      const start = this.before.length - wordAtEnd(this.kept);
      const offset = this.after.length - this.before.length;
      this.open = {
        ids: new Set(),
        where: new Set(),
        gone: "",
        came: "",
        region: { before: [start, start], after: [start + offset, start + offset], where },
        stream,
        kind: null,
      };
    }
    this.kept = "";
    const place = this.open as Place;
    for (const id of ids) place.ids.add(id);
    if (text.trim() !== "" || place.where.size === 0) place.where.add(where);
    const side = before ? "before" : "after";
    this.ends[side] = tailOf(this.ends[side] + tailOf(text));
    if (before) {
      this.before += text;
      place.gone += text;
    } else {
      this.after += text;
      place.came += text;
    }
    place.region = {
      ...place.region,
      before: [place.region.before[0], this.before.length],
      after: [place.region.after[0], this.after.length],
    };
  }

  endsSentence(): boolean {
    return endsSentence(this.ends.before) && endsSentence(this.ends.after);
  }

  private close(): void {
    const place = this.open;
    if (!place) return;
    const more = Math.min(LONGEST_WORD, this.kept.search(/\s|$/));
    const { before, after } = place.region;
    const where = PRECEDENCE.find((one) => place.where.has(one)) ?? "body";
    place.region = { before: [before[0], before[1] + more], after: [after[0], after[1] + more], where };
    this.places.push(place);
    this.open = null;
  }

  finish(): Place[] {
    this.close();
    return this.places;
  }
}
const tailOf = (text: string): string => (text.length > 90 ? text.slice(-90) : text);
const newGroup = (): Group => new Group();

/** The length of the word that a text ends with. */
function wordAtEnd(text: string): number {
  let n = 0;
  while (n < text.length && n < LONGEST_WORD && !/\s/.test(text[text.length - 1 - n] ?? "")) n++;
  return n;
}
