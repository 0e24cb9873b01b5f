import type { Person } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { EditorForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import { readingDueAt } from "#app/features/orders/rules/review/second-reading.ts";
import { listReadingOffers } from "./list-reading-invites.ts";

export type ReadingsToDo = {
  /** This editor's own, and how many of them can be read now. */
  mine: number;
  ready: number;
  /** Those they could take. */
  open: number;
  firstDueAt: Date | null;
};

/**
 * What an editor has to do with second readings, for the dashboard and the invites page.
 * @param known the editor's matching data, if it has been read
 */
export async function countReadings(
  person: Pick<Person, "uid">,
  now: Date,
  known?: EditorForMatching | null,
): Promise<ReadingsToDo> {
  const taken = await database()
    .selectFrom("second_readings as r")
    .innerJoin("orders as o", "o.id", "r.orderId")
    .select(["o.status", "o.dueAt", "o.windowMs", "o.qaReason", "o.service"])
    .where("r.readerId", "=", person.uid)
    .where("r.status", "=", "taken")
    .execute();
  const ready = taken.filter((o) => o.status === "second_reading");
  const dues = ready.flatMap((o) => readingDueAt(o) ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  return {
    mine: taken.length,
    ready: ready.length,
    open: (await listReadingOffers(person, now, known)).length,
    firstDueAt: dues[0] ?? null,
  };
}
