import { hasPart, openDocx, readXml, scanXml, type DocxPackage } from "./docx-package.ts";
import { readStyles, type StyleMeaning } from "./docx-styles.ts";
import { DOCX } from "./docx-vocabulary.ts";
import { divideIntoSections } from "../readers/sections.ts";
import { newModel, type TextModel } from "../readers/text-model.ts";
import { readComments } from "./story/comments.ts";
import { readNotes, readPart } from "./story/read-part.ts";
import type { Watch } from "./story/watch.ts";
import { Story } from "./story/story.ts";
import { rejected } from "./revise-docx.ts";

/** Reads a .docx with its tracked changes accepted into the text model in one pass, including sections. */
export function readDocx(input: Uint8Array | DocxPackage, watch: Watch | null = null): TextModel {
  const docx = input instanceof Uint8Array ? openDocx(input) : input;
  const model = newModel("docx");
  const styles = docx.styles ? readStyles(scanXml(docx.zip, docx.styles, DOCX)) : new Map<string, StyleMeaning>();
  const story = new Story(model, styles, docx, watch);
  if (docx.footnotes) story.footnotes = readNotes(story, docx.footnotes, "footnote");
  if (docx.endnotes) story.endnotes = readNotes(story, docx.endnotes, "endnote");
  readPart(story, docx.main, "body");
  story.report();
  if (docx.comments) readComments(story, docx.comments);
  model.authors = findAuthors(docx, model);
  if (docx.relations.some((one) => one.type === "aFChunk" || one.type === "subDocument")) {
    model.notes.push(
      "This document embeds other files. We don't count or edit their text. To include it, copy it into the document.",
    );
  }
  if (story.openFields > 0 && model.fieldCodes > 0) {
    model.notes.push(`An unfinished field hides ${model.fieldCodes} words. They're not counted.`);
  }
  divideIntoSections(model);
  for (const orphan of story.orphans) orphan.paragraph.section = model.paragraphs[orphan.after - 1]?.section ?? 0;
  return model;
}

/** Reads a .docx with its tracked changes rejected. */
export const readOriginal = (input: Uint8Array | DocxPackage): TextModel =>
  readDocx(rejected(input instanceof Uint8Array ? openDocx(input) : input));

/** The distinct names of people in the properties, tracked changes and comments. */
function findAuthors(docx: DocxPackage, model: TextModel): string[] {
  const names = new Set<string>();
  if (docx.core && hasPart(docx.zip, docx.core)) {
    const xml = readXml(docx.zip, docx.core).slice(0, 100_000);
    for (const match of xml.matchAll(/<(?:[\w.-]+:)?(creator|lastModifiedBy)\b[^>]*>([^<]{1,200})</g))
      names.add((match[2] ?? "").trim());
  }
  let last = "";
  for (const change of model.changes) if (change.author !== last) names.add((last = change.author));
  for (const change of model.markChanges) names.add(change.author);
  for (const comment of model.comments) names.add(comment.author);
  names.delete("");
  return [...names];
}
