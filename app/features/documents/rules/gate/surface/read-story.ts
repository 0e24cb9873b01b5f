/** Reads one story (the body, a header, the notes, a text box) in one pass. */
import { handlersByCode } from "../../docx/handlers-by-code.ts";
import { END, OPEN, TEXT } from "../../docx/xml.ts";
import type { SurfaceLine } from "./surface.ts";
import type { Relations } from "./surface-atoms.ts";
import type { SurfaceDocument } from "./document.ts";
import * as fields from "./fields.ts";
import * as objects from "./objects.ts";
import { StoryReading } from "./story-reading.ts";
import * as tables from "./tables.ts";
import * as text from "./text.ts";

const FAMILIES = [text, fields, tables, objects];
const OPENS = handlersByCode(FAMILIES.map((family) => family.OPENS));
const CLOSES = handlersByCode(FAMILIES.map((family) => family.CLOSES));

/** A story's lines. With `notes`, each note's lines are stored by its id. */
export function readStory(
  document: SurfaceDocument,
  xml: string,
  relations: Relations,
  notes: Map<string, SurfaceLine[]> | null = null,
): SurfaceLine[] {
  const story = new StoryReading(document, xml, relations, notes, (inner) => readStory(document, inner, relations));
  const { scanner } = story;
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token === TEXT) {
      if (story.textDepth > 0) story.buffer += scanner.text();
      continue;
    }
    const { code } = scanner;
    const handler = token === OPEN ? OPENS[code] : CLOSES[code];
    if (handler !== undefined) handler(story);
  }
  const [outermost] = story.containers;
  if (outermost) tables.dropRequired(outermost);
  return story.all;
}
