import { BARRIER, paragraphOf, stretchesOf, type Anchor, type Stretch } from "./comment-anchors.ts";
import { onceIn, type QueryEdit } from "./query-options.ts";
import { C, find } from "../docx/revision-markup.ts";
import { prefixOf, textNode, type Node } from "../docx/xml-tree.ts";
import { escapeXml } from "../docx/xml-text.ts";

/** Makes choices in the text, as tracked changes. */
export class PassageEdits {
  private readonly author: string;
  private nextRevision: number;

  /** @param firstRevision a change's id that isn't used, and none above it is */
  constructor(author: string, firstRevision: number) {
    this.author = author;
    this.nextRevision = firstRevision;
  }

  /** Makes the edit in the passage. @returns whether it's possible by touching only plain text */
  make(anchor: Anchor, edit: Exclude<QueryEdit, { kind: "keep" }>, date: string): boolean {
    const paragraph = paragraphOf(anchor);
    if (!paragraph) return false;
    const { stretches, from: start, to: end } = stretchesOf(paragraph, anchor);
    const text = stretches.map((one) => one.text).join("");
    if (start < 0 || end <= start) return false;
    let from = start;
    let to = end;
    if (edit.kind === "replace") {
      const passage = text.slice(start, end);
      const at = passage.indexOf(edit.from);
      if (at < 0 || (onceIn(passage, edit.from) === null && passage.trim() !== edit.from.trim())) return false;
      from = start + at;
      to = from + edit.from.length;
    } else if (text.slice(from, to).trim() === text.slice(from, to)) {
      // Also removes one of the two spaces that would be left.
      const before = text[from - 1];
      const after = text[to];
      if (before === " " && (after === undefined || /[\s.,;:!?)\]]/.test(after))) from--;
      else if (after === " " && before === undefined) to++;
    }
    if (text.slice(from, to).includes(BARRIER)) return false;
    this.replace(paragraph, stretches, from, to, edit.kind === "replace" ? edit.text : "", date);
    return true;
  }

  /** Marks a stretch of a paragraph's plain text as deleted and inserts words after it. */
  private replace(
    paragraph: Node,
    stretches: readonly Stretch[],
    from: number,
    to: number,
    words: string,
    date: string,
  ): void {
    let at = 0;
    let last: { deleted: Node; run: Node; holder: Node | null } | null = null;
    for (const stretch of stretches) {
      const [begin, finish] = [at, at + stretch.text.length];
      at = finish;
      if (finish <= from || begin >= to || stretch.text === "") continue;
      const [cutFrom, cutTo] = [Math.max(from, begin) - begin, Math.min(to, finish) - begin];
      const home = stretch.holder ?? paragraph;
      const place = home.children.indexOf(stretch.node);
      const pieces: Node[] = [];
      if (cutFrom > 0) pieces.push(this.piece(stretch.node, stretch.text.slice(0, cutFrom), "t"));
      const gone = this.piece(stretch.node, stretch.text.slice(cutFrom, cutTo), "delText");
      const deleted = this.mark(stretch.node, "del", date, [gone]);
      pieces.push(deleted);
      if (cutTo < stretch.text.length) pieces.push(this.piece(stretch.node, stretch.text.slice(cutTo), "t"));
      home.children.splice(place, 1, ...pieces);
      last = { deleted, run: stretch.node, holder: stretch.holder };
    }
    if (!last || words === "") return;
    const inserted = this.mark(last.run, "ins", date, [this.piece(last.run, words, "t")]);
    if (!last.holder) {
      paragraph.children.splice(paragraph.children.indexOf(last.deleted) + 1, 0, inserted);
      return;
    }
    // Insertions can't be nested in another author's insertion, so theirs is split if necessary.
    const { holder } = last;
    const rest = holder.children.splice(holder.children.indexOf(last.deleted) + 1);
    const place = paragraph.children.indexOf(holder) + 1;
    const second = rest.some((one) => one.code === C.r)
      ? [
          {
            ...holder,
            raw: holder.raw.replace(/(\bid\s*=\s*)(["'])[^"']*\2/, `$1$2${this.nextRevision++}$2`),
            children: rest,
          },
        ]
      : rest;
    paragraph.children.splice(place, 0, inserted, ...second);
  }

  /** A copy of a run with this text. */
  private piece(like: Node, text: string, element: "t" | "delText"): Node {
    const w = prefixOf(like);
    const properties = find(like, C.rPr);
    return {
      ...like,
      children: [
        ...(properties ? [properties] : []),
        {
          code: element === "t" ? C.t : C.delText,
          raw: `<${w}${element} xml:space="preserve">`,
          close: `</${w}${element}>`,
          children: [textNode(escapeXml(text))],
        },
      ],
    };
  }

  private mark(like: Node, element: "ins" | "del", date: string, children: Node[]): Node {
    const w = prefixOf(like);
    return {
      code: element === "ins" ? C.ins : C.del,
      raw: `<${w}${element} ${w}id="${this.nextRevision++}" ${w}author="${escapeXml(this.author)}" ${w}date="${escapeXml(date)}">`,
      close: `</${w}${element}>`,
      children,
    };
  }
}
