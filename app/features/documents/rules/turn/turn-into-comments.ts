import { openDocx, readXml, type DocxPackage } from "../docx/docx-package.ts";
import { reviseTree, revisedParts, type Mode } from "../docx/revise-docx.ts";
import { C, VOCABULARY } from "../docx/revision-markup.ts";
import { Numbering, type Revision } from "../docx/revision-numbers.ts";
import { encodeXml } from "../docx/xml-text.ts";
import { parseTree, prefixOf, writeTree, type Node } from "../docx/xml-tree.ts";
import { exactName, rewriteZip } from "../docx/zip.ts";
import { editsOf } from "../explore/edits.ts";
import { ChangedParts } from "../queries/changed-parts.ts";
import { runText } from "../queries/comment-anchors.ts";
import { CommentParts } from "../queries/comment-parts.ts";
import { Refused } from "../readers/refusal.ts";
import { Anchoring } from "./anchor-comments.ts";
import { suggestionOf } from "./suggestion.ts";
import { Mark, Marking, type TurnedPart } from "./turn-marks.ts";

/** The most changes that are turned at once. */
export const MAX_TURNED = 5_000;

/**
 * Turns tracked changes into comments: each is rejected, and its suggestion becomes a comment at the same place, by the
 * same person and with the same date. Everything else stays as it is.
 * @param ids numbers from `listRevisions`. A replacement's deletion and insertion are turned together
 * @returns the document, and how many changes were turned, a replacement counting once
 * @throws Refused if it isn't a readable .docx, or if there are more than `MAX_TURNED`
 */
export function turnIntoComments(bytes: Buffer, ids: ReadonlySet<number>): { bytes: Buffer; turned: number } {
  const docx = openDocx(bytes);
  const parts = partsOf(docx);
  const numbering = new Numbering();
  for (const part of parts) numbering.read(part.tree);
  const edits = editsOf<Revision>(numbering.revisions).edits.filter((edit) => edit.ids.some((id) => ids.has(id)));
  if (edits.length === 0) return { bytes, turned: 0 };
  if (edits.length > MAX_TURNED)
    throw new Refused(
      "too-long",
      `More than ${MAX_TURNED.toLocaleString("en-US")} changes can't be turned into comments at once.`,
      "Turn the changes of one kind at a time.",
    );
  const marks = new Map<number, Mark>();
  for (const edit of edits) {
    const mark = new Mark();
    for (const id of edit.ids) marks.set(id, mark);
  }
  const notes = new Map<string, Mark>();
  const paragraphs = new Map<TurnedPart, readonly Node[]>();
  for (const part of parts) {
    const marking = new Marking(part, numbering, marks, notes);
    marking.read();
    paragraphs.set(part, marking.paragraphs);
  }
  const texts = suggestionsOf(edits, parts, numbering, marks);
  for (const mark of new Set(marks.values())) mark.place();
  const mode: Mode = { decide: (node) => (marks.has(numbering.of(node)) ? "reject" : "keep"), dropComments: false };
  for (const part of parts) reviseTree(part.tree, mode);

  // A change inside a comment is rejected before comments are added.
  const commentsName = docx.comments && exactName(docx.zip, docx.comments);
  const inComments = parts.find((part) => part.name === commentsName);
  const base = inComments
    ? openDocx(rewriteZip(docx.zip, new Map([[inComments.name, encodeXml(writeTree(inComments.tree))]])))
    : docx;
  const file = new ChangedParts(base);
  const others = parts.filter((part) => part !== inComments);
  const comments = new CommentParts(base, file, others);
  const anchoring = new Anchoring(paragraphs, parts[0] as TurnedPart, notes);
  const w = prefixOf(comments.comments.root);
  for (const [i, { head, insertion }] of edits.entries()) {
    const { date } = insertion ?? head;
    const text = texts[i] as string;
    const { id, paragraph } = comments.add({ author: head.author, date: DATE.test(date) ? date : "", text }, w);
    comments.start(paragraph);
    comments.addPerson(head.author);
    anchoring.anchor(marks.get(head.id) as Mark, id);
  }
  comments.finish();
  for (const { name, xml, tree } of others) {
    const after = writeTree(tree);
    if (after !== xml) file.changed.set(name, encodeXml(after));
  }
  return { bytes: rewriteZip(base.zip, file.changed), turned: edits.length };
}

const DATE = /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:\d\d)?$/;

/** The parts with tracked changes. The main one always comes first. */
function partsOf(docx: DocxPackage): TurnedPart[] {
  const parts = revisedParts(docx).map((part) => ({ ...part, tree: parseTree(part.xml, VOCABULARY) }));
  const main = exactName(docx.zip, docx.main);
  if (parts[0]?.name !== main) {
    const xml = readXml(docx.zip, main);
    parts.unshift({ name: main, xml, type: "officeDocument", tree: parseTree(xml, VOCABULARY) });
  }
  return parts;
}

/** Where a change is, if its comment can't be there. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  header: "In the header. ",
  footer: "In the footer. ",
  styles: "In the styles. ",
  numbering: "In the numbering. ",
  comments: "In a comment. ",
};

function suggestionsOf(
  edits: readonly { head: Revision; insertion: Revision | null }[],
  parts: readonly TurnedPart[],
  numbering: Numbering,
  marks: ReadonlyMap<number, Mark>,
): string[] {
  const moved = new Set(edits.filter((edit) => edit.head.kind === "move").map((edit) => edit.head.id));
  const targets = new Map<number, string>();
  if (moved.size > 0) for (const part of parts) findTargets(part.tree, numbering, moved, targets, { tail: "" });
  return edits.map(({ head, insertion }) => {
    const mark = marks.get(head.id) as Mark;
    const where = Object.hasOwn(ELSEWHERE, mark.part?.type ?? "styles") ? ELSEWHERE[mark.part?.type ?? "styles"] : "";
    return `${where}${suggestionOf(head, insertion, { formats: mark.formats, target: targets.get(head.id) ?? "" })}`;
  });
}

/** The words before each move's target. */
function findTargets(
  node: Node,
  numbering: Numbering,
  moved: ReadonlySet<number>,
  into: Map<number, string>,
  read: { tail: string },
): void {
  const { code } = node;
  if (code === C.del || code === C.moveFrom) return;
  if (code === C.moveTo && node.children.length > 0) {
    const id = numbering.of(node);
    if (moved.has(id) && !into.has(id)) into.set(id, read.tail.trim().split(/\s+/).slice(-6).join(" "));
  }
  if (code === C.t) read.tail = (read.tail + runText(node)).slice(-200);
  else for (const child of node.children) findTargets(child, numbering, moved, into, read);
  if (code === C.p) read.tail += " ";
}
