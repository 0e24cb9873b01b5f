/** Accepts and rejects changes in a part's tree. */
import {
  C,
  CHANGES,
  find,
  isRevision,
  MARKER_PARENTS,
  MATH,
  MATH_ARGUMENT,
  MATH_CONTROL,
  MATH_OBJECT,
  MATH_RUN,
  POINTS,
  RANGE_MARKS,
} from "./revision-markup.ts";
import { attributeOf, openUp, prefixOf, textNode, type Node } from "./xml-tree.ts";
import type { Mode } from "./revise-docx.ts";

const BLOCKS = new Set([
  C.body,
  C.tc,
  C.txbxContent,
  C.footnote,
  C.endnote,
  C.hdr,
  C.ftr,
  C.comment,
  C.sdtContent,
  C.docPartBody,
]);

export type Context = { mode: Mode; starts: Set<string>; ends: Set<string>; removed: boolean };

/** Whether a revision removes its content. */
const kills = (node: Node, mode: Mode): boolean => {
  const { code } = node;
  const decision = isRevision(code) ? mode.decide(node) : "keep";
  return decision === "accept"
    ? code === C.del || code === C.moveFrom
    : decision === "reject" && (code === C.ins || code === C.moveTo);
};

/** Change marks, which are removed once decided. */
const MARKS: ReadonlySet<number> = new Set([...RANGE_MARKS, ...CHANGES, C.numberingChange, C.cellIns, C.cellDel]);
const COMMENT_MARKS: ReadonlySet<number> = new Set([C.commentRangeStart, C.commentRangeEnd, C.commentReference]);
/** Removed once they've lost all their content. */
const CONTAINERS: ReadonlySet<number> = new Set([
  C.sdt,
  C.hyperlink,
  C.smartTag,
  C.customXml,
  C.dir,
  C.bdo,
  C.tbl,
  C.tr,
  MATH,
]);

/** What an element becomes: nothing, itself, or its content. */
export function visit(node: Node, parent: number, context: Context): Node[] {
  const { code } = node;
  const { mode } = context;
  if (code === 0 && node.children.length === 0) return [node];
  if (isRevision(code)) return visitRevision(node, parent, context);
  if (MARKS.has(code)) return mode.decide(node) === "keep" ? [node] : [];
  if (mode.dropComments && COMMENT_MARKS.has(code)) return [];
  if (code === C.cellMerge) return visitMerge(node, mode);
  if (isKilled(node, mode)) {
    context.removed = true;
    return [];
  }
  if (code === MATH_OBJECT && isObjectKilled(node, mode)) {
    context.removed = true;
    return contentOf(node, context);
  }
  const numbered = code === C.numPr ? find(node, C.ins) : undefined;
  if (numbered && mode.decide(numbered) === "reject") return [];
  return node.children.length === 0 ? [node] : visitContent(node, context);
}

function visitRevision(node: Node, parent: number, context: Context): Node[] {
  const { code } = node;
  const { mode } = context;
  const decision = mode.decide(node);
  if (MARKER_PARENTS.has(parent)) return decision === "keep" ? [node] : [];
  if (kills(node, mode)) {
    context.removed = true;
    return [];
  }
  const children = visitAll(node, decision === "keep" ? code : parent, context);
  if (decision === "keep") {
    node.children = children;
    return children.length > 0 ? [node] : [];
  }
  if (code === C.del || code === C.moveFrom) for (const child of children) undelete(child);
  return children;
}

/** What an element's children become. Most stay, so a list is made only if one doesn't. */
function visitAll(node: Node, parent: number, context: Context): Node[] {
  const { children } = node;
  let made: Node[] | null = null;
  for (const [i, child] of children.entries()) {
    const now = visit(child, parent, context);
    if (now.length !== 1 || now[0] !== child) made ??= children.slice(0, i);
    if (made) for (const one of now) made.push(one);
  }
  return made ?? children;
}

/** A change of merged cells records the merge before and after. */
function visitMerge(node: Node, mode: Mode): Node[] {
  const decision = mode.decide(node);
  if (decision === "keep") return [node];
  const value = attributeOf(node, decision === "accept" ? "vMerge" : "vMergeOrig");
  return value === null
    ? []
    : [textNode(`<${prefixOf(node)}vMerge ${prefixOf(node)}val="${value === "rest" ? "restart" : "continue"}"/>`)];
}

/** Whether a mark in its properties removes a row, a cell or a run. */
function isKilled(node: Node, mode: Mode): boolean {
  switch (node.code) {
    case C.tr:
      return (find(node, C.trPr)?.children ?? []).some((mark) => kills(mark, mode));
    case C.tc:
      return (find(node, C.tcPr)?.children ?? []).some(
        (mark) =>
          (mark.code === C.cellDel && mode.decide(mark) === "accept") ||
          (mark.code === C.cellIns && mode.decide(mark) === "reject"),
      );
    case C.r:
    case MATH_RUN:
      return node.children.some((child) => child.code === C.rPr && child.children.some((mark) => kills(mark, mode)));
    default:
      return false;
  }
}

/** Whether a fraction, power, or other object is removed: a change has its mark among the object's properties. */
const isObjectKilled = (object: Node, mode: Mode): boolean =>
  object.children.some((properties) =>
    properties.children.some(
      (control) =>
        control.code === MATH_CONTROL &&
        [control, find(control, C.rPr)].some((holder) => holder?.children.some((mark) => kills(mark, mode))),
    ),
  );

/** What's left of a removed object's parts. */
const contentOf = (object: Node, context: Context): Node[] =>
  object.children.flatMap((child) =>
    child.code === MATH_ARGUMENT
      ? contentOf(child, context)
      : object.code === MATH_ARGUMENT && !PROPERTIES.test(child.raw)
        ? visit(child, object.code, context)
        : [],
  );

/** Properties of a run, an equation, or a smart tag aren't its content. */
const PROPERTIES = /^<(?:[\w.-]+:)?\w+Pr[\s/>]/;

function visitContent(node: Node, context: Context): Node[] {
  const { code } = node;
  const { mode } = context;
  const edited = code === MATH_RUN && node.children.some((child) => isRevision(child.code));
  const markDead = code === C.p && (find(find(node, C.pPr), C.rPr)?.children ?? []).some((child) => kills(child, mode));
  const old = node.children.find((child) => CHANGES.has(child.code) && mode.decide(child) === "reject");
  let children = visitAll(node, code, context);
  if (old) children = restored(node, children, old, context);
  if (BLOCKS.has(code)) children = joinParagraphs(children, code, context);
  node.children = children;
  if (markDead) dead.add(node);
  if ((CONTAINERS.has(code) || edited || (mode.dropComments && code === C.r)) && hasNoContent(node)) {
    context.removed = true;
    return [];
  }
  // Properties that contained only a mark.
  if ((code === C.rPr || code === C.trPr) && children.every(isBlank)) return [];
  return [node];
}

/** Restores deleted text that's kept. What somebody else deleted inside it stays deleted. */
function undelete(node: Node): void {
  if (node.code === C.del) return;
  if (node.code === C.delText || node.code === C.delInstrText) {
    const restore = (tag: string): string =>
      tag.replace(
        /^(<\/?(?:[\w.-]+:)?)del(Text|InstrText)/,
        (_, head: string, tail: string) => head + (tail === "Text" ? "t" : "instrText"),
      );
    node.raw = restore(node.raw);
    node.close = node.close === null ? null : restore(node.close);
  }
  for (const child of node.children) undelete(child);
}

/** Paragraphs whose mark is removed. */
const dead = new WeakSet<Node>();

export const isBlank = (node: Node): boolean => node.code === 0 && node.close === null && /^\s*$/.test(node.raw);

/** The properties before the change. */
function restored(node: Node, current: Node[], change: Node, context: Context): Node[] {
  const holder = change.children.find((child) => child.raw.startsWith("<") && !isBlank(child));
  const before = (holder?.children ?? []).flatMap((child) => visit(child, node.code, context));
  if (node.code === C.pPr)
    return [...before, ...current.filter((child) => child.code === C.rPr || child.code === C.sectPr)];
  if (node.code === C.sectPr)
    return [
      ...current.filter((child) => child.code === C.headerReference || child.code === C.footerReference),
      ...before,
    ];
  // Marks that stay tracked aren't properties to restore.
  if (node.code === C.rPr) return [...current.filter((child) => isRevision(child.code)), ...before];
  if (node.code === C.trPr || node.code === C.tcPr)
    return [
      ...before,
      ...current.filter(
        (child) =>
          isRevision(child.code) || child.code === C.cellIns || child.code === C.cellDel || child.code === C.cellMerge,
      ),
    ];
  return before;
}

/** Whether a container has lost its content: a link without text, a table without rows, a row without cells. */
function hasNoContent(node: Node): boolean {
  if (node.code === C.tbl)
    return !node.children.some((child) => child.code === C.tr || child.code === C.sdt || isOther(child));
  if (node.code === C.tr)
    return !node.children.some((child) => child.code === C.tc || child.code === C.sdt || isOther(child));
  if (node.code === C.sdt) {
    const content = find(node, C.sdtContent);
    return (
      content !== undefined &&
      content.close !== null &&
      content.children.every((child) => isBlank(child) || POINTS.has(child.code))
    );
  }
  return node.children.every((child) => isBlank(child) || POINTS.has(child.code) || PROPERTIES.test(child.raw));
}

const isOther = (node: Node): boolean =>
  node.code === 0 &&
  !isBlank(node) &&
  !/^<(?:[\w.-]+:)?(?:tblPr|tblGrid|trPr|tblPrEx)\b/.test(node.raw) &&
  node.raw.startsWith("<");

const hasContent = (paragraph: Node): boolean =>
  paragraph.children.some((child) => child.code !== C.pPr && !isBlank(child) && !POINTS.has(child.code));

/** If a paragraph's mark is removed, its content joins the next paragraph, which keeps its own properties. */
function joinParagraphs(children: Node[], code: number, context: Context): Node[] {
  if (!children.some((child) => dead.has(child))) return children;
  const out: Node[] = [];
  let carried: Node | null = null;
  let between: Node[] = [];
  const settle = () => {
    if (!carried) return;
    const isLast = !out.some((one) => one.code === C.p || one.code === C.tbl);
    if (hasContent(carried)) out.push(carried);
    else if (carried.children.some((child) => POINTS.has(child.code)) && !isLast)
      out.push(...carried.children.filter((child) => POINTS.has(child.code)));
    else context.removed = true;
    out.push(...between);
    carried = null;
    between = [];
  };
  for (const child of children) {
    if (child.code === C.p) {
      if (carried) {
        const held: Node = carried;
        const own = child.children.findIndex((one) => one.code === C.pPr);
        const content = [...held.children.filter((one) => one.code !== C.pPr), ...between];
        if (child.close === null && content.length > 0) openUp(child);
        child.children.splice(own + 1, 0, ...content);
        carried = null;
        between = [];
      }
      if (dead.has(child)) carried = child;
      else out.push(child);
    } else if (carried && (isBlank(child) || POINTS.has(child.code))) between.push(child);
    else {
      settle();
      out.push(child);
    }
  }
  const last = carried as Node | null;
  settle();
  // A cell, note or text box must end with a paragraph.
  if (last && code !== C.body && code !== C.sdtContent && !out.some((one) => one.code === C.p)) out.push(last);
  return out;
}

export function prune(node: Node, drop: (node: Node) => boolean): Node {
  if (node.children.length > 0) {
    if (node.children.some(drop)) node.children = node.children.filter((child) => !drop(child));
    for (const child of node.children) prune(child, drop);
  }
  return node;
}
