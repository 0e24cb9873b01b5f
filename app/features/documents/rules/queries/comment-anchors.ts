import { readRelationships, type DocxPackage } from "../docx/docx-package.ts";
import { C, find, isRevision, MARKER_PARENTS, MATH, MATH_RUN, POINTS, VOCABULARY } from "../docx/revision-markup.ts";
import { attributeOf, localOf, parseTree, type Node } from "../docx/xml-tree.ts";
import { unescapeXml } from "../docx/xml-text.ts";
import { exactName, textOfPart } from "../docx/zip.ts";

/** Comment anchors: the words a comment is about, and the markup that marks them. */

export type AnchorPart = { name: string; xml: string; tree: Node };

export type Anchor = {
  part: AnchorPart;
  /** The marks, each with its parent; `reference` is the run that shows the comment. */
  start: { node: Node; parent: Node } | null;
  end: { node: Node; parent: Node } | null;
  reference: { node: Node; parent: Node } | null;
  /** The words, with all tracked changes accepted and paragraphs separated by \n. "" for a comment on a position. */
  quote: string;
  /** A tracked change deletes the anchor: `quote` is the deleted text. */
  deleted: boolean;
  /** The rest of the paragraph before and after the words. For a comment on a position, everything before it. */
  leading: string;
  trailing: string;
  /** Where equations are in `leading`, `quote`, and `trailing` together, whose letters are part of them. */
  equations: readonly (readonly [from: number, to: number])[];
  /** It starts in a field's result or a content control. */
  bound: boolean;
};

const COMMENT = /<(?:[\w.-]+:)?comment(?:RangeStart|RangeEnd|Reference)[\s/>]/;
const FALLBACK = /^<(?:[\w.-]+:)?Fallback[\s/>]/;
const FIELD_MARK = /^<(?:[\w.-]+:)?fldChar\b/;
const SIMPLE_FIELD = /^<(?:[\w.-]+:)?fldSimple[\s>]/;
const BREAK = /^<(?:[\w.-]+:)?(?:tab|ptab|br|cr)[\s/>]/;
const HYPHEN = /^<(?:[\w.-]+:)?noBreakHyphen[\s/>]/;

/** The parts with comments: the main story first, then the notes. */
export function commentedParts(docx: DocxPackage): AnchorPart[] {
  const names = [docx.main, docx.footnotes, docx.endnotes].filter((name) => name !== null);
  for (const one of readRelationships(docx.zip, docx.main))
    if (!one.external && (one.type === "header" || one.type === "footer")) names.push(one.target);
  return names.flatMap((name) => {
    const exact = exactName(docx.zip, name);
    const xml = textOfPart(docx.zip, exact) ?? "";
    return COMMENT.test(xml) ? [{ name: exact, xml, tree: parseTree(xml, VOCABULARY) }] : [];
  });
}

/**
 * The text of `w:t` and similar elements as readers see it. Outer white space counts only if it's marked as preserved.
 */
export function runText(node: Node): string {
  const text = unescapeXml(node.children.map((one) => one.raw).join(""));
  return attributeOf(node, "space") === "preserve" ? text : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
}

type Place = { paragraph: number; at: number };
type Draft = Omit<Anchor, "quote" | "leading" | "trailing" | "equations" | "deleted"> & {
  from: Place | null;
  to: Place | null;
  at: Place | null;
  gone: string;
};

/** Every comment's anchor by id, in one pass over each part. */
export function readAnchors(parts: readonly AnchorPart[]): Map<string, Anchor> {
  const anchors = new Map<string, Anchor>();
  for (const part of parts) for (const [id, anchor] of anchorsOf(part)) if (!anchors.has(id)) anchors.set(id, anchor);
  return anchors;
}

function anchorsOf(part: AnchorPart): Map<string, Anchor> {
  const drafts = new Map<string, Draft>();
  const open = new Set<Draft>();
  const paragraphs: string[] = [];
  const equations: (Place & { to: number })[] = [];
  const stack: number[] = [];
  let fields = 0;
  let controls = 0;
  let dead = 0;
  const here = (): Place | null => {
    const paragraph = stack.at(-1) ?? paragraphs.length - 1;
    return paragraph < 0 ? null : { paragraph, at: (paragraphs[paragraph] as string).length };
  };
  const draftOf = (node: Node): Draft => {
    const id = attributeOf(node, "id") ?? "";
    let draft = drafts.get(id);
    if (!draft)
      drafts.set(
        id,
        (draft = {
          part,
          start: null,
          end: null,
          reference: null,
          from: null,
          to: null,
          at: null,
          gone: "",
          bound: false,
        }),
      );
    return draft;
  };
  const say = (text: string): void => {
    if (dead > 0) {
      for (const draft of open) draft.gone += text;
      return;
    }
    const paragraph = stack.at(-1);
    if (paragraph !== undefined) paragraphs[paragraph] += text;
  };
  /** Field marks, letters of equations, and elements that represent a character. */
  const mark = (node: Node, parent: Node): void => {
    if (parent.code === MATH_RUN) {
      if (localOf(node) === "t") say(runText(node));
    } else if (FIELD_MARK.test(node.raw)) {
      const type = attributeOf(node, "fldCharType");
      if (type === "begin") fields++;
      else if (type === "end") fields = Math.max(0, fields - 1);
    } else if (parent.code === C.r && BREAK.test(node.raw)) say("\t");
    else if (parent.code === C.r && HYPHEN.test(node.raw)) say("\u2011");
  };
  const begin = (node: Node, parent: Node): void => {
    const draft = draftOf(node);
    if (draft.start) return;
    draft.start = { node, parent };
    draft.bound = fields > 0 || controls > 0;
    draft.from = here();
    open.add(draft);
  };
  const end = (node: Node, parent: Node): void => {
    const draft = draftOf(node);
    if (draft.end) return;
    draft.end = { node, parent };
    draft.to = here();
    open.delete(draft);
  };
  const refer = (node: Node, parent: Node, grand: Node): void => {
    const draft = draftOf(node);
    if (draft.reference) return;
    draft.reference = { node: parent, parent: grand };
    draft.at = here();
  };
  /** An equation, whose letters are part of the text. */
  const equation = (node: Node, parent: Node): void => {
    const place = here();
    for (const child of node.children) walk(child, node, parent);
    if (place && localOf(node) === "oMath") equations.push({ ...place, to: here()?.at ?? place.at });
  };
  const walk = (node: Node, parent: Node, grand: Node): void => {
    const { code } = node;
    switch (code) {
      case C.commentRangeStart:
        begin(node, parent);
        return;
      case C.commentRangeEnd:
        end(node, parent);
        return;
      case C.commentReference:
        refer(node, parent, grand);
        return;
      case MATH:
        equation(node, parent);
        return;
      case C.t:
      case C.delText:
        say(runText(node));
        return;
      case C.instrText:
      case C.delInstrText:
      case C.rPr:
      case C.pPr:
        return;
      case C.p: {
        stack.push(paragraphs.length);
        paragraphs.push("");
        for (const child of node.children) walk(child, node, parent);
        stack.pop();
        for (const draft of open) draft.gone += "\n";
        return;
      }
    }
    if (code === 0 && node.raw.startsWith("<")) {
      if (FALLBACK.test(node.raw)) return;
      mark(node, parent);
    }
    const kills = (code === C.del || code === C.moveFrom) && !MARKER_PARENTS.has(parent.code);
    const control = code === C.sdt;
    const field = code === 0 && SIMPLE_FIELD.test(node.raw);
    if (kills) dead++;
    if (control) controls++;
    if (field) fields++;
    for (const child of node.children) walk(child, node, parent);
    if (kills) dead--;
    if (control) controls--;
    if (field) fields--;
  };
  for (const child of part.tree.children) walk(child, part.tree, part.tree);

  return new Map(Array.from(drafts, ([id, draft]) => [id, anchorOf(draft, paragraphs, equations)]));
}

/** A comment's anchor, once its part's paragraphs are complete. */
function anchorOf(
  { from, to, at, gone, ...rest }: Draft,
  paragraphs: readonly string[],
  equations: readonly (Place & { to: number })[],
): Anchor {
  const ranged = from !== null && to !== null;
  const [first, last] = ranged ? [from, to] : [at, at];
  let quote = "";
  let leading = "";
  let trailing = "";
  if (first && last) {
    const start = paragraphs[first.paragraph] as string;
    const end = paragraphs[last.paragraph] as string;
    quote =
      first.paragraph === last.paragraph
        ? start.slice(first.at, last.at)
        : [start.slice(first.at), ...paragraphs.slice(first.paragraph + 1, last.paragraph), end.slice(0, last.at)].join(
            "\n",
          );
    leading = start.slice(0, first.at);
    trailing = end.slice(last.at);
  }
  const lost = quote.trim() === "" && gone.trim() !== "";
  const inside =
    !lost && first && first.paragraph === last?.paragraph
      ? equations.flatMap((one) =>
          one.paragraph === first.paragraph && one.to > one.at ? [[one.at, one.to] as const] : [],
        )
      : [];
  return { ...rest, quote: lost ? gone.trim() : quote, deleted: lost, leading, trailing, equations: inside };
}

/**
 * A stretch of a paragraph: a run of editable plain text, or something that isn't editable and counts as one character.
 */
export type Stretch = {
  node: Node;
  /** The insertion around the run, or null. */
  holder: Node | null;
  text: string;
  plain: boolean;
};

export const BARRIER = "\ufffc";

/** A paragraph's stretches in order, and where a comment's range starts and ends in their joined text. */
export function stretchesOf(paragraph: Node, anchor: Anchor): { stretches: Stretch[]; from: number; to: number } {
  const stretches: Stretch[] = [];
  let length = 0;
  let from = -1;
  let to = -1;
  let fields = 0;
  const add = (stretch: Stretch): void => {
    stretches.push(stretch);
    length += stretch.text.length;
  };
  const barrier = (node: Node): void => add({ node, holder: null, text: BARRIER, plain: false });
  for (const node of paragraph.children) {
    if (node === anchor.start?.node) from = length;
    if (node === anchor.end?.node) to = length;
    if (POINTS.has(node.code)) continue;
    if (node.close === null && node.code !== C.r && !/^<(?:[\w.-]+:)?(?:fldSimple|oMath)\b/.test(node.raw)) continue;
    if (node.code === C.pPr || node.code === C.del || node.code === C.moveFrom) continue;
    if (node.code === C.r) {
      for (const child of node.children) {
        if (!FIELD_MARK.test(child.raw)) continue;
        fields +=
          attributeOf(child, "fldCharType") === "begin" ? 1 : attributeOf(child, "fldCharType") === "end" ? -1 : 0;
      }
      if (isReference(node)) continue;
      if (fields <= 0 && isPlain(node)) add({ node, holder: null, text: textOf(node), plain: true });
      else barrier(node);
    } else if (
      node.code === C.ins &&
      fields <= 0 &&
      node.children.every((child) => child.close === null || isReference(child) || isPlain(child))
    ) {
      for (const child of node.children)
        if (child.code === C.r && !isReference(child))
          add({ node: child, holder: node, text: textOf(child), plain: true });
    } else barrier(node);
  }
  return { stretches, from, to };
}

const isReference = (run: Node): boolean =>
  run.code === C.r &&
  run.children.some((child) => child.code === C.commentReference) &&
  run.children.every((child) => child.code !== C.t);

const textOf = (run: Node): string => run.children.map((child) => (child.code === C.t ? runText(child) : "")).join("");

/** A run with only text, and no tracked format change. */
function isPlain(run: Node): boolean {
  if (run.code !== C.r || run.close === null) return false;
  const marks = find(run, C.rPr)?.children ?? [];
  if (marks.some((mark) => isRevision(mark.code) || mark.code === C.rPrChange)) return false;
  return run.children.every(
    (child) =>
      child.code === C.rPr ||
      child.code === C.t ||
      child.code === C.lastRenderedPageBreak ||
      (child.code === 0 && child.close === null && /^\s*$/.test(child.raw)),
  );
}

/** The paragraph in which both ends of a comment's range are siblings of its runs, or null. */
export const paragraphOf = (anchor: Anchor): Node | null =>
  anchor.start &&
  anchor.end &&
  anchor.start.parent === anchor.end.parent &&
  anchor.start.parent.code === C.p &&
  !anchor.bound &&
  !anchor.deleted
    ? anchor.start.parent
    : null;
