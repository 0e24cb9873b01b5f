import WordExtractor from "word-extractor";
import { divideIntoSections } from "../rules/readers/sections.ts";
import {
  newModel,
  textParagraph,
  type Paragraph,
  type ParagraphKind,
  type TextModel,
} from "../rules/readers/text-model.ts";
import { OleFile } from "../rules/readers/doc/ole.ts";
import { isOldWord, readOldWord } from "../rules/readers/doc/old-word.ts";
import { Refused } from "../rules/readers/refusal.ts";

/** The texts of a file, by their kind. */
type Texts = Record<"body" | "boxes" | "footnotes" | "endnotes", string>;

/** Reads a .doc. Pass only OLE files, because the library isn't safe with zip files. */
export async function readDoc(bytes: Buffer): Promise<TextModel> {
  const stream = new OleFile(bytes).stream("WordDocument");
  const { body, boxes, footnotes, endnotes } =
    stream && isOldWord(stream) ? readOldWord(stream) : await readWord97(bytes);
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
  add(body, "body");
  add(boxes, "textBox");
  add(footnotes, "footnote");
  add(endnotes, "endnote");
  return divideIntoSections(model);
}

async function readWord97(bytes: Buffer): Promise<Texts> {
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
  return {
    body: document.getBody(),
    boxes: document.getTextboxes({ includeHeadersAndFooters: false, includeBody: true }),
    footnotes: document.getFootnotes(),
    endnotes: document.getEndnotes(),
  };
}
