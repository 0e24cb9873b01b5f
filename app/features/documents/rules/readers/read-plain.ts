import { divideIntoSections } from "./sections.ts";
import { newModel, textParagraph, type Paragraph, type TextModel } from "./text-model.ts";

/** Plain text: paragraphs are separated by blank lines, or by line ends if there are none. */
export function readText(text: string): TextModel {
  const clean = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const blocks = /\n[ \t]*\n/.test(clean) ? clean.split(/\n(?:[ \t]*\n)+/) : clean.split("\n");
  const paragraphs = blocks
    .map((block) => block.replace(/^\n+|\n+$/g, ""))
    .filter((block) => block.trim() !== "")
    .map((block) => textParagraph(block));
  return divideIntoSections(newModel("txt", paragraphs));
}

/** HTML comments. One that never ends isn't a comment. */
const COMMENT = /<!--(?:(?!<!--)[\s\S])*?-->/g;

/** Tags that format letters within words. Others separate words. */
const IN_WORDS = new Set(
  "a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var".split(
    " ",
  ),
);

/** Non-text leaves a space if the characters around it would touch. */
const apart = (found: string, at: number, all: string): string =>
  /\S/.test(all.charAt(at - 1)) && /\S/.test(all.charAt(at + found.length)) ? " " : "";

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  ensp: "\u2002",
  emsp: "\u2003",
  thinsp: "\u2009",
  hairsp: "\u200a",
  shy: "\u00ad",
  zwnj: "\u200c",
  zwj: "\u200d",
  lrm: "\u200e",
  rlm: "\u200f",
  zerowidthspace: "\u200b",
  nobreak: "\u2060",
  tab: "\t",
  newline: "\n",
  numsp: "\u2007",
  puncsp: "\u2008",
  mediumspace: "\u205f",
  verythinspace: "\u200a",
  nonbreakingspace: "\u00a0",
  ndash: "\u2013",
  mdash: "\u2014",
  hellip: "\u2026",
  lsquo: "\u2018",
  rsquo: "\u2019",
  ldquo: "\u201c",
  rdquo: "\u201d",
};

/** An entity's character. Unknown ones stay as they are. */
function entity(found: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? found;
  const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? String.fromCodePoint(point) : found;
}

/** The number of front matter lines (YAML between two lines of dashes). */
function frontMatter(lines: readonly string[]): number {
  return lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
}

/** A heading's text without the number signs that may close it. */
function withoutClosing(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === "#") end--;
  return trimmed.slice(0, end).trimEnd();
}

/** Markdown: the text as a reader sees it. Code blocks count, but addresses of links, pictures and HTML tags don't. */
export function readMarkdown(text: string): TextModel {
  const model = newModel("md");
  const lines = text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const out: Paragraph[] = model.paragraphs;
  let block: string[] = [];
  let fence = "";
  let row = 0;
  /** Whether the lines belong to a footnote, which continues on the lines below it and on indented ones. */
  let inNote = false;
  const flush = () => {
    const joined = inline(block.join("\n")).trim();
    if (joined !== "") out.push(textParagraph(joined, inNote ? "footnote" : "body"));
    block = [];
  };
  /** A line without a note's indentation. Without it, a line after a blank one ends the note. */
  const lineOfNote = (line: string): string => {
    const inner = inNote ? line.replace(/^(?: {4}|\t)/, "") : line;
    if (inner === line && block.length === 0 && line.trim() !== "") inNote = false;
    return inner;
  };
  const tableRow = (line: string, above: string) => {
    const follows = out.at(-1)?.cell && /^\s*\|/.test(above);
    if (!follows) {
      model.tableCount++;
      row = 0;
    } else row++;
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .forEach((cell, column) => {
        const paragraph = textParagraph(inline(cell).trim(), "tableCell");
        paragraph.cell = { table: model.tableCount - 1, row, column };
        out.push(paragraph);
      });
  };
  for (let i = frontMatter(lines); i < lines.length; i++) {
    const line = lineOfNote(lines[i] as string);
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== "") {
      if (mark?.startsWith(fence)) {
        fence = "";
        if (block.join("").trim() !== "") out.push(textParagraph(block.join("\n")));
        block = [];
      } else block.push(line);
      continue;
    }
    if (mark !== undefined) {
      flush();
      fence = mark;
      continue;
    }
    const heading = /^\s{0,3}(#{1,6})\s([^]*)$/.exec(line);
    if (heading) {
      flush();
      out.push(textParagraph(inline(withoutClosing(heading[2] ?? "")), "heading", heading[1]?.length ?? 1));
      continue;
    }
    const under = /^\s{0,3}(=+|-+)\s*$/.exec(line)?.[1];
    if (under !== undefined && block.length === 1 && !inNote) {
      const title = inline(block[0] ?? "").trim();
      block = [];
      out.push(textParagraph(title, "heading", under.startsWith("=") ? 1 : 2));
      continue;
    }
    if (/^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line) || line.trim() === "") {
      flush();
      continue;
    }
    if (/^\s*\|.*\|\s*$/.test(line)) {
      if (block.length > 0) flush();
      if (/^[\s|:-]+$/.test(line)) continue;
      tableRow(line, lines[i - 1] ?? "");
      continue;
    }
    const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?([^]*)$/.exec(line);
    if (item) {
      flush();
      if (line === lines[i]) inNote = false;
      block.push(item[1] ?? "");
      continue;
    }
    const note = /^\[\^[^\]]+\]:\s*([^]*)$/.exec(line);
    if (note) {
      flush();
      inNote = true;
      block.push(note[1] as string);
      continue;
    }
    if (/^\s{0,3}\[[^\]]+\]:\s*\S+/.test(line)) continue;
    block.push(line.replace(/^\s{0,3}(?:>\s?)+/, ""));
  }
  if (fence !== "") out.push(textParagraph(block.join("\n")));
  else flush();
  return divideIntoSections(model);

  function inline(source: string): string {
    return source
      .replace(COMMENT, apart)
      .replace(
        /!\[([^[\]\n]*)\](?:\([^[)\n]*\)|\[[^[\]\n]*\])/g,
        (found: string, _: string, at: number, all: string) => {
          model.figures++;
          return apart(found, at, all);
        },
      )
      .replace(/\[\^[^[\]\n]+\]/g, "")
      .replace(/\[([^[\]\n]*)\](?:\([^[)\n]*\)|\[[^[\]\n]*\])/g, "$1")
      .replace(/<(https?:\/\/[^<>\s]+)>/g, "$1")
      .replace(/<\/?([a-zA-Z][\w-]{0,20})[^<>\n]*>/g, (found: string, name: string, at: number, all: string) =>
        IN_WORDS.has(name.toLowerCase()) ? "" : apart(found, at, all),
      )
      .replace(/(\*\*\*|\*\*|\*)(?=\S)([^*\n]+?)\1/g, "$2")
      .replace(/(?<![\p{L}\p{N}])(__|_)(?=\S)([^_\n]+?)\1(?![\p{L}\p{N}])/gu, "$2")
      .replace(/~~([^~\n]+)~~/g, "$1")
      .replace(/(?<!`)`+([^`\n]+)`+/g, "$1")
      .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, "$1")
      .replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,20}));/g, entity)
      .replace(/(?<! ) {2,}\n/g, "\n");
  }
}
