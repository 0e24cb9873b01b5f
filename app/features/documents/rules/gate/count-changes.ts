/** Counts a copy's tracked changes and lists its comments. */
import type { ChangeStats, CommentNote, SectionChanges } from "../docx/change-stats.ts";
import type { TextModel } from "../readers/text-model.ts";
import { countWords } from "../readers/seen-words.ts";
import { sectionTitle } from "./gate-edits.ts";

/** The counts of a copy without tracked changes. */
export const noChanges = (words: number): ChangeStats => ({
  insertions: 0,
  deletions: 0,
  moves: 0,
  formatChanges: 0,
  otherChanges: 0,
  comments: 0,
  replies: 0,
  wordsInserted: 0,
  wordsDeleted: 0,
  originalWords: words,
  finalWords: words,
  per1000: 0,
  sections: [],
});

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
    const count = change.equation ? 0 : countWords(change.text);
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
