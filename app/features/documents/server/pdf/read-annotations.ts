import type { PDFPageProxy } from "unpdf/pdfjs";
import { annotationKind } from "../../rules/gate/pages/annotations.ts";
import type { ReadAnnotation } from "../../rules/gate/pages/noted-pages.ts";
import { type Box, type DrawnWord, wordsIn } from "../../rules/gate/pages/drawn-page.ts";

/** What pdf.js says of an annotation. */
type Raw = {
  id?: string;
  subtype: string;
  rect: Box;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  quadPoints?: ArrayLike<number> | null;
  inReplyTo?: string;
  url?: string;
  unsafeUrl?: string;
  action?: string;
  actions?: Record<string, unknown> | null;
};

/** Longer ones are cut in lists. The PDF has all of them. */
const [MAX_TEXT, MAX_NAME] = [2_000, 200];
/** Not annotations of a reader: windows that show another one's text, and the fields of a form. */
const NONE = new Set(["Popup", "Widget"]);
const cleanText = (text: string | undefined): string => (text ?? "").replace(/\r\n?/g, "\n").trim();

/** The boxes that a mark on text covers: four corners each. */
function areasOf({ quadPoints }: Raw): Box[] {
  const areas: Box[] = [];
  for (let i = 0; quadPoints && i + 7 < quadPoints.length; i += 8) {
    const [xs, ys] = [0, 1].map((start) => [0, 2, 4, 6].map((step) => quadPoints[i + start + step] as number)) as [
      number[],
      number[],
    ];
    areas.push([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  }
  return areas;
}

/** The annotations of a page, and whether one of them runs a program. `words` are asked for only if one marks text. */
export async function readAnnotations(
  page: PDFPageProxy,
  number: number,
  words: () => DrawnWord[],
): Promise<{ annotations: ReadAnnotation[]; scripts: string[] }> {
  const annotations: ReadAnnotation[] = [];
  const scripts: string[] = [];
  let all: DrawnWord[] | null = null;
  for (const raw of (await page.getAnnotations({ intent: "any" })) as Raw[]) {
    for (const [event, code] of Object.entries(raw.actions ?? {})) scripts.push(`${event} ${String(code)}`);
    if (NONE.has(raw.subtype)) continue;
    const areas = areasOf(raw);
    // Places within the document may be written in several ways.
    const text = raw.subtype === "Link" ? (raw.url ?? raw.unsafeUrl ?? raw.action ?? "") : raw.contentsObj?.str;
    annotations.push({
      page: number,
      kind: annotationKind(raw.subtype),
      subtype: raw.subtype,
      author: cleanText(raw.titleObj?.str).slice(0, MAX_NAME),
      text: cleanText(text).slice(0, MAX_TEXT),
      marked: areas.length > 0 && raw.subtype !== "Link" ? wordsIn((all ??= words()), areas).slice(0, MAX_TEXT) : "",
      reply: Boolean(raw.inReplyTo),
      box: raw.rect,
      id: raw.id ?? "",
      replyTo: raw.inReplyTo ?? "",
      areas,
    });
  }
  return { annotations, scripts };
}
