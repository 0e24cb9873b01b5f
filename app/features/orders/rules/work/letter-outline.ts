import { count } from "#app/platform/rules/core/count.ts";
import type { ChangeStats } from "#app/features/documents/rules/docx/change-stats.ts";
import { EDIT_KIND_WORDS, kindsByCount } from "#app/features/documents/rules/kinds/edit-kind.ts";

type Counted = Pick<ChangeStats, "kinds" | "insertions" | "deletions">;

/** "145 changes: 90 grammar, 32 word choice, 23 other". A replacement counts once. @param named kinds that are named */
export function changesInWords({ kinds: counted, insertions, deletions }: Counted, named = 4): string {
  const kinds = kindsByCount(counted ?? {});
  const total = kinds.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0) return `${count(insertions, "insertion")}, ${count(deletions, "deletion")}`;
  const rest = kinds.slice(named).reduce((sum, [, n]) => sum + n, 0);
  const parts = kinds
    .slice(0, named)
    .map(([kind, n]) => `${n.toLocaleString("en-US")} ${EDIT_KIND_WORDS[kind].toLowerCase()}`)
    .concat(rest > 0 ? [`${rest.toLocaleString("en-US")} other`] : []);
  return `${count(total, "change")}: ${parts.join(", ")}`;
}

/** Lines of the outline that only the editor can finish. */
const CHANGED = "What I changed:";
const PROMPTS = ["What I left as it was:", "What you need to decide:"] as const;

/** What an editor's letter starts as: the counts of the copies to submit, and lines for the editor to finish. */
export const letterOutline = (about: {
  author: string | null;
  changes: Counted | null;
  /** Comments of the copies that ask the author. */
  questions: number;
}): string =>
  [
    `Dear ${about.author ?? "author"},`,
    about.changes ? `I made ${changesInWords(about.changes)}.` : null,
    about.questions > 0 ? `My comments have ${count(about.questions, "question")} for you.` : null,
    about.changes ? null : CHANGED,
    ...PROMPTS,
  ]
    .filter((line) => line !== null)
    .join("\n\n");

/** Lines of the outline that a letter still has with nothing behind them. */
export function unfinishedLines(letter: string): string[] {
  const lines = letter
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const prompts: readonly string[] = [CHANGED, ...PROMPTS];
  return lines.filter((line, i) => {
    const next = lines[i + 1];
    return prompts.includes(line) && (next === undefined || prompts.includes(next));
  });
}
