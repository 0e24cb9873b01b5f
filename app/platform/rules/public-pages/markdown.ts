import MarkdownIt, { type MarkdownIt as Parser } from "markdown-it";

export type Heading = { id: string; text: string; level: 2 | 3 };
export type Rendered = { html: string; headings: Heading[]; words: number };

/** Editing marks in CriticMarkup syntax: {++inserted++} and {--deleted--}. */
export function editingMarks(md: Parser): void {
  md.inline.ruler.before("emphasis", "editing mark", (state, silent) => {
    const open = state.src.slice(state.pos, state.pos + 3);
    if (open !== "{++" && open !== "{--") return false;
    const end = state.src.indexOf(`${open.slice(1)}}`, state.pos + 3);
    if (end === -1 || end + 3 > state.posMax) return false;
    if (!silent) {
      const tag = open === "{++" ? "ins" : "del";
      const { posMax } = state;
      state.push("mark_open", tag, 1);
      state.pos += 3;
      state.posMax = end;
      state.md.inline.tokenize(state);
      state.push("mark_close", tag, -1);
      state.posMax = posMax;
    }
    state.pos = end + 3;
    return true;
  });
}

const md = new MarkdownIt({ html: false, linkify: false, typographer: true, quotes: "“”‘’" }).use(editingMarks);
// Pictures would need storage and alternative text, and none of our texts has one.
md.disable("image");
/** A fenced block named "example" is a text sample, with its caption after the name. Any other is code. */
const codeBlock = md.renderer.rules.fence!;
md.renderer.rules.fence = (tokens, i, options, env, self) => {
  const token = tokens[i]!;
  if (!token.info.startsWith("example")) return codeBlock(tokens, i, options, env, self);
  const caption = token.info.slice("example".length).trim();
  return `<figure>${md.render(token.content)}${caption ? `<figcaption>${md.renderInline(caption)}</figcaption>` : ""}</figure>\n`;
};
// Wide tables scroll on their own, also by keyboard.
md.renderer.rules.table_open = (_tokens, _i, _options, env) => {
  // Each has a unique name for readers who navigate by landmarks.
  const text = (env ?? {}) as { tables?: number };
  text.tables = (text.tables ?? 0) + 1;
  return `<div class="table" role="region" aria-label="Table ${text.tables}" tabindex="0"><table>\n`;
};
md.renderer.rules.table_close = () => "</table></div>\n";
md.renderer.rules.th_open = () => '<th scope="col">';

/** A heading's anchor: its words, joined by hyphens. */
export const anchorOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "part";

/**
 * Gives each heading of a page an anchor of its own: the second "Content" is "content-2".
 * @param taken anchors that the page uses itself
 */
export function uniqueAnchors(taken: readonly string[] = []): (title: string) => string {
  const used = new Set(taken);
  /** The first number that may still be free, so that a page of equal headings takes linear time. */
  const next = new Map<string, number>();
  return (title) => {
    const anchor = anchorOf(title);
    let id = anchor;
    let n = next.get(anchor) ?? 2;
    for (; used.has(id); n++) id = `${anchor}-${n}`;
    next.set(anchor, n);
    used.add(id);
    return id;
  };
}

/**
 * Renders Markdown as semantic HTML. Raw HTML stays text and links with dangerous protocols aren't created, so the
 * result is safe to show.
 * @returns headings of levels two and three with their anchors, for a table of contents, and the word count, for the
 * reading time
 */
export function renderMarkdown(text: string): Rendered {
  const tokens = md.parse(text, {});
  const headings: Heading[] = [];
  const anchorFor = uniqueAnchors();
  let words = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.type === "inline" || token.type === "fence")
      words += token.content.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
    if (token.type !== "heading_open") continue;
    const level = Number(token.tag.slice(1));
    if (level !== 2 && level !== 3) continue;
    const title = (tokens[i + 1]?.children ?? []).map((c) => c.content).join("");
    const id = anchorFor(title);
    token.attrSet("id", id);
    headings.push({ id, text: title, level });
  }
  return { html: md.renderer.render(tokens, md.options, {}), headings, words };
}

const WORDS_A_MINUTE = 220;
/** Reading time in whole minutes, at least one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE));
