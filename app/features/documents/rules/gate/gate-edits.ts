/** The untracked edits between the source and a copy with its changes rejected. */
import { align } from "../compare/align.ts";
import type { UntrackedEdit } from "../docx/change-stats.ts";
import { comparedText, type Paragraph, type TextModel } from "../readers/text-model.ts";
import { isCjk } from "../readers/words.ts";

export const MAX_LISTED = 200;
const MAX_SHOWN = 600;
/** Below this share of common words, it's a different text. */
export const SAME_TEXT = 0.5;

export type Line = { text: string; section: string };

/** The paragraphs to compare: those with text, in reading order. */
export const linesOf = (model: TextModel): Line[] => {
  const lines: Line[] = [];
  for (const paragraph of model.paragraphs) {
    const text = comparedText(paragraph);
    if (text !== "") lines.push({ text, section: sectionTitle(model, paragraph) });
  }
  return lines;
};

export const sectionTitle = (model: TextModel, paragraph: Paragraph): string => {
  const section = model.sections[paragraph.section];
  return section && section.level > 0 ? section.title : "";
};

/** Text in comparable pieces: words, white space, and single CJK characters. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let kind = -1;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const here = isCjk(c) ? 2 : c <= 32 ? 1 : 0;
    if (i > from && (here !== kind || here === 2)) {
      pieces.push(text.slice(from, i));
      from = i;
    }
    kind = here;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** The share of the longer text's words that are also in the other, regardless of position: 0 to 1. */
export function similarityOf(a: readonly Line[], b: readonly Line[]): number {
  const counts = new Map<string, number>();
  let total = 0;
  let other = 0;
  for (const line of a) {
    for (const piece of piecesOf(line.text)) {
      if (piece.charCodeAt(0) <= 32) continue;
      total++;
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
    }
  }
  let common = 0;
  for (const line of b) {
    for (const piece of piecesOf(line.text)) {
      if (piece.charCodeAt(0) <= 32) continue;
      other++;
      const left = counts.get(piece) ?? 0;
      if (left > 0) {
        common++;
        counts.set(piece, left - 1);
      }
    }
  }
  const longer = Math.max(total, other);
  return longer === 0 ? 1 : common / longer;
}

/** The differences between the texts by word, with their places in the source. */
export function editsBetween(source: readonly Line[], rejected: readonly Line[]): UntrackedEdit[] {
  const edits: UntrackedEdit[] = [];
  const pairs = align(
    source.map((line) => line.text),
    rejected.map((line) => line.text),
  );
  pairs.push([source.length, rejected.length]);
  let a = 0;
  let b = 0;
  for (const [i, j] of pairs) {
    if (i > a || j > b) compareStretch(source, a, i, rejected, b, j, edits);
    a = i + 1;
    b = j + 1;
  }
  return edits;
}

const END_OF_PARAGRAPH = "\n\u00b6\n";

function compareStretch(
  source: readonly Line[],
  a0: number,
  a1: number,
  rejected: readonly Line[],
  b0: number,
  b1: number,
  edits: UntrackedEdit[],
): void {
  const before: string[] = [];
  const owner: number[] = [];
  for (let i = a0; i < a1; i++) {
    for (const piece of piecesOf((source[i] as Line).text)) {
      before.push(piece);
      owner.push(i);
    }
    before.push(END_OF_PARAGRAPH);
    owner.push(i);
  }
  const after: string[] = [];
  for (let j = b0; j < b1; j++) after.push(...piecesOf((rejected[j] as Line).text), END_OF_PARAGRAPH);
  const pairs = align(before, after);
  pairs.push([before.length, after.length]);
  let a = 0;
  let b = 0;
  let open: { a0: number; a1: number; b0: number; b1: number } | null = null;
  const push = () => {
    if (!open) return;
    const place = Math.min(owner[open.a0] ?? a1 - 1, source.length - 1);
    const line = source[Math.max(0, Math.min(place, source.length - 1))];
    edits.push({
      section: line?.section ?? "",
      paragraph: Math.max(0, place) + 1,
      before: shown(before.slice(open.a0, open.a1)),
      after: shown(after.slice(open.b0, open.b1)),
      leading: shown(before.slice(Math.max(0, open.a0 - 16), open.a0)).trimStart(),
      trailing: shown(before.slice(open.a1, open.a1 + 16)).trimEnd(),
    });
    open = null;
  };
  for (const [i, j] of pairs) {
    if (i > a || j > b) {
      // Edits separated only by white space are one.
      if (open && a - open.a1 <= 1 && before.slice(open.a1, a).every((piece) => piece.trim() === "")) {
        open.a1 = i;
        open.b1 = j;
      } else {
        push();
        open = { a0: a, a1: i, b0: b, b1: j };
      }
    }
    a = i + 1;
    b = j + 1;
  }
  push();
}

function shown(pieces: readonly string[]): string {
  const text = pieces.join("").replaceAll(END_OF_PARAGRAPH, "\u00b6");
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\u2026` : text;
}
