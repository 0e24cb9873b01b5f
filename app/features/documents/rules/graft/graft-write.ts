/** Writes edits into a part's tree. */
import { C, find, isRevision } from "../docx/revision-markup.ts";
import { escapeXml } from "../docx/xml-text.ts";
import { type Node, openUp, prefixOf, textNode, writeTree } from "../docx/xml-tree.ts";
import { runText } from "../queries/comment-anchors.ts";
import type { GraftEdits, Insertion } from "./graft-edits.ts";
import { type Letter, type Mark, PARAGRAPH, singleOf } from "./graft-letters.ts";

/** Numbers of tracked changes, unique in the document. */
export type Ids = { next: number };

/** The place where a paragraph is split, until that's done. */
const SPLIT = -1;
/** What's inserted, until it's outside the changes around it. */
const FREE = -2;

export function writeEdits(
  tree: Node,
  letters: readonly Letter[],
  edits: GraftEdits,
  ids: Ids,
  commentMark: (comment: string, end: boolean) => string,
): void {
  const writer = new Writer(ids, commentMark);
  const runs = new Map<Node, number[]>();
  for (const [i, { run }] of letters.entries()) if (run) (runs.get(run) ?? runs.set(run, []).get(run)!).push(i);
  const after = new Map<number, Insertion[]>();
  const before = new Map<number, Insertion[]>();
  for (const [at, list] of edits.inserted) {
    const [last, next] = [letters[at - 1], letters[at]];
    if (last?.run && (!next || last.block === next.block)) after.set(at - 1, list);
    else if (next?.run) before.set(at, list);
    else if (next?.block && next.text === PARAGRAPH) writer.append(next.block, list);
    else if (last?.block && last.text === PARAGRAPH) writer.append(last.block, list);
  }
  const made = new Map<Node, Node[]>();
  for (const [run, own] of runs)
    if (own.some((i) => edits.deleted[i] || after.has(i) || before.has(i)))
      made.set(run, writer.run(run, own, edits, before, after));
  for (const [i, mark] of edits.deleted.entries()) {
    const letter = letters[i];
    if (mark && letter && !letter.run && letter.block) writer.deleteEnd(letter.block, letter.text === PARAGRAPH, mark);
  }
  replaceRuns(tree, made);
  writer.finish(tree);
}

function replaceRuns(node: Node, made: ReadonlyMap<Node, Node[]>): void {
  if (node.children.length === 0) return;
  // A run's text boxes have runs of their own, which its copy doesn't.
  for (const child of node.children) replaceRuns(child, made);
  if (node.children.some((child) => made.has(child)))
    node.children = node.children.flatMap((child) => made.get(child) ?? [child]);
}

class Writer {
  private readonly ids: Ids;
  private readonly commentMark: (comment: string, end: boolean) => string;

  constructor(ids: Ids, commentMark: (comment: string, end: boolean) => string) {
    this.ids = ids;
    this.commentMark = commentMark;
  }

  private by(w: string, { author, date }: Mark): string {
    return `${w}id="${this.ids.next++}" ${w}author="${escapeXml(author)}"${date ? ` ${w}date="${date}"` : ""}`;
  }

  /** A run in pieces: kept, deleted, and what's inserted between them. */
  run(
    run: Node,
    own: readonly number[],
    edits: GraftEdits,
    before: ReadonlyMap<number, Insertion[]>,
    after: ReadonlyMap<number, Insertion[]>,
  ): Node[] {
    const w = prefixOf(run);
    const properties = find(run, C.rPr);
    const out: Node[] = [];
    let open: { mark: Mark | null; parts: Node[] } = { mark: null, parts: [] };
    const close = (): void => {
      if (open.parts.length > 0) {
        const piece: Node = { ...run, children: [...(properties ? [properties] : []), ...open.parts] };
        out.push(open.mark ? wrap(`${w}del`, this.by(w, open.mark), piece) : piece);
      }
      open = { mark: null, parts: [] };
    };
    const insert = (list: Insertion[] | undefined): void => {
      if (!list) return;
      close();
      out.push(...this.inserted(w, lookOf(properties), list));
    };
    const add = (mark: Mark | null, part: Node): void => {
      if (open.mark?.author !== mark?.author) close();
      open.mark = mark;
      open.parts.push(part);
    };
    // A run that's partly in a field's result stays as it is.
    if (lettersIn(run) !== own.length) return [run];
    let k = 0;
    for (const child of run.children) {
      if (child === properties) continue;
      const isText = child.code === C.t || child.code === C.delText;
      const texts = isText ? Array.from(runText(child)) : singleOf(child) ? [null] : [];
      if (texts.length === 0) {
        if (open.mark) close();
        open.parts.push(child);
      }
      for (const text of texts) {
        const i = own[k++] as number;
        insert(before.get(i));
        const mark = edits.deleted[i] ?? null;
        if (text === null) add(mark, child);
        else this.addText(add, open, w, text, mark, child.code === C.delText);
        insert(after.get(i));
      }
    }
    close();
    return out;
  }

  private addText(
    add: (mark: Mark | null, part: Node) => void,
    open: { mark: Mark | null; parts: Node[] },
    w: string,
    text: string,
    mark: Mark | null,
    deleted: boolean,
  ): void {
    const name = mark || deleted ? "delText" : "t";
    const last = open.parts.at(-1);
    if (last?.code === TEXT && open.mark?.author === mark?.author) last.children[0]!.raw += escapeXml(text);
    else
      add(mark, {
        code: TEXT,
        raw: `<${w}${name} xml:space="preserve">`,
        close: `</${w}${name}>`,
        children: [textNode(escapeXml(text))],
      });
  }

  private inserted(w: string, look: string, list: readonly Insertion[]): Node[] {
    return list.flatMap((one): Node[] => {
      if ("comment" in one) return [free(this.commentMark(one.comment, one.end))];
      return one.text.split(PARAGRAPH).flatMap((text, i): Node[] => {
        const split: Node[] =
          i === 0 ? [] : [{ code: SPLIT, raw: `<${w}ins ${this.by(w, one.mark)}/>`, close: null, children: [] }];
        const content = text
          .split(/([\t\n])/)
          .map((part) =>
            part === ""
              ? ""
              : part === "\t"
                ? `<${w}tab/>`
                : part === "\n"
                  ? `<${w}br/>`
                  : `<${w}t xml:space="preserve">${escapeXml(part)}</${w}t>`,
          )
          .join("");
        return content === ""
          ? split
          : [...split, free(`<${w}ins ${this.by(w, one.mark)}><${w}r>${look}${content}</${w}r></${w}ins>`)];
      });
    });
  }

  /** At the end of a paragraph. */
  append(paragraph: Node, list: readonly Insertion[]): void {
    openUp(paragraph);
    const marks = find(find(paragraph, C.pPr), C.rPr);
    paragraph.children.push(...this.inserted(prefixOf(paragraph), lookOf(marks), list));
  }

  /** Marks the end of a paragraph, or a row, as deleted. */
  deleteEnd(block: Node, isParagraph: boolean, mark: Mark): void {
    const w = prefixOf(block);
    const made = textNode(`<${w}del ${this.by(w, mark)}/>`);
    if (isParagraph) {
      const properties = propertiesOf(block, `${w}pPr`, C.pPr, 0);
      const marks = propertiesOf(
        properties,
        `${w}rPr`,
        C.rPr,
        properties.children.findIndex((one) => one.code === C.sectPr || one.code === C.pPrChange),
      );
      marks.children.unshift(made);
    } else propertiesOf(block, `${w}trPr`, C.trPr, 0).children.push(made);
  }

  private splitAll(children: readonly Node[]): Node[] {
    let above: Node | undefined;
    return children.flatMap((child) => {
      if (child.code !== C.p) return [child];
      const parts = splitParagraph(child, above);
      above = child;
      return parts;
    });
  }

  /** Takes insertions out of the changes around them, and splits paragraphs. */
  finish(node: Node): void {
    for (const child of node.children) if (child.children.length > 0) this.finish(child);
    if (node.children.some((child) => isRevision(child.code) && child.children.some(isFree)))
      node.children = node.children.flatMap((child) =>
        isRevision(child.code) && child.children.some(isFree) ? liftFree(child) : [child],
      );
    if (node.children.some((child) => child.code === C.p && child.children.some((one) => one.code === SPLIT)))
      node.children = this.splitAll(node.children);
  }
}

const lettersIn = (run: Node): number =>
  run.children.reduce(
    (sum, child) =>
      sum +
      (child.code === C.t || child.code === C.delText ? Array.from(runText(child)).length : singleOf(child) ? 1 : 0),
    0,
  );

/** A text that's being written. */
const TEXT = -3;

const free = (raw: string): Node => ({ code: FREE, raw, close: null, children: [] });
const isFree = ({ code }: Node): boolean => code === FREE || code === SPLIT;

const wrap = (name: string, attributes: string, ...children: Node[]): Node => ({
  code: 0,
  raw: `<${name} ${attributes}>`,
  close: `</${name}>`,
  children,
});

/** The look of inserted text: the properties of the run around it, without changes to them. */
const lookOf = (properties: Node | undefined): string => {
  const own = (properties?.children ?? []).filter((one) => one.code !== C.rPrChange && !isRevision(one.code));
  return properties && own.length > 0
    ? `${properties.raw.replace(/\s*\/>$/, ">")}${own.map(writeTree).join("")}${properties.close ?? ""}`
    : "";
};

/** An element's properties, created if there are none. @param at where, or -1 for last */
function propertiesOf(node: Node, name: string, code: number, at: number): Node {
  const known = find(node, code);
  if (known) {
    openUp(known);
    return known;
  }
  openUp(node);
  const made: Node = { code, raw: `<${name}>`, close: `</${name}>`, children: [] };
  node.children.splice(at < 0 ? node.children.length : at, 0, made);
  return made;
}

function liftFree(change: Node): Node[] {
  const out: Node[] = [];
  let kept: Node[] = [];
  const close = (): void => {
    if (kept.length > 0) out.push({ ...change, children: kept });
    kept = [];
  };
  for (const child of change.children)
    if (isFree(child)) {
      close();
      out.push(child);
    } else kept.push(child);
  close();
  return out;
}

/** A new paragraph looks like the one that it's cut from; before a heading, like the one above. */
function splitParagraph(paragraph: Node, above: Node | undefined): Node[] {
  const w = prefixOf(paragraph);
  const properties = find(paragraph, C.pPr);
  const out: Node[] = [];
  let content: Node[] = [];
  for (const child of paragraph.children) {
    if (child === properties) continue;
    if (child.code !== SPLIT) {
      content.push(child);
      continue;
    }
    const isNew = out.length === 0 && content.every((one) => one.code === FREE);
    const like =
      isNew && above && /pStyle[^>]*(?:Heading|Title)/i.test(properties ? writeTree(properties) : "")
        ? above
        : paragraph;
    const own = (find(like, C.pPr)?.children ?? []).filter(
      (one) => one.code !== C.rPr && one.code !== C.sectPr && one.code !== C.pPrChange,
    );
    const marks = (find(find(like, C.pPr), C.rPr)?.children ?? []).filter(
      (one) => !isRevision(one.code) && one.code !== C.rPrChange,
    );
    const inner = `${own.map(writeTree).join("")}<${w}rPr>${child.raw}${marks.map(writeTree).join("")}</${w}rPr>`;
    out.push({
      code: C.p,
      raw: `<${w}p>`,
      close: `</${w}p>`,
      children: [textNode(`<${w}pPr>${inner}</${w}pPr>`), ...content],
    });
    content = [];
  }
  if (out.length > 0) paragraph.children = [...(properties ? [properties] : []), ...content];
  return [...out, paragraph];
}
