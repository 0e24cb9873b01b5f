import { openDocx, readRelationships, type DocxPackage } from "./docx-package.ts";
import { C, CHANGES, find, isRevision, MARKER_PARENTS, MATH_RUN, POINTS, RANGE_MARKS, VOCABULARY } from "./revision-markup.ts";
import { Numbering, type Revision } from "./revision-numbers.ts";
import { attributeOf, parseTree, prefixOf, textNode, writeTree, type Node } from "./xml-tree.ts";
import { CLOSE, decodeXml, END, OPEN, XmlScanner } from "./xml.ts";
import { readPart, rewriteZip, type Zip } from "./zip.ts";

/**
 * Accepts or rejects every tracked change of a .docx. Parts without one are copied byte for byte; in the others the markup
 * around changes stays as it was.
 */

const REVISION = /<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|(?:rPr|pPr|sectPr|tblPr|tblPrEx|tcPr|trPr|tblGrid|numbering)Change|move(?:From|To)Range(?:Start|End)|customXml(?:Ins|Del|MoveFrom|MoveTo)Range(?:Start|End))[\s/>]/;
const COMMENT = /<(?:[\w.-]+:)?comment(?:RangeStart|RangeEnd|Reference)[\s/>]/;

const BLOCKS = new Set([C.body, C.tc, C.txbxContent, C.footnote, C.endnote, C.hdr, C.ftr, C.comment, C.sdtContent, C.docPartBody]);

/** What is done with one tracked change. */
export type Decision = "accept" | "reject" | "keep";

type Mode = {
  /** The decision on a tracked change, by any of its elements. */
  decide: (node: Node) => Decision;
  dropComments: boolean;
};

const ACCEPT: Mode = { decide: () => "accept", dropComments: false };
const REJECT: Mode = { decide: () => "reject", dropComments: false };

export type CleanOptions = {
  /** Also empties the names of people and companies in the document's properties. */
  scrubAuthors?: boolean;
};

/** The document with every tracked change accepted. */
export const acceptAll = (bytes: Buffer): Buffer => revise(openDocx(bytes), ACCEPT);

/** The document with every tracked change rejected. */
export const rejectAll = (bytes: Buffer): Buffer => revise(openDocx(bytes), REJECT);

/** Every tracked change of a document, numbered as `reviseSome` knows them. */
export function listRevisions(bytes: Buffer): Revision[] {
  const numbering = new Numbering();
  for (const { xml } of revisedParts(openDocx(bytes))) numbering.read(parseTree(xml, VOCABULARY));
  return numbering.revisions;
}

/**
 * The document with some of its tracked changes accepted or rejected and the others left as they are.
 * @param decisions by the number that `listRevisions` gave the change; what is not in it stays tracked
 */
export function reviseSome(bytes: Buffer, decisions: ReadonlyMap<number, "accept" | "reject">): Buffer {
  const docx = openDocx(bytes);
  const numbering = new Numbering();
  const changed = new Map<string, Buffer | null>();
  for (const { name, xml } of revisedParts(docx)) {
    const tree = parseTree(xml, VOCABULARY);
    numbering.read(tree);
    const after = writeTree(reviseTree(tree, { decide: (node) => decisions.get(numbering.of(node)) ?? "keep", dropComments: false }));
    if (after !== xml) changed.set(name, encode(after));
  }
  return rewriteZip(docx.zip, changed);
}

/** The clean copy: all changes accepted, no comments, change tracking off. */
export function cleanCopy(bytes: Buffer, options: CleanOptions = {}): Buffer {
  const docx = openDocx(bytes);
  const changed = reviseParts(docx, { ...ACCEPT, dropComments: true });
  const relations = readRelationships(docx.zip, docx.main);
  const settings = relations.find((one) => one.type === "settings" && !one.external);
  if (settings) {
    const xml = partXml(docx.zip, settings.target, changed);
    if (xml !== null && /trackRevisions/.test(xml)) {
      const tree = parseTree(xml, VOCABULARY);
      changed.set(exactName(docx.zip, settings.target), encode(writeTree(prune(tree, (node) => node.code === C.trackRevisions))));
    }
  }
  const dropped = relations.filter((one) => /^(?:comments|commentsExtended|commentsIds|commentsExtensible|people)$/.test(one.type) && !one.external);
  if (dropped.length > 0) {
    const names = new Set<string>();
    for (const one of dropped) {
      const name = exactName(docx.zip, one.target);
      names.add(`/${name.toLowerCase()}`);
      if (docx.zip.entries.has(name)) changed.set(name, null);
      const own = exactName(docx.zip, name.replace(/([^/]*)$/, "_rels/$1.rels"));
      if (docx.zip.entries.has(own)) changed.set(own, null);
    }
    const ids = new Set(dropped.map((one) => one.id));
    const rels = exactName(docx.zip, docx.main.replace(/([^/]*)$/, "_rels/$1.rels"));
    cutElements(docx.zip, rels, changed, (scanner) => ids.has(scanner.attribute("Id") ?? ""), "Relationship");
    cutElements(docx.zip, exactName(docx.zip, "[Content_Types].xml"), changed, (scanner) => names.has((scanner.attribute("PartName") ?? "").toLowerCase()), "Override");
  }
  if (options.scrubAuthors) scrub(docx, changed);
  return rewriteZip(docx.zip, changed);
}

function revise(docx: DocxPackage, mode: Mode): Buffer {
  return rewriteZip(docx.zip, reviseParts(docx, mode));
}

const exactName = (zip: Zip, name: string): string => zip.folded.get(name.toLowerCase()) ?? name;

const encode = (xml: string): Buffer => {
  const plain = xml.charCodeAt(0) === 0xfeff ? xml.slice(1) : xml;
  return Buffer.from(plain.replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])[^"']*\2/, "$1$2UTF-8$2"), "utf8");
};

function partXml(zip: Zip, name: string, changed: ReadonlyMap<string, Buffer | null>): string | null {
  const bytes = changed.get(exactName(zip, name)) ?? readPart(zip, name);
  return bytes ? decodeXml(bytes) : null;
}

/** The parts that change: the main story and what hangs on it, always in the same order. */
function reviseParts(docx: DocxPackage, mode: Mode): Map<string, Buffer | null> {
  const changed = new Map<string, Buffer | null>();
  for (const { name, xml } of revisedParts(docx, mode.dropComments)) {
    const after = writeTree(reviseTree(parseTree(xml, VOCABULARY), mode));
    if (after !== xml) changed.set(name, encode(after));
  }
  return changed;
}

/** The parts that hold tracked changes (or, where asked for, comments): the main story first. */
export function revisedParts(docx: DocxPackage, comments = false): { name: string; xml: string }[] {
  const out: { name: string; xml: string }[] = [];
  const todo = [docx.main];
  const seen = new Set<string>();
  for (let name = todo.shift(); name !== undefined; name = todo.shift()) {
    const exact = exactName(docx.zip, name);
    if (seen.has(exact)) continue;
    seen.add(exact);
    const bytes = readPart(docx.zip, exact);
    if (!bytes) continue;
    const xml = decodeXml(bytes);
    if (REVISION.test(xml) || (comments && COMMENT.test(xml))) out.push({ name: exact, xml });
    for (const one of readRelationships(docx.zip, exact)) {
      if (!one.external && /^(?:header|footer|footnotes|endnotes|comments|glossaryDocument|styles|numbering)$/.test(one.type)) todo.push(one.target);
    }
  }
  return out;
}

function reviseTree(tree: Node, mode: Mode): Node {
  const context: Context = { mode, starts: new Set(), ends: new Set(), removed: false };
  tree.children = tree.children.flatMap((child) => visit(child, 0, context));
  if (context.removed) dropHalfRanges(tree);
  return tree;
}

type Context = { mode: Mode; starts: Set<string>; ends: Set<string>; removed: boolean };

/** Whether a revision takes its content away. */
const kills = (node: Node, mode: Mode): boolean => {
  const { code } = node;
  const decision = isRevision(code) ? mode.decide(node) : "keep";
  return decision === "accept" ? code === C.del || code === C.moveFrom : decision === "reject" && (code === C.ins || code === C.moveTo);
};
function visit(node: Node, parent: number, context: Context): Node[] {
  const { code } = node;
  const { mode } = context;
  if (code === 0 && node.children.length === 0) return [node];
  if (isRevision(code)) {
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
  if (RANGE_MARKS.has(code) || code === C.numberingChange || code === C.cellIns || code === C.cellDel || CHANGES.has(code)) return mode.decide(node) === "keep" ? [node] : [];
  if (mode.dropComments && (code === C.commentRangeStart || code === C.commentRangeEnd || code === C.commentReference)) return [];
  if (code === C.cellMerge) {
    const decision = mode.decide(node);
    if (decision === "keep") return [node];
    const value = attributeOf(node, decision === "accept" ? "vMerge" : "vMergeOrig");
    return value === null ? [] : [textNode(`<${prefixOf(node)}vMerge ${prefixOf(node)}val="${value === "rest" ? "restart" : "continue"}"/>`)];
  }
  if (code === C.tr) {
    const marks = find(node, C.trPr)?.children ?? [];
    if (marks.some((mark) => kills(mark, mode))) {
      context.removed = true;
      return [];
    }
  }
  if (code === C.tc) {
    const marks = find(node, C.tcPr)?.children ?? [];
    if (marks.some((mark) => (mark.code === C.cellDel && mode.decide(mark) === "accept") || (mark.code === C.cellIns && mode.decide(mark) === "reject"))) {
      context.removed = true;
      return [];
    }
  }
  if ((code === C.r || code === MATH_RUN) && node.children.some((child) => child.code === C.rPr && child.children.some((mark) => kills(mark, mode)))) {
    context.removed = true;
    return [];
  }
  const numbered = code === C.numPr ? find(node, C.ins) : undefined;
  if (numbered && mode.decide(numbered) === "reject") return [];
  if (node.children.length === 0) return [node];

  const markDead = code === C.p && (find(find(node, C.pPr), C.rPr)?.children ?? []).some((child) => kills(child, mode));
  const hadContent = code === C.sdt || code === C.hyperlink || code === C.smartTag || (mode.dropComments && code === C.r) || code === C.tbl || code === C.tr;
  const old = node.children.find((child) => CHANGES.has(child.code) && mode.decide(child) === "reject");
  let children = node.children.flatMap((child) => visit(child, code, context));
  if (old) children = restored(node, children, old, context);
  if (BLOCKS.has(code)) children = joinParagraphs(children, code, context);
  node.children = children;
  if (markDead) dead.add(node);
  if (hadContent && isHollow(node)) {
    context.removed = true;
    return [];
  }
  // Properties that held nothing but a mark.
  if ((code === C.rPr || code === C.trPr) && children.every(isBlank)) return [];
  return [node];
}

/** What was deleted and is kept after all: its text is text again. What somebody else deleted inside it stays deleted. */
function undelete(node: Node): void {
  if (node.code === C.del) return;
  if (node.code === C.delText || node.code === C.delInstrText) {
    const restore = (tag: string): string => tag.replace(/^(<\/?(?:[\w.-]+:)?)del(Text|InstrText)/, (_, head: string, tail: string) => head + (tail === "Text" ? "t" : "instrText"));
    node.raw = restore(node.raw);
    node.close = node.close === null ? null : restore(node.close);
  }
  for (const child of node.children) undelete(child);
}

/** Paragraphs whose mark goes away. */
const dead = new WeakSet<Node>();

const isBlank = (node: Node): boolean => node.code === 0 && node.close === null && /^\s*$/.test(node.raw);

/** The properties as they were before the change. */
function restored(node: Node, current: Node[], change: Node, context: Context): Node[] {
  const holder = change.children.find((child) => child.raw.startsWith("<") && !isBlank(child));
  const before = (holder?.children ?? []).flatMap((child) => visit(child, node.code, context));
  if (node.code === C.pPr) return [...before, ...current.filter((child) => child.code === C.rPr || child.code === C.sectPr)];
  if (node.code === C.sectPr) return [...current.filter((child) => child.code === C.headerReference || child.code === C.footerReference), ...before];
  // Marks that stay tracked are no property that could be restored.
  if (node.code === C.rPr) return [...current.filter((child) => isRevision(child.code)), ...before];
  if (node.code === C.trPr || node.code === C.tcPr) return [...before, ...current.filter((child) => isRevision(child.code) || child.code === C.cellIns || child.code === C.cellDel || child.code === C.cellMerge)];
  return before;
}

/** Nothing left in a container that had something: a link without text, a table without rows, a row without cells. */
function isHollow(node: Node): boolean {
  if (node.code === C.tbl) return !node.children.some((child) => child.code === C.tr || child.code === C.sdt || isOther(child));
  if (node.code === C.tr) return !node.children.some((child) => child.code === C.tc || child.code === C.sdt || isOther(child));
  if (node.code === C.sdt) {
    const content = find(node, C.sdtContent);
    return content !== undefined && content.close !== null && content.children.every((child) => isBlank(child) || POINTS.has(child.code));
  }
  return node.children.every((child) => isBlank(child) || POINTS.has(child.code) || child.code === C.rPr);
}

const isOther = (node: Node): boolean => node.code === 0 && !isBlank(node) && !/^<(?:[\w.-]+:)?(?:tblPr|tblGrid|trPr|tblPrEx)\b/.test(node.raw) && node.raw.startsWith("<");

const hasContent = (paragraph: Node): boolean => paragraph.children.some((child) => child.code !== C.pPr && !isBlank(child) && !POINTS.has(child.code));

/** Where a paragraph's mark goes, its content joins the next paragraph, which keeps its own properties. */
function joinParagraphs(children: Node[], code: number, context: Context): Node[] {
  if (!children.some((child) => dead.has(child))) return children;
  const out: Node[] = [];
  let carried: Node | null = null;
  let between: Node[] = [];
  const settle = () => {
    if (!carried) return;
    const isLast = !out.some((one) => one.code === C.p || one.code === C.tbl);
    if (hasContent(carried)) out.push(carried);
    else if (carried.children.some((child) => POINTS.has(child.code)) && !isLast) out.push(...carried.children.filter((child) => POINTS.has(child.code)));
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

/** Makes `<w:p/>` able to hold something. */
function openUp(node: Node): void {
  const name = /^<([^\s/>]+)/.exec(node.raw)?.[1] ?? "w:p";
  node.raw = node.raw.replace(/\s*\/>$/, ">");
  node.close = `</${name}>`;
}

/** Drops starts and ends of bookmarks, comments and permissions that lost their partner. */
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

function prune(node: Node, drop: (node: Node) => boolean): Node {
  if (node.children.length > 0) {
    if (node.children.some(drop)) node.children = node.children.filter((child) => !drop(child));
    for (const child of node.children) prune(child, drop);
  }
  return node;
}

/** Cuts the elements of a name for which `drop` holds out of a part; the rest stays as it is. */
function cutElements(zip: Zip, part: string, changed: Map<string, Buffer | null>, drop: (scanner: XmlScanner) => boolean, name: string): void {
  const xml = partXml(zip, part, changed);
  if (xml === null) return;
  const scanner = new XmlScanner(xml, new Map());
  let out = "";
  let kept = 0;
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token !== OPEN || scanner.name.replace(/^.*:/, "") !== name || !drop(scanner)) continue;
    out += xml.slice(kept, scanner.start);
    scanner.skip();
    kept = scanner.end;
  }
  if (kept > 0) changed.set(part, encode(out + xml.slice(kept)));
}

function scrub(docx: DocxPackage, changed: Map<string, Buffer | null>): void {
  for (const [part, names] of [
    [docx.core, /^(?:creator|lastModifiedBy)$/],
    [docx.app, /^(?:Company|Manager)$/],
  ] as const) {
    if (part === null) continue;
    const name = exactName(docx.zip, part);
    const xml = partXml(docx.zip, name, changed);
    if (xml === null) continue;
    const scanner = new XmlScanner(xml, new Map());
    let out = "";
    let kept = 0;
    let from = -1;
    for (let token = scanner.next(); token !== END; token = scanner.next()) {
      const matches = names.test(scanner.name.replace(/^.*:/, ""));
      if (token === OPEN && matches && !scanner.selfClosing) from = scanner.end;
      else if (token === CLOSE && matches && from >= 0) {
        out += xml.slice(kept, from);
        kept = scanner.start;
        from = -1;
      }
    }
    if (kept > 0) changed.set(name, encode(out + xml.slice(kept)));
  }
}
