/** Reads one part of a document in one pass. */
import { handlersByCode } from "../handlers-by-code.ts";
import { END, OPEN, TEXT } from "../xml.ts";
import { Refused } from "../../readers/refusal.ts";
import type { Paragraph, ParagraphKind } from "../../readers/text-model.ts";
import * as fields from "./fields.ts";
import * as objects from "./objects.ts";
import * as paragraphs from "./paragraphs.ts";
import { PartReading } from "./part-reading.ts";
import * as properties from "./properties.ts";
import * as revisions from "./revisions.ts";
import type { Story } from "./story.ts";
import * as tables from "./tables.ts";
import * as text from "./text.ts";

const FAMILIES = [text, properties, paragraphs, revisions, fields, tables, objects];

const OPENS = handlersByCode(FAMILIES.map((family) => family.OPENS));
const CLOSES = handlersByCode(FAMILIES.map((family) => family.CLOSES));

/** Each note's paragraphs, by id. */
export function readNotes(story: Story, name: string, kind: "footnote" | "endnote"): Map<string, Paragraph[]> {
  const notes = new Map<string, Paragraph[]>();
  readPart(story, name, kind, notes);
  return notes;
}

/** Reads a part into the story. With `notes`, each note's paragraphs are stored by id instead of going to the model. */
export function readPart(
  story: Story,
  name: string,
  base: ParagraphKind,
  notes: Map<string, Paragraph[]> | null = null,
): void {
  const part = new PartReading(story, name, base, notes);
  const { scanner } = part;
  let seenRoot = false;
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token === TEXT) {
      if (part.textDepth > 0) text.takePiece(part);
      continue;
    }
    const { code } = scanner;
    if (code === 0) {
      if (!seenRoot) throw new Refused("not-a-document");
      continue;
    }
    if (token === OPEN) seenRoot = true;
    const handler = token === OPEN ? OPENS[code] : CLOSES[code];
    if (handler !== undefined) handler(part);
  }
  if (!seenRoot) throw new Refused("damaged");
  story.openFields += part.fields.length;
}
