import { hasPart, openDocx, readXml, relatedPart, type DocxPackage } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { decodeXml, unescapeXml } from "../docx/xml-text.ts";
import { openZip, readPart, type Zip } from "../docx/zip.ts";
import { Watch, type Watched } from "../docx/story/watch.ts";
import { parseTree, type Node } from "../docx/xml-tree.ts";
import { VOCABULARY } from "../docx/revision-markup.ts";
import { Lists } from "../docx/lists.ts";
import { Styles } from "../explore/explore-look.ts";
import { OdtWatch } from "../readers/odt/odt-watch.ts";
import { readOdt } from "../readers/read-odt.ts";
import { readRtf } from "../readers/read-rtf.ts";
import { RtfWatch } from "../readers/rtf/rtf-watch.ts";
import type { Paragraph, TextModel } from "../readers/text-model.ts";
import type { Block, BlockKind, CheckText } from "./finding.ts";
import { isCodeStyle, markComment, type Seen } from "./marks.ts";

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
    if (watched) markComment(watched, begins.at);
  }
  for (const paragraph of model.paragraphs) {
    const watched = watch.of.get(paragraph);
    if (!watched) continue;
    // Counted even if it's left out, so that the labels after it are right.
    const { label, depth } = labelOf(watched, styles, lists);
    const styleName = watched.style === null ? "" : styles.of(watched.style).name;
    if (isCodeStyle(styleName)) watched.marks.push({ from: 0, to: watched.text.length, mark: "code" });
    addBlock(text, model, paragraph, { ...watched, label, depth });
  }
  text.properties.push(...propertiesOf(docx));
  return { text, model };
}

/** What the manuscript check reads of an .odt. */
export function odtCheckText(input: Uint8Array | Zip): { text: CheckText; model: TextModel } {
  const zip = input instanceof Uint8Array ? openZip(input) : input;
  const watch = new OdtWatch();
  const model = readOdt(zip, "final", watch);
  return { text: watchedText(model, watch, odtProperties(zip)), model };
}

/** What the manuscript check reads of an .rtf. */
export function rtfCheckText(bytes: Buffer): { text: CheckText; model: TextModel } {
  const watch = new RtfWatch();
  const model = readRtf(bytes, watch);
  return { text: watchedText(model, watch, watch.properties), model };
}

/** What the manuscript check reads of a manuscript in any other format. */
export const modelCheckText = (model: TextModel): CheckText =>
  watchedText(model, { of: new Map(), comments: 0, trackedChanges: 0 }, []);

function watchedText(
  model: TextModel,
  { of, comments, trackedChanges }: { of: ReadonlyMap<Paragraph, Seen>; comments: number; trackedChanges: number },
  properties: CheckText["properties"],
): CheckText {
  const text = { ...emptyText(model), comments, trackedChanges, properties };
  for (const paragraph of model.paragraphs)
    addBlock(text, model, paragraph, of.get(paragraph) ?? { text: paragraph.text, marks: [], label: "", depth: 0 });
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
function labelOf(watched: Watched, styles: Styles, lists: Lists): Pick<Seen, "label" | "depth"> {
  const style = watched.style === null ? null : styles.of(watched.style).list;
  const id = watched.listId ?? style?.id ?? null;
  if (id === null || id === "0") return { label: "", depth: 0 };
  const level = watched.listLevel ?? style?.level ?? 0;
  const next = lists.next({ id, level });
  return { label: next?.label ?? "", depth: next ? level + 1 : 0 };
}

/** Made-up titles of the word count. */
const NO_TITLE = /^(?:Whole document|Before the first heading)$/;

function addBlock(
  { blocks }: CheckText,
  model: TextModel,
  paragraph: Paragraph,
  { text, marks, label, depth }: Seen,
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
/** "Figure 2." and "Figure 2:" begin no sentence, so what follows may be as long as a page. */
const NUMBERED_CAPTION = /^\s*\p{L}{2,7}\.?\s+(?:[A-Z][.-]?)?\d{1,3}(?:[.-]\d{1,3})?[a-z]?\s*[.:|](?!\d)/u;
const isCaption = (text: string): boolean =>
  CAPTION.test(text) && (text.length < 1_500 || (text.length < 10_000 && NUMBERED_CAPTION.test(text)));

/** The properties that name people. */
const CORE =
  /<(?:[\w.-]{1,40}:)?(creator|lastModifiedBy|title|subject|description|keywords)\b[^<>]{0,200}>([^<]{1,500})</g;
const APP = /<(?:[\w.-]{1,40}:)?(Manager|Company)\b[^<>]{0,200}>([^<]{1,500})</g;
const META =
  /<(?:[\w.-]{1,40}:)?(creator|initial-creator|printed-by|title|subject|description|keyword)\b[^<>]{0,200}>([^<]{1,500})</g;

const propertiesIn = (part: string, xml: string, pattern: RegExp): CheckText["properties"] =>
  Array.from(xml.slice(0, 100_000).matchAll(pattern), ([, name, value = ""]) => ({
    name: `${part} ${name}`,
    value: unescapeXml(value).trim(),
  })).filter(({ value }) => value !== "");

const propertiesOf = (docx: DocxPackage): CheckText["properties"] =>
  (
    [
      [docx.core, CORE],
      [docx.app, APP],
    ] as const
  ).flatMap(([part, pattern]) =>
    part === null || !hasPart(docx.zip, part) ? [] : propertiesIn(part, readXml(docx.zip, part), pattern),
  );

function odtProperties(zip: Zip): CheckText["properties"] {
  const meta = readPart(zip, "meta.xml");
  return meta ? propertiesIn("meta.xml", decodeXml(meta), META) : [];
}
