import { type Heading, type Rendered, uniqueAnchors } from "#app/platform/rules/public-pages/markdown.ts";
import {
  type ArticleDocument,
  type DocumentNode,
  MARK_ORDER,
  type Mark,
  type MarkType,
  articleLink,
} from "./document.ts";
import { countWords, splitLinks, textOf } from "./document-contents.ts";
import { type ImageFacts, imageUrl, pictureSources } from "./image.ts";

const escape = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

const TAGS: Record<Exclude<MarkType, "link">, string> = {
  bold: "strong",
  italic: "em",
  strike: "s",
  code: "code",
  subscript: "sub",
  superscript: "sup",
  insertion: "ins",
  deletion: "del",
};

const openTag = (mark: Mark): string =>
  mark.type === "link" ? anchor(mark.attrs?.href ?? "#") : `<${TAGS[mark.type]}>`;
const closeTag = (mark: Mark): string => (mark.type === "link" ? "</a>" : `</${TAGS[mark.type]}>`);

const anchor = (href: string): string => `<a href="${escape(articleLink(href) ?? "#")}">`;

const sameMark = (a: Mark, b: Mark): boolean => a.type === b.type && a.attrs?.href === b.attrs?.href;
const inOrder = (marks: readonly Mark[] = []): Mark[] =>
  [...marks].sort((a, b) => MARK_ORDER.indexOf(a.type) - MARK_ORDER.indexOf(b.type));

/** Anchors that the page around an article uses itself. */
const TAKEN = ["content", "related", "tags", "footnotes"];

/** What is collected while rendering an article. */
type Page = {
  images: ReadonlyMap<string, ImageFacts>;
  headings: Heading[];
  anchorFor: (title: string) => string;
  footnotes: string[];
  tables: number;
  pictures: number;
};

function inline(nodes: readonly DocumentNode[], page: Page): string {
  let html = "";
  let open: Mark[] = [];
  for (const node of nodes) {
    const marks = inOrder(node.marks);
    let same = 0;
    while (same < open.length && same < marks.length && sameMark(open[same]!, marks[same]!)) same++;
    html += open.slice(same).toReversed().map(closeTag).join("") + marks.slice(same).map(openTag).join("");
    open = marks;
    if (node.type === "text") html += escape(node.text ?? "");
    else if (node.type === "hardBreak") html += "<br>\n";
    else if (node.type === "footnote") html += footnoteMark(String(node.attrs?.["text"] ?? ""), page);
  }
  return html + open.toReversed().map(closeTag).join("");
}

function footnoteMark(text: string, page: Page): string {
  page.footnotes.push(text);
  const n = page.footnotes.length;
  return `<sup class="note"><a id="note-${n}-place" href="#note-${n}" aria-label="Footnote ${n}">${n}</a></sup>`;
}

function footnoteList({ footnotes }: Page): string {
  if (footnotes.length === 0) return "";
  const items = footnotes.map((text, i) => {
    const said = splitLinks(text)
      .map((part) => (part.href ? `${anchor(part.href)}${escape(part.text)}</a>` : escape(part.text)))
      .join("");
    return `<li id="note-${i + 1}">${said} <a href="#note-${i + 1}-place" aria-label="Back to footnote ${i + 1} in the text">↩</a></li>`;
  });
  return `<section class="notes" aria-labelledby="footnotes"><h2 id="footnotes">Footnotes</h2><ol>\n${items.join("\n")}\n</ol></section>\n`;
}

function picture(node: DocumentNode, page: Page): string {
  const image = page.images.get(String(node.attrs?.["imageId"]));
  if (!image) return "";
  page.pictures += 1;
  const caption = String(node.attrs?.["caption"] ?? "");
  return `<figure class="picture">${pictureHtml(image, String(node.attrs?.["alt"] ?? ""), { lazy: page.pictures > 1 })}${
    caption ? `<figcaption>${escape(caption)}</figcaption>` : ""
  }</figure>\n`;
}

/** A picture in its modern formats and widths, as HTML. @param lazy loads it only when the reader comes near */
export function pictureHtml(image: ImageFacts, alt: string, { lazy }: { lazy: boolean }): string {
  const sources = pictureSources(image)
    .map(
      ({ type, srcSet }) => `<source type="${type}" srcset="${escape(srcSet)}" sizes="(min-width: 46rem) 42rem, 94vw">`,
    )
    .join("");
  return `<picture>${sources}<img src="${escape(imageUrl(image.id, image.widths.at(-1)!, "jpg", image.preview))}" width="${image.width}" height="${image.height}" alt="${escape(alt)}"${lazy ? ' loading="lazy"' : ""} decoding="async"></picture>`;
}

function cell(node: DocumentNode, page: Page, scope: "col" | "row"): string {
  const tag = node.type === "tableHeader" ? "th" : "td";
  const spans = (["colspan", "rowspan"] as const)
    .filter((name) => Number(node.attrs?.[name] ?? 1) > 1)
    .map((name) => ` ${name}="${Number(node.attrs![name])}"`)
    .join("");
  const [only, ...more] = node.content ?? [];
  // One paragraph needs no tag of its own in a cell.
  const inside =
    only?.type === "paragraph" && more.length === 0 ? inline(only.content ?? [], page) : blocks(node, page);
  return `<${tag}${tag === "th" ? ` scope="${scope}"` : ""}${spans}>${inside}</${tag}>`;
}

/** A table's rows: those of headers alone at the top are its head. */
function table(node: DocumentNode, page: Page): string {
  page.tables += 1;
  const name = `Table ${page.tables}`;
  const rows = node.content ?? [];
  const isHead = (row: DocumentNode) => (row.content ?? []).every((of) => of.type === "tableHeader");
  const first = rows.findIndex((row) => !isHead(row));
  const heads = first === -1 ? rows.length : first;
  const line = (row: DocumentNode, scope: "col" | "row") =>
    `<tr>${(row.content ?? []).map((of) => cell(of, page, scope)).join("")}</tr>`;
  const part = (tag: string, of: readonly DocumentNode[], scope: "col" | "row") =>
    of.length > 0 ? `<${tag}>\n${of.map((row) => line(row, scope)).join("\n")}\n</${tag}>\n` : "";
  return `<div class="table" role="region" aria-label="${name}" tabindex="0"><table>\n${part("thead", rows.slice(0, heads), "col")}${part("tbody", rows.slice(heads), "row")}</table></div>\n`;
}

function heading(node: DocumentNode, page: Page): string {
  const level = Number(node.attrs?.["level"] ?? 2);
  const text = textOf(node);
  const said = inline(node.content ?? [], page);
  if (level > 3) return `<h${level}>${said}</h${level}>\n`;
  const id = page.anchorFor(text);
  page.headings.push({ id, text, level: level as 2 | 3 });
  return `<h${level} id="${escape(id)}">${said}</h${level}>\n`;
}

/** A list item of one paragraph needs no paragraph. */
function listItem(node: DocumentNode, page: Page): string {
  const [first, ...rest] = node.content ?? [];
  const isTight =
    first?.type === "paragraph" && rest.every((of) => of.type === "bulletList" || of.type === "orderedList");
  if (!isTight) return `<li>\n${blocks(node, page)}</li>\n`;
  const said = inline(first.content ?? [], page);
  return `<li>${said}${rest.length > 0 ? `\n${blocks({ content: rest }, page)}` : ""}</li>\n`;
}

function block(node: DocumentNode, page: Page): string {
  switch (node.type) {
    case "paragraph":
      return node.content?.length ? `<p>${inline(node.content, page)}</p>\n` : "";
    case "heading":
      return node.content?.length ? heading(node, page) : "";
    case "bulletList":
      return `<ul>\n${blocks(node, page)}</ul>\n`;
    case "orderedList": {
      const start = Number(node.attrs?.["start"] ?? 1);
      return `<ol${start === 1 ? "" : ` start="${start}"`}>\n${blocks(node, page)}</ol>\n`;
    }
    case "listItem":
      return listItem(node, page);
    case "blockquote":
      return `<blockquote>\n${blocks(node, page)}</blockquote>\n`;
    case "codeBlock":
      return `<pre tabindex="0"><code>${escape(textOf(node))}\n</code></pre>\n`;
    case "horizontalRule":
      return "<hr>\n";
    case "specimen": {
      const caption = String(node.attrs?.["caption"] ?? "");
      return `<figure>${blocks(node, page)}${caption ? `<figcaption>${escape(caption)}</figcaption>` : ""}</figure>\n`;
    }
    case "picture":
      return picture(node, page);
    case "table":
      return table(node, page);
    case "footnote":
    case "hardBreak":
    case "tableCell":
    case "tableHeader":
    case "tableRow":
    case "text":
      return "";
  }
}

const blocks = (of: { content?: readonly DocumentNode[] }, page: Page): string =>
  (of.content ?? []).map((node) => block(node, page)).join("");

/**
 * An article as HTML. All of its tags and attributes are named in this file, and text is always escaped, so nothing an
 * author types can run.
 * @param document from `readDocument`
 * @param images its pictures by ID; missing ones aren't shown
 * @returns headings of the second and third level with their anchors, and the number of words
 */
export function renderDocument(
  document: ArticleDocument,
  images: ReadonlyMap<string, ImageFacts> = new Map(),
): Rendered {
  const page: Page = { images, headings: [], anchorFor: uniqueAnchors(TAKEN), footnotes: [], tables: 0, pictures: 0 };
  const html = blocks(document, page) + footnoteList(page);
  return { html, headings: page.headings, words: countWords(document) };
}
