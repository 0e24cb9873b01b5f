import { count } from "#app/platform/rules/core/count.ts";
import type { ChangeStats } from "../../rules/docx/change-stats.ts";

/** How many changes of each kind a copy has, in one line. */
export function ChangeLine({ stats }: { stats: ChangeStats }) {
  const parts = [
    [stats.insertions, "insertion"],
    [stats.deletions, "deletion"],
    [stats.moves, "move"],
    [stats.formatChanges, "formatting change"],
    [stats.otherChanges, "change to tables, lists, or paragraphs", "changes to tables, lists, or paragraphs"],
    [stats.comments, "comment"],
  ] as const;
  const words = parts.flatMap(([n, one, many]) => (n > 0 ? [count(n, one, many ?? `${one}s`)] : []));
  if (words.length === 0) return null;
  return (
    <p>
      {words.join(", ")}. {count(stats.wordsInserted, "word")} inserted and {count(stats.wordsDeleted, "word")} deleted,
      in {count(stats.originalWords, "word")}.
    </p>
  );
}
