import BufferReader from "word-extractor/lib/buffer-reader.js";
import WordOleExtractor from "word-extractor/lib/word-ole-extractor.js";
import { withoutDeleted } from "../rules/readers/doc/deleted-letters.ts";
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
import { withoutMarks } from "../rules/readers/doc/word-marks.ts";
import { Refused } from "../rules/readers/refusal.ts";

/** The texts of a file, by their kind. */
type Texts = Record<"body" | "boxes" | "footnotes" | "endnotes", string>;

/** Reads a .doc. Pass only OLE files. */
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

/** The library's reader, with the text as the file has it: its own cleaning makes words of signs that it doesn't know. */
class Word97 extends WordOleExtractor<Texts> {
  override writePieces(stream: Buffer, table: Buffer): void {
    const kept = withoutDeleted(stream, table);
    super.writePieces(kept, table);
    let at = 0;
    for (const piece of this._pieces) {
      if (!piece.unicode)
        piece.text = new TextDecoder("windows-1252").decode(
          kept.subarray(piece.startFilePos, piece.startFilePos + piece.size),
        );
      piece.startCp = at;
      piece.length = piece.text.length;
      piece.endCp = at += piece.length;
    }
  }

  /** Does nothing: the library would take letters with changed spacing for deleted ones. */
  override writeCharacterProperties(): void {}

  override buildDocument(): Texts {
    const { ccpText, ccpFtn, ccpHdd, ccpAtn, ccpEdn, ccpTxbx } = this._boundaries;
    const letters = this._pieces.map(({ text }) => text).join("");
    let at = 0;
    const next = (length: number): string => withoutMarks(letters.slice(at, (at += length)));
    const [body, footnotes] = [next(ccpText), next(ccpFtn)];
    // Headers and comments aren't part of the text.
    at += ccpHdd + ccpAtn;
    return { body, footnotes, endnotes: next(ccpEdn), boxes: next(ccpTxbx) };
  }
}

async function readWord97(bytes: Buffer): Promise<Texts> {
  try {
    return await new Word97().extract(new BufferReader(bytes));
  } catch (error) {
    if (/encrypt|password/i.test(error instanceof Error ? error.message : "")) throw new Refused("password");
    throw new Refused(
      "damaged",
      "We can't read this old Word file.",
      "Open it in Word or LibreOffice, save it as .docx, and upload the new file.",
    );
  }
}
