import { STAFF_ROLES } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import {
  type FactWordsTable,
  type TimelineMark,
  type TimelineReader,
  type Viewer,
  wordsOf,
} from "#app/platform/rules/core/fact-words.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";

/** One line of an order's history. `at` and `untilAt` are shown in the reader's time zone. */
export type TimelineLine = {
  id: string;
  at: Date;
  title: string;
  who: string | null;
  detail: string | null;
  untilAt: Date | null;
  mark: TimelineMark;
};

export type NameOf = (uid: string | null) => string | null;

/** Who did it, by name. Clients and editors see staff only as staff; the system has no name. */
function whoOf(fact: Fact, to: TimelineReader): string | null {
  if (fact.actorRole === "system") return null;
  return !to.isStaff && (STAFF_ROLES as readonly string[]).includes(fact.actorRole)
    ? "our staff"
    : to.nameOf(fact.actorId);
}

/** An order's history as one viewer reads it, in the order of the facts given. */
export function timelineOf(
  words: FactWordsTable,
  facts: readonly Fact[],
  viewer: Viewer,
  currency: string,
  nameOf: NameOf,
): TimelineLine[] {
  const to: TimelineReader = {
    viewer,
    isStaff: viewer === "admin" || viewer === "support",
    money: (minor) => formatMoney(minor, currency),
    nameOf,
  };
  return facts.flatMap((fact) => {
    const told = wordsOf(words, fact.kind)?.timeline?.(fact, to);
    if (!told) return [];
    const { title, detail = null, untilAt = null, mark = "paragraph" } = told;
    const until = untilAt === null ? null : new Date(untilAt);
    return [{ id: fact.id, at: fact.at, title, detail, untilAt: until, mark, who: whoOf(fact, to) }];
  });
}
