import { EDIT_KINDS, type KindCounts } from "#app/features/documents/rules/kinds/edit-kind.ts";
import type { ChangeStats, SectionChanges } from "#app/features/documents/rules/docx/change-stats.ts";

/** Adds up the change counts of several files. */
export function changeTotals(stats: readonly ChangeStats[]): ChangeStats | null {
  if (stats.length === 0) return null;
  const sum = (of: (s: ChangeStats) => number) => stats.reduce((n, s) => n + of(s), 0);
  const originalWords = sum((s) => s.originalWords);
  const changes = sum((s) => s.insertions + s.deletions + s.moves);
  const sections: SectionChanges[] = stats.flatMap((s) => s.sections);
  return {
    insertions: sum((s) => s.insertions),
    deletions: sum((s) => s.deletions),
    moves: sum((s) => s.moves),
    formatChanges: sum((s) => s.formatChanges),
    otherChanges: sum((s) => s.otherChanges),
    comments: sum((s) => s.comments),
    replies: sum((s) => s.replies),
    wordsInserted: sum((s) => s.wordsInserted),
    wordsDeleted: sum((s) => s.wordsDeleted),
    originalWords,
    finalWords: sum((s) => s.finalWords),
    per1000: originalWords > 0 ? Math.round((changes * 10_000) / originalWords) / 10 : 0,
    ...kindTotals(stats),
    sections,
  };
}

/** Without the kinds of one file, the sums would be too small. */
function kindTotals(stats: readonly ChangeStats[]): { kinds?: KindCounts } {
  if (stats.some((one) => one.kinds === undefined)) return {};
  const sums = EDIT_KINDS.map((kind) => [kind, stats.reduce((n, one) => n + (one.kinds?.[kind] ?? 0), 0)] as const);
  return { kinds: Object.fromEntries(sums.filter(([, n]) => n > 0)) };
}
