/** An annotated PDF page by page: each annotation with its replies, and a drawing of the page it's on. */
import { escapeXml } from "../../docx/xml-text.ts";
import type { PdfAnnotation, PlacedAnnotation } from "./annotations.ts";
import { type Box, type DrawnPage, wordsOf } from "./drawn-page.ts";

/** With its place in threads, and what it covers of the page. */
export type ReadAnnotation = PlacedAnnotation & {
  /** Of the annotation, and of the one that it answers ("" if it answers none). */
  id: string;
  replyTo: string;
  areas: Box[];
};

export type PageNote = Pick<PdfAnnotation, "kind" | "author" | "text" | "marked"> & {
  replies: Pick<PdfAnnotation, "author" | "text">[];
};
/** A page's annotations in reading order. Their numbers on the page begin with 1. */
export type NotedPage = { page: number; width: number; height: number; notes: PageNote[] };
export type NotedPages = {
  pages: NotedPage[];
  /** Annotations that aren't listed, because there are too many. */
  left: number;
};

/** Words of lines that are set tightly are less than usual apart. */
export const TIGHT = 1 / 10;
const MOST_WORDS = 6_000;
const MOST_MARKS = 2_000;

/** Where threads begin, in reading order. A reply to what isn't there is on its own. */
export function threadsOf(
  annotations: readonly ReadAnnotation[],
): { head: ReadAnnotation; replies: ReadAnnotation[] }[] {
  const shown = annotations.filter((one) => one.subtype !== "Link");
  const byId = new Map(shown.filter((one) => one.id !== "").map((one) => [one.id, one]));
  const headOf = (one: ReadAnnotation): ReadAnnotation => {
    let head = one;
    // A circle of replies ends, too.
    for (let steps = 0; steps < 100; steps++) {
      const next = byId.get(head.replyTo);
      if (!next || next === one) break;
      head = next;
    }
    return head;
  };
  const threads = new Map<ReadAnnotation, ReadAnnotation[]>();
  for (const one of shown) {
    const head = headOf(one);
    const replies = threads.get(head) ?? [];
    if (head !== one) replies.push(one);
    threads.set(head, replies);
  }
  return [...threads]
    .map(([head, replies]) => ({ head, replies }))
    .sort((a, b) => b.head.box[3] - a.head.box[3] || a.head.box[0] - b.head.box[0]);
}

export const pageNotes = (annotations: readonly ReadAnnotation[]): PageNote[] =>
  threadsOf(annotations).map(({ head, replies }) => ({
    kind: head.kind,
    author: head.author,
    text: head.text,
    marked: head.marked,
    replies: replies.map(({ author, text }) => ({ author, text })),
  }));

/** A length in points, short. */
const n = (length: number): string => String(Math.round(length * 10) / 10);

/**
 * The page as SVG: its words in their places in a font of the reader's, frames for its pictures, and its annotations with
 * their numbers.
 * @param drawn null if its instructions can't be read
 */
export function drawnPage(drawn: DrawnPage | null, view: Box, annotations: readonly ReadAnnotation[]): string {
  const [left, bottom, right, top] = view;
  const [width, height] = [right - left, top - bottom];
  /** Corners as SVG has them, from the upper left. */
  const rect = (box: Box): string =>
    `x="${n(box[0] - left)}" y="${n(top - box[3])}" width="${n(Math.max(0.4, box[2] - box[0]))}" height="${n(Math.max(0.4, box[3] - box[1]))}"`;
  const parts: string[] = [];
  for (const { kind, box } of (drawn?.marks ?? []).slice(0, MOST_MARKS)) {
    const thin = Math.min(box[2] - box[0], box[3] - box[1]) < 3;
    parts.push(`<rect ${rect(box)} class="${kind === "picture" ? "p" : thin ? "l" : "s"}"/>`);
  }
  for (const { text, glyphs } of wordsOf(
    (drawn?.glyphs ?? []).filter((one) => one.look !== "hidden"),
    TIGHT,
  ).slice(0, MOST_WORDS)) {
    const box = glyphs.reduce<Box>(
      (all, { box: one }) => [all[0], Math.min(all[1], one[1]), Math.max(all[2], one[2]), Math.max(all[3], one[3])],
      glyphs[0]!.box,
    );
    const size = box[3] - box[1];
    if (size <= 0 || box[2] <= box[0]) continue;
    parts.push(
      `<text x="${n(box[0] - left)}" y="${n(top - box[1] - size * 0.22)}" font-size="${n(size)}" textLength="${n(box[2] - box[0])}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`,
    );
  }
  for (const [index, { head }] of threadsOf(annotations).entries()) {
    const areas = head.areas.length > 0 ? head.areas : [head.box];
    for (const area of areas) parts.push(markOn(head.subtype, area, rect, left, top));
    const [x, y] = [Math.min(width - 8, Math.max(8, areas[0]![0] - left - 3)), Math.max(8, top - areas[0]![3] - 3)];
    parts.push(
      `<circle cx="${n(x)}" cy="${n(y)}" r="6" class="b"/><text x="${n(x)}" y="${n(y + 3)}" class="n">${index + 1}</text>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}" font-family="'Times New Roman',Tinos,serif"><style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>${parts.join("")}</svg>`;
}

const STYLE =
  ".p{fill:#eee;stroke:#999}.s{fill:none;stroke:#ccc;stroke-width:.5}.l{fill:#444}.h{fill:#ffd400;fill-opacity:.4}.o{fill:none;stroke:#c0392b}.d{fill:#c0392b}.b{fill:#c0392b}.n{fill:#fff;font:bold 8px sans-serif;text-anchor:middle}";

/** An annotation on the page: marked words as viewers show them, anything else as its frame. */
function markOn(subtype: string, area: Box, rect: (box: Box) => string, left: number, top: number): string {
  const [x0, y0, x1, y1] = area;
  if (subtype === "Highlight") return `<rect ${rect(area)} class="h"/>`;
  if (subtype === "StrikeOut") return `<rect ${rect([x0, (y0 + y1) / 2 - 0.5, x1, (y0 + y1) / 2 + 0.5])} class="d"/>`;
  if (subtype === "Underline" || subtype === "Squiggly") return `<rect ${rect([x0, y0, x1, y0 + 1])} class="d"/>`;
  if (subtype === "Caret")
    return `<path d="M${n(x0 - left)} ${n(top - y0)}L${n((x0 + x1) / 2 - left)} ${n(top - y1)}L${n(x1 - left)} ${n(top - y0)}" class="o"/>`;
  // A note has an icon, which its number stands for.
  return subtype === "Text" ? "" : `<rect ${rect(area)} class="o"/>`;
}
