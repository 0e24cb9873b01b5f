import type { Block, ExplorerIndex } from "../../rules/explore/explorer-model.ts";

/** The block of a note, for which its bundle may have to come first. */
export async function findNote(
  index: ExplorerIndex,
  want: (bundle: number) => Promise<Block[]>,
  note: string,
  from: number,
): Promise<number | null> {
  for (
    let leaf = index.leaves.findIndex((one) => one.from + one.blocks > from),
      bundle = Math.floor(leaf / index.perBundle);
    bundle * index.perBundle < index.leaves.length;
    bundle++
  ) {
    const at = (await want(bundle)).findIndex((block) => block.k === "p" && block.note === note);
    if (at >= 0) return (index.leaves[bundle * index.perBundle]?.from ?? 0) + at;
  }
  return null;
}

/** Marks what was searched for in a block, where the browser can do so without touching the text. */
export function markWords(element: Element, words: string): void {
  if (typeof Highlight === "undefined" || !("highlights" in CSS)) return;
  const ranges: Range[] = [];
  const wanted = words.toLowerCase();
  // Words may go over several runs: found in the text of the whole block.
  const nodes: { node: Text; from: number }[] = [];
  let text = "";
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest("[data-comment]") || node.parentElement?.dataset.said !== undefined
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node: node as Text, from: text.length });
    text += (node as Text).data.toLowerCase();
  }
  const place = (at: number, end: boolean) => nodes.findLast((one) => (end ? one.from < at : one.from <= at));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const first = place(at, false);
    const last = place(at + wanted.length, true);
    if (!first || !last) continue;
    const range = new Range();
    range.setStart(first.node, at - first.from);
    range.setEnd(last.node, Math.min(last.node.length, at + wanted.length - last.from));
    ranges.push(range);
  }
  CSS.highlights.set("stet-search", new Highlight(...ranges));
}
