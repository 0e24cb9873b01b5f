import { DocxEdit, encodeXml, exactName } from "./docx-edit.ts";
import { openDocx, readRelationships, type DocxPackage } from "./docx-package.ts";
import {
  C,
  CHANGES,
  find,
  isRevision,
  MARKER_PARENTS,
  MATH_RUN,
  POINTS,
  RANGE_MARKS,
  VOCABULARY,
} from "./revision-markup.ts";
import { Numbering, type Revision } from "./revision-numbers.ts";
import { Places } from "./revision-places.ts";
import { attributeOf, openUp, parseTree, prefixOf, textNode, writeTree, type Node } from "./xml-tree.ts";
import { decodeXml } from "./xml.ts";
import { readPart, rewriteZip } from "./zip.ts";

/**
 * Accepts or rejects every tracked change of a .docx. Parts without one are copied byte for byte. In the others, markup
 * around changes stays the same.
 */

const REVISION =
  /<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|(?:rPr|pPr|sectPr|tblPr|tblPrEx|tcPr|trPr|tblGrid|numbering)Change|move(?:From|To)Range(?:Start|End)|customXml(?:Ins|Del|MoveFrom|MoveTo)Range(?:Start|End))[\s/>]/;
const COMMENT = /<(?:[\w.-]+:)?comment(?:RangeStart|RangeEnd|Reference)[\s/>]/;

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

/** What happens to one tracked change. */
export type Decision = "accept" | "reject" | "keep";

/** What happens to a document's tracked changes and comments. */
export type Mode = {
  /** The decision on a tracked change, by any of its elements. */
  decide: (node: Node) => Decision;
  dropComments: boolean;
};

const ACCEPT: Mode = { decide: () => "accept", dropComments: false };
const REJECT: Mode = { decide: () => "reject", dropComments: false };

/** The document with every tracked change accepted. @param level compression level of changed parts, 0 to 9 */
export const acceptAll = (bytes: Buffer, level = 6): Buffer => revise(bytes, ACCEPT, level);

/** The document with every tracked change rejected. */
export const rejectAll = (bytes: Buffer, level = 6): Buffer => revise(bytes, REJECT, level);

/** Every tracked change of a document, numbered as in `reviseSome`. */
export function listRevisions(bytes: Buffer): Revision[] {
  const docx = openDocx(bytes);
  const places = new Places(docx);
  const numbering = new Numbering(places);
  for (const { xml, type } of revisedParts(docx)) {
    places.startPart(type);
    numbering.read(parseTree(xml, VOCABULARY));
  }
  return numbering.revisions;
}

/**
 * The document with some tracked changes accepted or rejected, and the others unchanged.
 * @param decisions by the change's number from `listRevisions`; changes without one stay tracked
 */
export function reviseSome(bytes: Buffer, decisions: ReadonlyMap<number, "accept" | "reject">): Buffer {
  const docx = openDocx(bytes);
  const numbering = new Numbering();
  const changed = new Map<string, Buffer | null>();
  for (const { name, xml } of revisedParts(docx)) {
    const tree = parseTree(xml, VOCABULARY);
    numbering.read(tree);
    const after = writeTree(
      reviseTree(tree, { decide: (node) => decisions.get(numbering.of(node)) ?? "keep", dropComments: false }),
    );
    if (after !== xml) changed.set(name, encodeXml(after));
  }
  return rewriteZip(docx.zip, changed);
}

function revise(bytes: Buffer, mode: Mode, level: number): Buffer {
  const edit = new DocxEdit(openDocx(bytes));
  reviseStories(edit, mode);
  return edit.finish(level);
}

/** Applies the mode to parts with tracked changes or comments: the main story and related parts. */
export function reviseStories(edit: DocxEdit, mode: Mode): void {
  for (const { name, xml } of revisedParts(edit.docx, mode.dropComments)) {
    const after = writeTree(reviseTree(parseTree(xml, VOCABULARY), mode));
    if (after !== xml) edit.set(name, after);
  }
}

/** Parts with tracked changes (or comments, if requested): the main story first. */
export function revisedParts(
  docx: DocxPackage,
  comments = false,
): { name: string; xml: string; /** The part's relationship type. */ type: string }[] {
  const out: { name: string; xml: string; type: string }[] = [];
  const todo = [{ name: docx.main, type: "officeDocument" }];
  const seen = new Set<string>();
  for (const { name, type } of todo) {
    const exact = exactName(docx.zip, name);
    if (seen.has(exact)) continue;
    seen.add(exact);
    const bytes = readPart(docx.zip, exact);
    if (!bytes) continue;
    const xml = decodeXml(bytes);
    if (REVISION.test(xml) || (comments && COMMENT.test(xml))) out.push({ name: exact, xml, type });
    for (const one of readRelationships(docx.zip, exact)) {
      if (
        !one.external &&
        /^(?:header|footer|footnotes|endnotes|comments|glossaryDocument|styles|numbering)$/.test(one.type)
      )
        todo.push({ name: one.target, type: one.type });
    }
  }
  return out;
}

function reviseTree(tree: Node, mode: Mode): Node {
  const context: Context = { mode, starts: new Set(), ends: new Set(), removed: false };
  const broken = halvesOfFields(tree);
  tree.children = tree.children.flatMap((child) => visit(child, 0, context));
  if (context.removed) {
    dropHalfRanges(tree);
    dropHalfFields(tree, broken);
  }
  return tree;
}

type Context = { mode: Mode; starts: Set<string>; ends: Set<string>; removed: boolean };

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
]);

/** What an element becomes: nothing, itself, or its content. */
function visit(node: Node, parent: number, context: Context): Node[] {
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
  const children = node.children.flatMap((child) => visit(child, decision === "keep" ? code : parent, context));
  if (decision === "keep") {
    node.children = children;
    return children.length > 0 ? [node] : [];
  }
  if (code === C.del || code === C.moveFrom) for (const child of children) undelete(child);
  return children;
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

function visitContent(node: Node, context: Context): Node[] {
  const { code } = node;
  const { mode } = context;
  const markDead = code === C.p && (find(find(node, C.pPr), C.rPr)?.children ?? []).some((child) => kills(child, mode));
  const old = node.children.find((child) => CHANGES.has(child.code) && mode.decide(child) === "reject");
  let children = node.children.flatMap((child) => visit(child, code, context));
  if (old) children = restored(node, children, old, context);
  if (BLOCKS.has(code)) children = joinParagraphs(children, code, context);
  node.children = children;
  if (markDead) dead.add(node);
  if ((CONTAINERS.has(code) || (mode.dropComments && code === C.r)) && isHollow(node)) {
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

const isBlank = (node: Node): boolean => node.code === 0 && node.close === null && /^\s*$/.test(node.raw);

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
function isHollow(node: Node): boolean {
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
  return node.children.every(
    (child) => isBlank(child) || POINTS.has(child.code) || child.code === C.rPr || WRAPPER_PROPERTIES.test(child.raw),
  );
}

/** A smart tag's or custom element's properties aren't its content. */
const WRAPPER_PROPERTIES = /^<(?:[\w.-]+:)?(?:smartTagPr|customXmlPr)[\s/>]/;

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

/** Drops unmatched starts and ends of bookmarks, comments and permissions. */
function dropHalfRanges(tree: Node): void {
  const pairs = [
    [C.bookmarkStart, C.bookmarkEnd],
    [C.commentRangeStart, C.commentRangeEnd],
    [C.permStart, C.permEnd],
  ] as const;
  const ids = new Map<number, Set<string>>();
  const collect = (node: Node): void => {
    if (POINTS.has(node.code)) {
      let set = ids.get(node.code);
      if (!set) ids.set(node.code, (set = new Set()));
      set.add(attributeOf(node, "id") ?? "");
    }
    for (const child of node.children) collect(child);
  };
  collect(tree);
  const lost = (node: Node): boolean =>
    pairs.some(([start, end]) => {
      if (node.code !== start && node.code !== end) return false;
      return !(ids.get(node.code === start ? end : start)?.has(attributeOf(node, "id") ?? "") ?? false);
    });
  prune(tree, lost);
}

const FIELD_MARK = /^<(?:[\w.-]+:)?fldChar\b/;

/** Marks and codes of fields that lack their beginning or end. */
function halvesOfFields(tree: Node): Set<Node> {
  const halves = new Set<Node>();
  const open: { begin: Node; rest: Node[] }[] = [];
  const walk = (node: Node): void => {
    if (node.code === 0 && FIELD_MARK.test(node.raw)) {
      const type = attributeOf(node, "fldCharType");
      if (type === "begin") open.push({ begin: node, rest: [] });
      else if (open.length === 0) halves.add(node);
      else if (type === "end") open.pop();
      else open.at(-1)?.rest.push(node);
    } else if (node.code === C.instrText || node.code === C.delInstrText) {
      const field = open.at(-1);
      if (field) field.rest.push(node);
      else halves.add(node);
    }
    for (const child of node.children) walk(child);
  };
  walk(tree);
  for (const { begin, rest } of open) for (const node of [begin, ...rest]) halves.add(node);
  return halves;
}

/**
 * Removes what's left of fields that lost a half, because a code without its beginning would print as text. Fields that
 * were already broken stay.
 */
function dropHalfFields(tree: Node, before: ReadonlySet<Node>): void {
  const lost = halvesOfFields(tree);
  for (const node of before) lost.delete(node);
  if (lost.size === 0) return;
  const held = (node: Node): boolean => node.code === C.r && node.children.some((child) => lost.has(child));
  const runs = new Set<Node>();
  const collect = (node: Node): void => {
    if (held(node)) runs.add(node);
    for (const child of node.children) collect(child);
  };
  collect(tree);
  prune(tree, (node) => lost.has(node));
  prune(tree, (node) => runs.has(node) && node.children.every((child) => isBlank(child) || child.code === C.rPr));
}

function prune(node: Node, drop: (node: Node) => boolean): Node {
  if (node.children.length > 0) {
    if (node.children.some(drop)) node.children = node.children.filter((child) => !drop(child));
    for (const child of node.children) prune(child, drop);
  }
  return node;
}
