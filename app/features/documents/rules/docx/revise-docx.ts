import { DocxEdit, encodeXml, exactName } from "./docx-edit.ts";
import { openDocx, readRelationships, type DocxPackage } from "./docx-package.ts";
import { VOCABULARY } from "./revision-markup.ts";
import { Numbering, type Revision } from "./revision-numbers.ts";
import { Places } from "./revision-places.ts";
import { parseTree, writeTree, type Node } from "./xml-tree.ts";
import { decodeXml } from "./xml-text.ts";
import { readPart, rewriteZip } from "./zip.ts";
import { type Context, visit } from "./revise-tree.ts";
import { dropHalfFields, dropHalfRanges, halvesOfFields } from "./half-fields.ts";

/**
 * Accepts or rejects every tracked change of a .docx. Parts without one are copied byte for byte. In the others, markup
 * around changes stays the same.
 */

const REVISION =
  /<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|(?:rPr|pPr|sectPr|tblPr|tblPrEx|tcPr|trPr|tblGrid|numbering)Change|move(?:From|To)Range(?:Start|End)|customXml(?:Ins|Del|MoveFrom|MoveTo)Range(?:Start|End))[\s/>]/;
const COMMENT = /<(?:[\w.-]+:)?comment(?:RangeStart|RangeEnd|Reference)[\s/>]/;

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

/** Applies the mode to one part. Changes the tree. */
export function reviseTree(tree: Node, mode: Mode): Node {
  const context: Context = { mode, starts: new Set(), ends: new Set(), removed: false };
  const broken = halvesOfFields(tree);
  tree.children = tree.children.flatMap((child) => visit(child, 0, context));
  if (context.removed) {
    dropHalfRanges(tree);
    dropHalfFields(tree, broken);
  }
  return tree;
}
