/** What an article's document contains: its text, words, links, and pictures. */
import { type ArticleDocument, type DocumentNode, articleLink, shapeOf } from "./document.ts";

/** Every node in reading order. */
export function* nodesOf(of: { content?: readonly DocumentNode[] }): Generator<DocumentNode> {
  for (const node of of.content ?? []) {
    yield node;
    yield* nodesOf(node);
  }
}

/** The text of a node without its footnotes. */
export const textOf = (node: { content?: readonly DocumentNode[]; text?: string }): string =>
  node.text ?? (node.content ?? []).map((child) => (child.type === "hardBreak" ? " " : textOf(child))).join("");

const WORD = /[\p{L}\p{N}][^\s]*/gu;

/** The words of an article, with captions and footnotes. */
export function countWords(document: ArticleDocument): number {
  let words = 0;
  const count = (text: unknown) => {
    if (typeof text === "string") words += text.match(WORD)?.length ?? 0;
  };
  for (const node of nodesOf(document)) {
    // A word may be in several marks, so words are counted by paragraph.
    if (shapeOf(node.type)?.holds === "inline" || node.type === "codeBlock") count(textOf(node));
    if (node.type === "footnote") count(node.attrs?.["text"]);
    if (node.type === "specimen" || node.type === "picture") count(node.attrs?.["caption"]);
  }
  return words;
}

/** The links of an article, each once, with the text of the first place. */
export function linksOf(document: ArticleDocument): { href: string; text: string }[] {
  const links = new Map<string, string>();
  for (const node of nodesOf(document)) {
    const href = node.marks?.find((mark) => mark.type === "link")?.attrs?.href;
    if (href && !links.has(href)) links.set(href, node.text ?? "");
    if (node.type === "footnote")
      for (const part of splitLinks(String(node.attrs?.["text"] ?? "")))
        if (part.href && !links.has(part.href)) links.set(part.href, part.text);
  }
  return [...links].map(([link, text]) => ({ href: link, text }));
}

/** The pictures of an article in order. */
export const picturesOf = (document: ArticleDocument): { imageId: string; alt: string }[] =>
  [...nodesOf(document)]
    .filter((node) => node.type === "picture")
    .map((node) => ({ imageId: String(node.attrs!["imageId"]), alt: String(node.attrs!["alt"] ?? "") }));

/** Plain text in parts, with each https:// address as a link. */
export function splitLinks(text: string): { text: string; href: string | null }[] {
  const parts: { text: string; href: string | null }[] = [];
  let from = 0;
  for (const found of text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]’”]/gi)) {
    const href = articleLink(found[0]);
    if (!href) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index), href: null });
    parts.push({ text: found[0], href });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
}
