/** Removes fields and ranges that lost their beginning or their end with a change. */
import { C } from "./revision-markup.ts";
import { attributeOf, type Node } from "./xml-tree.ts";
import { isBlank, prune } from "./revise-tree.ts";

/** The other end of each kind of range. */
const OTHER_END: ReadonlyMap<number, number> = new Map(
  (
    [
      [C.bookmarkStart, C.bookmarkEnd],
      [C.commentRangeStart, C.commentRangeEnd],
      [C.permStart, C.permEnd],
    ] as const
  ).flatMap(([start, end]) => [
    [start, end],
    [end, start],
  ]),
);

/** Drops unmatched starts and ends of bookmarks, comments and permissions. */
export function dropHalfRanges(tree: Node): void {
  const ids = new Map<number, Set<string>>();
  const collect = (node: Node): void => {
    if (OTHER_END.has(node.code)) {
      let set = ids.get(node.code);
      if (!set) ids.set(node.code, (set = new Set()));
      set.add(attributeOf(node, "id") ?? "");
    }
    for (const child of node.children) collect(child);
  };
  collect(tree);
  if (ids.size === 0) return;
  prune(tree, (node) => {
    const other = OTHER_END.get(node.code);
    return other !== undefined && !(ids.get(other)?.has(attributeOf(node, "id") ?? "") ?? false);
  });
}

const FIELD_MARK = /^<(?:[\w.-]+:)?fldChar\b/;

/** Marks and codes of fields that lack their beginning or end. */
export function halvesOfFields(tree: Node): Set<Node> {
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
export function dropHalfFields(tree: Node, before: ReadonlySet<Node>): void {
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
