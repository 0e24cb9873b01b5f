import type { Anchor } from "./comment-anchors.ts";
import { C, find } from "../docx/revision-markup.ts";
import { prefixOf, textNode, writeTree, type Node } from "../docx/xml-tree.ts";

/** Puts markup after a node and its siblings of the same kind (replies to the same comment). */
function insertAfter(parent: Node, node: Node, kind: number, xml: string): void {
  let at = parent.children.indexOf(node) + 1;
  if (kind !== 0)
    while (
      parent.children[at]?.code === kind ||
      /^<(?:[\w.-]+:)?commentRangeStart\b/.test(parent.children[at]?.raw ?? "")
    )
      at++;
  else while (isReplyMark(parent.children[at])) at++;
  parent.children.splice(at, 0, textNode(xml));
}

const isReplyMark = (node: Node | undefined): boolean =>
  node !== undefined &&
  (node.code === C.commentRangeEnd ||
    /^(?:<(?:[\w.-]+:)?commentRangeEnd\b[^>]*>)?<(?:[\w.-]+:)?r>.*commentReference/s.test(node.raw) ||
    (node.code === C.r && node.children.some((one) => one.code === C.commentReference)));

/** The reply's marks next to its comment's, like Word's. */
export function anchorReply(anchor: Anchor, id: number): void {
  const reference = anchor.reference as { node: Node; parent: Node };
  const run = reference.node;
  const w = prefixOf(run);
  const properties = find(run, C.rPr);
  const look = properties ? writeTree(properties) : "";
  if (anchor.start && anchor.end)
    insertAfter(anchor.start.parent, anchor.start.node, C.commentRangeStart, `<${w}commentRangeStart ${w}id="${id}"/>`);
  const end = anchor.start && anchor.end ? `<${w}commentRangeEnd ${w}id="${id}"/>` : "";
  insertAfter(reference.parent, run, 0, `${end}<${w}r>${look}<${w}commentReference ${w}id="${id}"/></${w}r>`);
}
