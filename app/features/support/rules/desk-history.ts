import type { Fact } from "#app/platform/rules/core/fact.ts";
import { type FactWordsTable, wordsOf } from "#app/platform/rules/core/fact-words.ts";

export type HistoryLine = { id: string; at: string; who: string; words: string };

const ACTORS: Record<string, string> = {
  system: "System",
  visitor: "Visitor",
  client: "Author",
  editor: "Editor",
  support: "support",
  admin: "Admin",
};

/** One line of a thread's history, as shown to staff. */
export function historyLine(table: FactWordsTable, fact: Fact, nameOf: (uid: string) => string): HistoryLine {
  const words = wordsOf(table, fact.kind);
  return {
    id: fact.id,
    at: new Date(fact.at).toISOString(),
    who: fact.actorId ? nameOf(fact.actorId) : (ACTORS[fact.actorRole] ?? fact.actorRole),
    words: words?.thread?.(fact, nameOf) ?? words?.audit.title ?? fact.kind,
  };
}
