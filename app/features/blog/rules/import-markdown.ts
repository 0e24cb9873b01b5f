import MarkdownIt, { type MarkdownIt as Parser, type Token } from "markdown-it";
import { readFrontMatter } from "#app/platform/rules/public-pages/front-matter.ts";
import { editingMarks } from "#app/platform/rules/public-pages/markdown.ts";
import { CONTENT_LIMITS, readTags, slugOf } from "./content.ts";
import {
  type ArticleDocument,
  type DocumentNode,
  EMPTY_DOCUMENT,
  type Mark,
  type MarkType,
  articleLink,
  readDocument,
} from "./document.ts";
import { textOf } from "./document-contents.ts";
import { slugProblem } from "./post.ts";

const FOOTNOTE = /^\[\^([^\]\s]{1,50})\]:[ \t]+(.+(?:\n(?:[ \t]+\S.*|[ \t]*$))*)/gm;

/** References to footnotes: [^1]. */
function footnotes(md: Parser): void {
  md.inline.ruler.before("link", "footnote", (state, silent) => {
    const found = /^\[\^([^\]\s]{1,50})\]/.exec(state.src.slice(state.pos, state.pos + 54));
    const texts = (state.env as { footnotes?: Map<string, string> }).footnotes;
    const text = found ? texts?.get(found[1]!) : undefined;
    if (!found || text === undefined) return false;
    if (!silent) state.push("footnote", "", 0).content = text;
    state.pos += found[0].length;
    return true;
  });
}

const md = new MarkdownIt({ html: false, linkify: false, typographer: true, quotes: "“”‘’" })
  .use(editingMarks)
  .use(footnotes);

const MARKS: Record<string, MarkType> = {
  strong: "bold",
  em: "italic",
  s: "strike",
  ins: "insertion",
  del: "deletion",
};

/** The inline tokens of a paragraph as nodes. */
function inline(tokens: readonly Token[]): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  const open: Mark[] = [];
  const text = (content: string, ...more: Mark[]) => {
    if (content !== "")
      nodes.push({
        type: "text",
        text: content,
        ...(open.length + more.length > 0 ? { marks: [...open, ...more] } : {}),
      });
  };
  for (const token of tokens) {
    if (token.type === "text") text(token.content);
    else if (token.type === "code_inline") text(token.content, { type: "code" });
    else if (token.type === "softbreak") text(" ");
    else if (token.type === "hardbreak") nodes.push({ type: "hardBreak" });
    else if (token.type === "footnote") nodes.push({ type: "footnote", attrs: { text: token.content } });
    // Pictures elsewhere can't be imported, so their description becomes a note for the author.
    else if (token.type === "image") text(`[Picture: ${token.content || String(token.attrGet("src") ?? "")}]`);
    else if (token.type === "link_open")
      open.push({ type: "link", attrs: { href: articleLink(token.attrGet("href")) ?? "" } });
    else if (token.type === "link_close")
      open.splice(
        open.findLastIndex((mark) => mark.type === "link"),
        1,
      );
    else if (token.nesting === 1 && Object.hasOwn(MARKS, token.tag)) open.push({ type: MARKS[token.tag]! });
    else if (token.nesting === -1 && Object.hasOwn(MARKS, token.tag))
      open.splice(
        open.findLastIndex((mark) => mark.type === MARKS[token.tag]),
        1,
      );
    else if (token.content !== "") text(token.content);
  }
  return nodes;
}

const plain = (text: string): string =>
  textOf({ content: inline(md.parseInline(text.replaceAll(/\s+/g, " ").trim(), {})[0]?.children ?? []) });

const HEADING_LEVELS: Record<string, number> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 };
const OPENS: Record<string, (token: Token) => DocumentNode> = {
  paragraph_open: () => ({ type: "paragraph" }),
  heading_open: (token) => ({ type: "heading", attrs: { level: HEADING_LEVELS[token.tag] ?? 2 } }),
  bullet_list_open: () => ({ type: "bulletList" }),
  ordered_list_open: (token) => ({ type: "orderedList", attrs: { start: Number(token.attrGet("start") ?? 1) } }),
  list_item_open: () => ({ type: "listItem" }),
  blockquote_open: () => ({ type: "blockquote" }),
  table_open: () => ({ type: "table" }),
  tr_open: () => ({ type: "tableRow" }),
  th_open: () => ({ type: "tableHeader" }),
  td_open: () => ({ type: "tableCell" }),
};

function blocks(text: string, env: Record<string, unknown>): DocumentNode[] {
  const top: { content: DocumentNode[] } = { content: [] };
  const stack: { content: DocumentNode[] }[] = [top];
  const put = (node: DocumentNode) => stack.at(-1)!.content.push(node);
  for (const token of md.parse(text, env)) {
    const open = OPENS[token.type];
    if (open) {
      const node = { ...open(token), content: [] as DocumentNode[] };
      put(node);
      stack.push(node);
    } else if (token.nesting === -1 && Object.hasOwn(OPENS, token.type.replace(/_close$/, "_open"))) stack.pop();
    else if (token.type === "inline") {
      const nodes = inline(token.children ?? []);
      const { type } = stack.at(-1) as Partial<DocumentNode>;
      // A cell contains blocks, as in the editor.
      if (type === "tableCell" || type === "tableHeader") put({ type: "paragraph", content: nodes });
      else stack.at(-1)!.content.push(...nodes);
    } else if (token.type === "hr") put({ type: "horizontalRule" });
    else if (token.type === "fence" && token.info.startsWith("example"))
      put({
        type: "specimen",
        attrs: { caption: plain(token.info.slice("example".length)) },
        content: blocks(token.content, env),
      });
    else if (token.type === "fence" || token.type === "code_block")
      put({
        type: "codeBlock",
        attrs: { language: token.info.trim().split(/\s/)[0] ?? "" },
        content: [{ type: "text", text: token.content.replace(/\n$/, "") }],
      });
  }
  return top.content;
}

/**
 * Markdown as a document, with the extras of our own articles: editing marks, specimens, and footnotes. Raw HTML stays
 * text.
 */
export function documentOfMarkdown(text: string): ArticleDocument {
  const notes = new Map<string, string>();
  const body = text.replaceAll("\r\n", "\n").replaceAll(FOOTNOTE, (_all, name: string, said: string) => {
    notes.set(name, plain(said));
    return "";
  });
  const read = readDocument({ type: "doc", content: blocks(body, { footnotes: notes }) });
  if ("problem" in read) throw new RangeError(read.problem);
  return read.document;
}

export type ImportedArticle = {
  title: string;
  summary: string;
  slug: string;
  tags: string[];
  /** The slug of its author, if the file names one. */
  author: string | null;
  seoTitle: string;
  seoDescription: string;
  document: ArticleDocument;
};

/**
 * An article from a Markdown file. The front matter (title, summary, slug, tags, author, seoTitle, seoDescription) is
 * optional. Without it, the first heading becomes the title, and the first paragraph the summary.
 * @throws RangeError if the file can't be read
 */
export function readMarkdownArticle(text: string, fileName = ""): ImportedArticle {
  const { head, body } = readFrontMatter(text.replace(/^\uFEFF/, ""));
  let { document } = { document: documentOfMarkdown(body) };
  let title = head["title"]?.replace(/^(["'])(.*)\1$/, "$2") ?? "";
  const [first, ...rest] = document.content;
  if (first?.type === "heading" && (title === "" || textOf(first) === title)) {
    title = textOf(first);
    document = rest.length > 0 ? { type: "doc", content: rest } : EMPTY_DOCUMENT;
  }
  const opening = document.content.find((node) => node.type === "paragraph");
  const summary = head["summary"] ?? head["description"] ?? (opening ? firstSentence(textOf(opening)) : "");
  const name = slugOf(head["slug"] ?? fileName.replace(/^.*[\\/]/, "").replace(/\.\w+$/, ""));
  const slug = name !== "" && slugProblem(name) === null ? name : slugOf(title);
  return {
    title: title.slice(0, CONTENT_LIMITS.title),
    summary: summary.slice(0, CONTENT_LIMITS.summary),
    slug,
    tags: readTags((head["tags"] ?? "").replace(/^\[|\]$/g, "").split(",")),
    author: head["author"] ?? null,
    seoTitle: head["seoTitle"] ?? "",
    seoDescription: head["seoDescription"] ?? "",
    document,
  };
}

const firstSentence = (text: string): string => {
  const end = /[.!?]["”’]?\s/.exec(text);
  return (end ? text.slice(0, end.index + end[0].length) : text).trim().slice(0, 200);
};
