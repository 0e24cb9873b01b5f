import type { DocxEdit } from "./docx-edit.ts";
import { openDocx, readRelationships, withParts, type DocxPackage } from "./docx-package.ts";
import { VOCABULARY } from "./revision-markup.ts";
import { Numbering, type Revision } from "./revision-numbers.ts";
import { Places } from "./revision-places.ts";
import { parseTree, writeTree, type Node } from "./xml-tree.ts";
import { exactName, rewriteZip, textOfPart } from "./zip.ts";
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

/** The document with every tracked change accepted. The same one if it has none. */
export const accepted = (docx: DocxPackage): DocxPackage => withParts(docx, revisedTexts(docx, ACCEPT));

/** The document with every tracked change rejected. The same one if it has none. */
export const rejected = (docx: DocxPackage): DocxPackage => withParts(docx, revisedTexts(docx, REJECT));

/** As `accepted`, as a file. */
export const acceptAll = (bytes: Buffer): Buffer => packed(accepted(openDocx(bytes)));

/** As `rejected`, as a file. */
export const rejectAll = (bytes: Buffer): Buffer => packed(rejected(openDocx(bytes)));

const packed = ({ zip }: DocxPackage): Buffer => (zip.changed.size === 0 ? zip.bytes : rewriteZip(zip, new Map()));

/** Every tracked change of a document, numbered as in `reviseSome`. */
export function listRevisions(document: Buffer | DocxPackage): Revision[] {
  const docx = document instanceof Uint8Array ? openDocx(document) : document;
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
export const reviseSome = (bytes: Buffer, decisions: ReadonlyMap<number, "accept" | "reject">): Buffer =>
  packed(decided(openDocx(bytes), decisions));

/** As `reviseSome`, without packing it. */
export function decided(docx: DocxPackage, decisions: ReadonlyMap<number, "accept" | "reject">): DocxPackage {
  const numbering = new Numbering();
  const texts = new Map<string, string>();
  for (const { name, xml } of revisedParts(docx)) {
    const tree = parseTree(xml, VOCABULARY);
    numbering.read(tree);
    const after = writeTree(
      reviseTree(tree, { decide: (node) => decisions.get(numbering.of(node)) ?? "keep", dropComments: false }),
    );
    if (after !== xml) texts.set(name, after);
  }
  return withParts(docx, texts);
}

/** Applies the mode to parts with tracked changes or comments: the main story and related parts. */
export function reviseStories(edit: DocxEdit, mode: Mode): void {
  for (const [name, xml] of revisedTexts(edit.docx, mode)) edit.set(name, xml);
}

/** The texts of the parts that the mode changes. */
function revisedTexts(docx: DocxPackage, mode: Mode): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { name, xml } of revisedParts(docx, mode.dropComments)) {
    const after = writeTree(reviseTree(parseTree(xml, VOCABULARY), mode));
    if (after !== xml) texts.set(name, after);
  }
  return texts;
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
    const xml = textOfPart(docx.zip, exact);
    if (xml === null) continue;
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
