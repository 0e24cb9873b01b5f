import type { StyleMeaning } from "../docx-styles.ts";
import { newParagraph, type Paragraph } from "../../readers/text-model.ts";
import type { Gap } from "../../readers/seen-words.ts";
import { isBreak, newTally, type Tally } from "../../readers/words.ts";

/** A paragraph being read. */
export type Draft = {
  paragraph: Paragraph;
  tally: Tally;
  /** Its mark is gone in this view, so it continues in the next paragraph. */
  markDead: boolean;
  /** Whether some visible text is bold, and whether some isn't. */
  boldSeen: boolean;
  plainSeen: boolean;
  styleBold: boolean;
  styleHidden: boolean;
  shaded: boolean;
  inToc: boolean;
  /** Gaps that the layout makes in words; null where there are none. */
  gaps: Gap[] | null;
  /** What has come since the last text that may separate it from the next. */
  pending: Gap["kind"] | null;
  /** Character spacing of the last text, whether that was a single character, and the usual spacing here, once known. */
  spacing: number;
  single: boolean;
  usual: number | null;
  /** The last text was white or too small to see. */
  faint: boolean;
  /** Text boxes and notes, which follow the paragraph they're anchored in. */
  after: Paragraph[];
};

/** A paragraph with nothing read yet. */
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
  gaps: null,
  pending: null,
  spacing: 0,
  single: false,
  usual: null,
  faint: false,
  after: [],
});

/** Notes that something separates the text so far from the text to come, if both turn out to be in one word. */
export function gap(of: Draft, kind: Gap["kind"]): void {
  if (of.pending !== "drawn" && !(of.pending === "between letters" && kind === "maybe")) of.pending = kind;
}

/** Turns the pending gap into a real one if text comes that would continue a word. */
export function settleGap(of: Draft, text: string): void {
  const { pending } = of;
  of.pending = null;
  if (pending === null || !of.tally.inWord || isBreak(text.charCodeAt(0))) return;
  const at = of.paragraph.text.length;
  (of.gaps ??= []).push({ from: at, to: at, kind: pending });
}

/** From here on, the text that's compared differs from the text that's read. */
export function differ(paragraph: Paragraph): void {
  paragraph.compare ??= paragraph.text;
}

/** Gives the paragraph what its style says. */
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

/** Makes the paragraph a heading of a level (1 to 9), or body text again at 0. */
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
