import WordExtractor from "word-extractor";
import { divideIntoSections } from "../rules/readers/sections.ts";
import {
  newModel,
  textParagraph,
  type Paragraph,
  type ParagraphKind,
  type TextModel,
} from "../rules/readers/text-model.ts";
import { Refused } from "../rules/readers/refusal.ts";

/** Reads a Word 97-2003 file. Pass only OLE files, because the library isn't safe with zip files. */
export async function readDoc(bytes: Buffer): Promise<TextModel> {
  let document;
  try {
    document = await new WordExtractor().extract(bytes);
  } catch (error) {
    if (/encrypt|password/i.test(error instanceof Error ? error.message : "")) throw new Refused("password");
    throw new Refused(
      "damaged",
      "We can't read this old Word file.",
      "Open it in Word or LibreOffice, save it as .docx, and upload the new file.",
    );
  }
  const model = newModel("doc");
  const add = (text: string, kind: ParagraphKind): void => {
    for (const line of text.replace(/\r\n?/g, "\n").split("\n")) {
      // Tabs separate the cells of a table row.
      if (kind === "body" && /\S\t+\S/.test(line) && line.split("\t").length > 2) {
        for (const cell of line.split("\t")) push(textParagraph(cell.trim(), "tableCell"));
      } else push(textParagraph(line, kind));
    }
  };
  const push = (paragraph: Paragraph): void => {
    if (paragraph.words > 0) model.paragraphs.push(paragraph);
  };
  add(document.getBody(), "body");
  add(document.getTextboxes({ includeHeadersAndFooters: false, includeBody: true }), "textBox");
  add(document.getFootnotes(), "footnote");
  add(document.getEndnotes(), "endnote");
  return divideIntoSections(model);
}
