/** Adds text to the current paragraph: to its words, or to its deleted text, hidden text or field codes. */
import type { RunLook } from "../docx-looks.ts";
import { newTally, addText, isBreak, type Tally } from "../../readers/words.ts";
import { seenWords } from "../../readers/seen-words.ts";
import type { Change } from "../../readers/text-model.ts";
import { differ, gap, settleGap, type Draft } from "./draft.ts";
import type { PartReading } from "./part-reading.ts";

/** Character spacing, in twentieths of a point, that looks like a space. */
export const WIDE = 40;

/** Adds text. `at`: its character position in the part, or -1. */
export function feed(part: PartReading, text: string, at = -1): void {
  const { draft } = part;
  if (text === "" || !draft || part.noteSkipped) return;
  if (part.dead > 0 || part.runDead > 0) feedGone(part, draft, text, at);
  else if (part.inCode > 0) tell(part, part.story.codes, text, -1);
  else if (part.look.hidden ?? draft.styleHidden) feedHidden(part, draft, text, at);
  else feedSeen(part, draft, text, at);
}

function feedGone(part: PartReading, draft: Draft, text: string, at: number): void {
  part.story.watch?.gone(draft);
  tell(part, part.story.deleted, text, at);
  record(part, part.authors.at(-1)?.kind === "moveFrom" ? "moveFrom" : "delete", text);
  bring(part, draft, text);
  if (draft.tally.inWord && holdsBreak(text)) gap(draft, "maybe");
}

function feedHidden(part: PartReading, draft: Draft, text: string, at: number): void {
  part.story.watch?.take(part, draft, text, "hidden");
  tell(part, part.story.hidden, text, at);
  differ(draft.paragraph);
  if (part.managed === 0) draft.paragraph.compare += text;
  if (holdsBreak(text)) gap(draft, "drawn");
}

function feedSeen(part: PartReading, draft: Draft, text: string, at: number): void {
  const { look, story } = part;
  const { paragraph } = draft;
  story.watch?.take(part, draft, text, null);
  const faint = isFaint(part, draft);
  if (faint !== draft.faint) {
    // Invisible letters separate visible ones.
    draft.faint = faint;
    gap(draft, "drawn");
  }
  noteSpacing(draft, look, text);
  if (draft.pending !== null) settleGap(draft, text);
  // Tracked words are counted by stretch: a word split into adjacent runs counts once.
  story.deleted.inWord = false;
  if (part.live === 0) story.inserted.inWord = false;
  if (at < 0) addText(draft.tally, text);
  else addText(draft.tally, part.scanner.xml, at, at + text.length);
  if (part.managed > 0) differ(paragraph);
  else if (paragraph.compare !== null) paragraph.compare += text;
  paragraph.text += text;
  if (faint) feedFaint(part, draft, text, at);
  else story.faint.inWord = false;
  if (look.bold ?? draft.styleBold) draft.boldSeen = true;
  else if (!draft.plainSeen && /\S/.test(text)) draft.plainSeen = true;
  if (part.live > 0) {
    tell(part, story.inserted, text, at);
    record(part, liveKind(part), text);
    bring(part, draft, text);
  } else part.last = null;
}

/** White on white or tiny text, which a reader doesn't see. */
const isFaint = ({ look, boxes, tables }: PartReading, draft: Draft): boolean =>
  look.tiny || (look.white && !look.shaded && !draft.shaded && boxes === 0 && tables.length === 0);

function feedFaint(part: PartReading, draft: Draft, text: string, at: number): void {
  const { length } = draft.paragraph.text;
  if (!/[\p{L}\p{N}]/u.test(text)) (draft.gaps ??= []).push({ from: length - text.length, to: length, kind: "drawn" });
  tell(part, part.story.faint, text, at);
}

/** A letter with wide spacing after it looks like the end of a word. */
function noteSpacing(draft: Draft, { spacing }: RunLook, text: string): void {
  if (draft.single && draft.spacing - Math.min(spacing, draft.usual ?? spacing) >= WIDE) gap(draft, "drawn");
  draft.spacing = spacing;
  draft.single = text.length === 1;
  if (spacing < WIDE) draft.usual = spacing;
}

/** Adds to a separate tally. Scripts without spaces and invisible separators are counted piece by piece. */
export function tell(part: PartReading, tally: Tally, text: string, at: number): void {
  if (at < 0) addText(tally, text);
  else addText(tally, part.scanner.xml, at, at + text.length);
  if (tally.unspaced || tally.invisible) {
    const alone = newTally();
    addText(alone, text);
    tally.words += seenWords(text, alone).words - alone.words;
    tally.unspaced = tally.invisible = false;
  }
}

/** Lists a tracked change, or extends the last one if it continues. */
function record(
  part: PartReading,
  kind: Change["kind"],
  text: string,
  by = part.authors.at(-1),
  equation?: Pick<Change, "equation">,
): void {
  const { draft, last } = part;
  if (!draft) return;
  const author = by?.author ?? "";
  const date = by?.date ?? "";
  const { paragraph } = draft;
  if (
    last?.kind === kind &&
    last.author === author &&
    last.paragraph === paragraph &&
    last.equation === equation?.equation
  )
    last.text += text;
  else {
    part.last = { kind, author, date, text, paragraph, ...equation };
    part.story.model.changes.push(part.last);
  }
}

/** Lists the change of an equation's letters, if they're tracked. */
export function recordMath(part: PartReading, text: string): void {
  const by = part.runBy ?? part.authors.at(-1);
  if (by) record(part, by.kind, text, by, { equation: true });
  else part.last = null;
}

/** Lists inserted text, even if somebody else has deleted it again. */
function bring({ authors, story: { model } }: PartReading, { paragraph }: Draft, text: string): void {
  const by = authors.findLast(({ kind }) => kind === "insert" || kind === "moveTo");
  if (by) model.insertedTexts.push({ author: by.author, text, paragraph });
}

/** The kind of change that added the text. */
const liveKind = ({ authors }: PartReading): Change["kind"] =>
  authors.findLast(({ kind }) => kind === "insert" || kind === "moveTo")?.kind ?? "insert";

function holdsBreak(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isBreak(text.charCodeAt(i))) return true;
  return false;
}
