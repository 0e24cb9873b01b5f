import type { StyleMeaning } from "../docx-styles.ts";
import { newParagraph, type Paragraph } from "../../readers/text-model.ts";
import type { Gap } from "../../readers/seen-words.ts";
import { isBreak, newTally, type Tally } from "../../readers/words.ts";

/** A paragraph being read. */
export type Draft = {
  paragraph: Paragraph;
  tally: Tally;
  /** Its mark is removed by a change, so it continues in the next paragraph. */
  markDead: boolean;
  /** Whether some visible text is bold, and whether some isn't. */
  boldSeen: boolean;
  plainSeen: boolean;
  styleBold: boolean;
  styleHidden: boolean;
  shaded: boolean;
  inToc: boolean;
  /** The paragraph's style and list, by their ids. */
  style: string | null;
  listId: string | null;
  listLevel: number | null;
  /** Layout gaps within words; null if there are none. */
  gaps: Gap[] | null;
  /** A possible separator since the last text. */
  pending: Gap["kind"] | null;
  /** The last text's character spacing, whether it was a single character, and the usual spacing, once known. */
  spacing: number;
  single: boolean;
  usual: number | null;
  /** The last text was white or too small to see. */
  faint: boolean;
  /** Text boxes and notes, which come after the paragraph they're anchored to. */
  after: Paragraph[];
};

/** An empty draft. */
export const newDraft = (): Draft => ({
  paragraph: newParagraph(),
  tally: newTally(),
  markDead: false,
  boldSeen: false,
  plainSeen: false,
  styleBold: false,
  styleHidden: false,
  shaded: false,
  inToc: false,
  style: null,
  listId: null,
  listLevel: null,
  gaps: null,
  pending: null,
  spacing: 0,
  single: false,
  usual: null,
  faint: false,
  after: [],
});

/** Records that something separates the text so far from the next, if both turn out to be one word. */
export function gap(of: Draft, kind: Gap["kind"]): void {
  if (of.pending !== "drawn" && !(of.pending === "between letters" && kind === "maybe")) of.pending = kind;
}

/** Turns a possible gap into a real one if the next text would continue a word. */
export function settleGap(of: Draft, text: string): void {
  const { pending } = of;
  of.pending = null;
  if (pending === null || !of.tally.inWord || isBreak(text.charCodeAt(0))) return;
  const at = of.paragraph.text.length;
  (of.gaps ??= []).push({ from: at, to: at, kind: pending });
}

/** From here on, the text for comparison differs from the text for reading. */
export function differ(paragraph: Paragraph): void {
  paragraph.compare ??= paragraph.text;
}

/** Applies a style to a paragraph. */
export function applyStyle(draft: Draft, style: StyleMeaning): void {
  const { paragraph } = draft;
  draft.styleBold = style.bold;
  draft.styleHidden = style.hidden;
  if (paragraph.kind === "body") {
    if (style.toc) paragraph.kind = "toc";
    else if (style.caption) paragraph.kind = "caption";
  }
  if (style.bibliography) paragraph.inBibliography = true;
  paragraph.isTitle = style.title;
  paragraph.quoted = style.quote;
  setLevel(draft, style.level);
}

/** Makes the paragraph a heading of a level (1 to 9), or body text at 0. */
export function setLevel(draft: Draft, level: number): void {
  const { paragraph } = draft;
  if (level > 0 && paragraph.kind === "body") {
    paragraph.kind = "heading";
    paragraph.level = level;
  } else if (paragraph.kind === "heading") {
    paragraph.level = level;
    if (level === 0) paragraph.kind = "body";
  }
}
