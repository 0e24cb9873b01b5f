import { hasPart, openDocx, readXml, relatedPart, type DocxPackage } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { Watch, isCodeStyle, type Watched } from "../docx/story/watch.ts";
import type { Zip } from "../docx/zip.ts";
import { parseTree, type Node } from "../docx/xml-tree.ts";
import { VOCABULARY } from "../docx/revision-markup.ts";
import { unescapeXml } from "../docx/xml-text.ts";
import { Lists } from "../docx/lists.ts";
import { Styles } from "../explore/explore-look.ts";
import type { Paragraph, TextModel } from "../readers/text-model.ts";
import type { Block, BlockKind, CheckText } from "./finding.ts";

/** How much of the text that a comment is about is enough to find it, in characters. */
const COMMENTED = 60;

/** What the manuscript check reads of a .docx. Its language is for the caller to find. */
export function docxCheckText(input: Uint8Array | Zip): { text: CheckText; model: TextModel } {
  const docx = openDocx(input);
  const styles = new Styles(treeOf(docx, docx.styles));
  const lists = new Lists(treeOf(docx, relatedPart(docx, "numbering")));
  const watch = new Watch(styles);
  const model = readDocx(docx, watch);
  const text = emptyText(model);
  for (const { id, resolved, replyTo } of model.comments) {
    const begins = resolved || replyTo !== null ? undefined : watch.comments.get(id);
    const watched = begins && watch.of.get(begins.paragraph);
    if (watched)
      watched.marks.push({
        from: begins.at,
        to: Math.min(watched.text.length, begins.at + COMMENTED),
        mark: "comment",
      });
  }
  for (const paragraph of model.paragraphs) {
    const watched = watch.of.get(paragraph);
    if (!watched) continue;
    // Counted even if it's left out, so that the labels after it are right.
    const { label, level } = labelOf(watched, styles, lists);
    const styleName = watched.style === null ? "" : styles.of(watched.style).name;
    if (isCodeStyle(styleName)) watched.marks.push({ from: 0, to: watched.text.length, mark: "code" });
    addBlock(text, model, paragraph, watched, label, level);
  }
  text.properties.push(...propertiesOf(docx));
  return { text, model };
}

/** What the manuscript check reads of a manuscript in any other format. */
export function modelCheckText(model: TextModel): CheckText {
  const text = emptyText(model);
  for (const paragraph of model.paragraphs)
    addBlock(text, model, paragraph, { text: paragraph.text, marks: [] }, "", 0);
  return text;
}

const emptyText = (model: TextModel): CheckText => ({
  blocks: [],
  language: null,
  properties: [],
  exact: !model.estimate,
  comments: model.comments.filter((comment) => !comment.resolved).length,
  trackedChanges: model.changes.length + model.formatChanges + model.otherChanges,
  torn: model.format === "pdf",
});

function treeOf(docx: DocxPackage, part: string | null): Node | null {
  return part === null || !hasPart(docx.zip, part) ? null : parseTree(readXml(docx.zip, part), VOCABULARY);
}

/** A paragraph's number or bullet, and how deep it is in its list; 0 outside of lists. */
function labelOf(watched: Watched, styles: Styles, lists: Lists): { label: string; level: number } {
  const style = watched.style === null ? null : styles.of(watched.style).list;
  const id = watched.listId ?? style?.id ?? null;
  if (id === null || id === "0") return { label: "", level: 0 };
  const level = watched.listLevel ?? style?.level ?? 0;
  const next = lists.next({ id, level });
  return { label: next?.label ?? "", level: next ? level + 1 : 0 };
}

/** Made-up titles of the word count. */
const NO_TITLE = /^(?:Whole document|Before the first heading)$/;

function addBlock(
  { blocks }: CheckText,
  model: TextModel,
  paragraph: Paragraph,
  { text, marks }: Pick<Watched, "text" | "marks">,
  label: string,
  depth: number,
): void {
  if (paragraph.kind === "toc" || text.trim() === "") return;
  const title = model.sections[paragraph.section]?.title ?? "";
  const kind = kindOf(paragraph, text, marks, label, depth);
  const block: Block = {
    kind,
    text,
    section: NO_TITLE.test(title) ? "" : title,
    level: kind === "heading" ? paragraph.level : kind === "list" ? depth : 0,
    label,
    marks,
  };
  if (paragraph.cell) block.cell = paragraph.cell;
  blocks.push(block);
}

function kindOf(paragraph: Paragraph, text: string, marks: Block["marks"], label: string, depth: number): BlockKind {
  switch (paragraph.kind) {
    case "heading":
    case "caption":
    case "reference":
      return paragraph.kind;
    case "footnote":
    case "endnote":
      return "note";
    case "tableCell":
      return isCaption(text) ? "caption" : "cell";
    case "body":
    case "textBox":
    case "toc":
      break;
  }
  if (paragraph.isTitle) return "heading";
  if (paragraph.quoted) return "quote";
  if (marks.some(({ mark, from, to }) => (mark === "code" || mark === "math") && to - from >= text.trim().length))
    return "code";
  if (isCaption(text)) return "caption";
  return depth > 0 && label !== "" ? "list" : "text";
}

/** "Table 1. Sample by group" and the like, but not "Table 1 shows". */
const CAPTION =
  /^\s*(?:[Tt]able|TABLE|[Ff]igure|FIGURE|[Ff]ig\.?|FIG\.?|[Ss]cheme|[Bb]ox|[Pp]late|[Cc]hart|[Mm]ap)\s+(?:[A-Z][.-]?)?\d{1,3}(?:[.-]\d{1,3})?[a-z]?(?:\s*(?:[.:|\u2013\u2014\t\n]|$)|\s+(?=\p{Lu}\p{L}|[A-Z]\s|\((?!\p{L}\))))/u;
const isCaption = (text: string): boolean => text.length < 1_500 && CAPTION.test(text);

/** The properties that name people. */
function propertiesOf(docx: DocxPackage): CheckText["properties"] {
  const found: CheckText["properties"] = [];
  const read = (part: string | null, pattern: RegExp): void => {
    if (part === null || !hasPart(docx.zip, part)) return;
    for (const match of readXml(docx.zip, part).slice(0, 100_000).matchAll(pattern)) {
      const value = unescapeXml(match[2] ?? "").trim();
      if (value !== "") found.push({ name: `${part} ${match[1]}`, value });
    }
  };
  read(
    docx.core,
    /<(?:[\w.-]{1,40}:)?(creator|lastModifiedBy|title|subject|description|keywords)\b[^<>]{0,200}>([^<]{1,500})</g,
  );
  read(docx.app, /<(?:[\w.-]{1,40}:)?(Manager|Company)\b[^<>]{0,200}>([^<]{1,500})</g);
  return found;
}
