import { align } from "../compare/align.ts";
import type { ChangeStats, CommentNote, GateResult, SectionChanges, UntrackedEdit } from "../docx/change-stats.ts";
import { documentFindings, lockedSections, type GateOptions } from "./document-findings.ts";
import { type Finding, countFindings, findingKey, listedFindings, severityOf } from "./findings.ts";
import { findingsBetween } from "./gate-findings.ts";
import type { Surface } from "./surface.ts";
import {
  type LookChange,
  type PictureChange,
  surfaceChanges,
  trackedConcealments,
  trackedPictures,
} from "./surface-changes.ts";
import { comparedText, type Paragraph, type TextModel } from "../readers/text-model.ts";
import { countWords } from "../readers/seen-words.ts";
import { isCjk } from "../readers/words.ts";

const MAX_LISTED = 200;
const MAX_SHOWN = 600;
/** Below this share of common words, it's a different text. */
const SAME_TEXT = 0.5;

type Line = { text: string; section: string };

/** The paragraphs to compare: those with text, in reading order. */
const linesOf = (model: TextModel): Line[] => {
  const lines: Line[] = [];
  for (const paragraph of model.paragraphs) {
    const text = comparedText(paragraph);
    if (text !== "") lines.push({ text, section: sectionTitle(model, paragraph) });
  }
  return lines;
};

const sectionTitle = (model: TextModel, paragraph: Paragraph): string => {
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
function similarityOf(a: readonly Line[], b: readonly Line[]): number {
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
function editsBetween(source: readonly Line[], rejected: readonly Line[]): UntrackedEdit[] {
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

/** Counts a tracked copy's changes. `final` and `original` are its two views. */
export function changeStats(final: TextModel, original: TextModel): ChangeStats {
  const sections: SectionChanges[] = final.sections.map((section) => ({
    title: section.title,
    insertions: 0,
    deletions: 0,
    moves: 0,
    wordsInserted: 0,
    wordsDeleted: 0,
    originalWords: 0,
  }));
  const none: SectionChanges = {
    title: "",
    insertions: 0,
    deletions: 0,
    moves: 0,
    wordsInserted: 0,
    wordsDeleted: 0,
    originalWords: 0,
  };
  const stats: ChangeStats = {
    insertions: 0,
    deletions: 0,
    moves: 0,
    formatChanges: final.formatChanges,
    otherChanges: final.otherChanges,
    comments: final.comments.filter((comment) => comment.replyTo === null).length,
    replies: final.comments.filter((comment) => comment.replyTo !== null).length,
    wordsInserted: 0,
    wordsDeleted: 0,
    originalWords: wordsOf(original),
    finalWords: wordsOf(final),
    per1000: 0,
    sections,
  };
  let previous: TextModel["changes"][number] | null = null;
  for (const change of final.changes) {
    const section = sections[change.paragraph.section] ?? none;
    const count = countWords(change.text);
    if (change.kind === "insert") {
      stats.insertions++;
      section.insertions++;
      stats.wordsInserted += count;
      section.wordsInserted += count;
    } else if (change.kind === "delete") {
      stats.deletions++;
      section.deletions++;
      stats.wordsDeleted += count;
      section.wordsDeleted += count;
    } else if (change.kind === "moveTo") {
      // The pieces of a move are consecutive.
      if (previous?.kind !== "moveTo" || previous.author !== change.author) {
        stats.moves++;
        section.moves++;
      }
    }
    previous = change;
  }
  for (const section of sections) section.originalWords = 0;
  // Sections of the original by title, because headings may have been edited.
  const byTitle = new Map(sections.map((section) => [section.title, section]));
  for (const section of original.sections) {
    const same = byTitle.get(section.title);
    if (same) same.originalWords += section.words;
  }
  stats.moves = Math.max(stats.moves, final.moves);
  const changes = stats.insertions + stats.deletions + stats.moves;
  stats.per1000 = stats.originalWords === 0 ? 0 : Math.round((changes * 10_000) / stats.originalWords) / 10;
  return stats;
}

const wordsOf = (model: TextModel): number => model.paragraphs.reduce((sum, paragraph) => sum + paragraph.words, 0);

export const commentNotes = (model: TextModel): CommentNote[] =>
  model.comments.map((comment) => ({
    author: comment.author,
    date: comment.date,
    text: comment.text,
    section: comment.paragraph ? sectionTitle(model, comment.paragraph) : "",
    reply: comment.replyTo !== null,
    resolved: comment.resolved,
  }));

/** What readers see of both documents besides words. Only computed if the words match. */
export type GateSurfaces = {
  /** The source's surface, for the reading with this index in `sources`. */
  source: (index: number) => Surface;
  /** The tracked copy's surface with its changes rejected. */
  copy: () => Surface;
};

/**
 * The delivery gate: with all changes rejected, the tracked copy must equal the source outside field results: its text
 * and, if `surfaces` are given, everything else that a reader sees. `sources` are the acceptable readings of the
 * source: with its own tracked changes rejected and, if it has any, accepted. The best match counts. Edits beyond
 * language, and formatting, are listed too.
 */
export function checkGate(
  sources: readonly TextModel[],
  original: TextModel,
  final: TextModel,
  options: GateOptions = {},
  surfaces: GateSurfaces | null = null,
): GateResult {
  const rejected = linesOf(original);
  let best: { lines: Line[]; model: TextModel; index: number; similarity: number; equal: boolean } | null = null;
  for (const [index, model] of sources.entries()) {
    const lines = linesOf(model);
    const equal = lines.length === rejected.length && lines.every((line, i) => line.text === rejected[i]?.text);
    const similarity = equal ? 1 : similarityOf(lines, rejected);
    if (!best || equal || (!best.equal && similarity > best.similarity))
      best = { lines, model, index, similarity, equal };
    if (equal) break;
  }
  if (!best) throw new Error("The gate needs a source to compare with.");
  const anotherManuscript = !best.equal && best.similarity < SAME_TEXT;
  const edits = best.equal || anotherManuscript ? [] : editsBetween(best.lines, rejected);
  const notes: string[] = [];
  if (best.equal) {
    const visible = (model: TextModel) =>
      model.paragraphs.map((paragraph) => paragraph.text).filter((text) => text !== "");
    const [one, two] = [visible(best.model), visible(original)];
    if (one.length !== two.length || one.some((text, i) => text !== two[i]))
      notes.push("Fields such as the table of contents or citations were refreshed. You don't need to track this.");
  }
  const lookFindings: Finding[] = [];
  if (surfaces && !anotherManuscript) {
    const [source, copy] = [surfaces.source(best.index), surfaces.copy()];
    const { content, looks, refreshed } = surfaceChanges(source, copy);
    const { lines } = best;
    for (const edit of content)
      edits.push({ ...edit, section: edit.section || (lines[edit.paragraph - 1]?.section ?? "") });
    edits.sort((x, y) => x.paragraph - y.paragraph);
    lookFindings.push(
      ...findingsOfLooks([...looks, ...trackedConcealments(copy, source)], trackedPictures(copy, source), lines),
    );
    if (refreshed > 0)
      notes.push(
        `Citation software updated its stored data in ${refreshed === 1 ? "one citation" : `${refreshed.toLocaleString("en-US")} citations`}. The citations themselves are the same.`,
      );
  }
  if (final.changes.length + final.formatChanges + final.otherChanges === 0)
    notes.push("There are no tracked changes in this copy.");
  const findings = anotherManuscript
    ? []
    : [
        ...findingsBetween(best.model, final, lockedSections(best.model, options.locked ?? [])),
        ...lookFindings,
        ...documentFindings(best.model, final, options),
      ];
  return {
    ok: true,
    passed: best.equal && edits.length === 0,
    anotherManuscript,
    similarity: Math.round(best.similarity * 1000) / 1000,
    untracked: edits.slice(0, MAX_LISTED),
    untrackedTotal: edits.length,
    unchanged: final.changes.length + final.formatChanges + final.otherChanges === 0,
    stats: changeStats(final, original),
    comments: commentNotes(final),
    authors: final.authors,
    notes,
    findings: listedFindings(findings),
    findingCounts: countFindings(findings),
  };
}

/** The same format change in more places than this is listed once. */
const MAX_ALIKE = 10;

/** Untracked format changes, words that were made hard to see, and pictures in tracked changes. */
function findingsOfLooks(
  looks: readonly LookChange[],
  pictures: readonly PictureChange[],
  lines: readonly Line[],
): Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, number>();
  const add = (kind: Finding["kind"], paragraph: number, before: string, after: string): void => {
    const base = `${kind} ${paragraph} ${before}\u0000${after}`;
    const nth = seen.get(base) ?? 0;
    seen.set(base, nth + 1);
    findings.push({
      key: findingKey(kind, paragraph, before, after, nth),
      kind,
      severity: severityOf(kind),
      section: lines[paragraph - 1]?.section ?? "",
      paragraph,
      before,
      after,
      leading: "",
      trailing: "",
    });
  };
  for (const { paragraph, before, after } of pictures) add("picture", paragraph, before, after);
  const alike = new Map<string, LookChange[]>();
  for (const look of looks) {
    const key = `${look.kind} ${look.what}`;
    const list = alike.get(key);
    if (list) list.push(look);
    else alike.set(key, [look]);
  }
  for (const list of alike.values()) {
    const [first] = list;
    if (first && first.kind === "formatting" && list.length > MAX_ALIKE)
      add(
        first.kind,
        first.paragraph,
        first.words,
        `${first.what} (here and in ${(list.length - 1).toLocaleString("en-US")} other places)`,
      );
    else for (const { kind, paragraph, words, what } of list) add(kind, paragraph, words, what);
  }
  return findings.sort((x, y) => x.paragraph - y.paragraph);
}
