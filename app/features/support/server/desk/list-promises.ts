import { database } from "#app/platform/server/core/database.ts";

/** A ticket's promised dates and merge target. */
export type TicketPromise = {
  firstResponseDueAt: Date | null;
  firstRespondedAt: Date | null;
  resolutionDueAt: Date | null;
  mergedInto: { id: string; number: string } | null;
};

/** Promises of tickets by id. The caller has checked permission. */
export async function listPromises(ids: readonly string[]): Promise<Map<string, TicketPromise>> {
  if (ids.length === 0) return new Map();
  const rows = await database()
    .selectFrom("tickets as t")
    .leftJoin("tickets as m", "m.id", "t.mergedIntoId")
    .select([
      "t.id",
      "t.firstResponseDueAt",
      "t.firstRespondedAt",
      "t.resolutionDueAt",
      "t.pausedAt",
      "m.id as mergedId",
      "m.number as mergedNumber",
    ])
    .where("t.id", "in", ids)
    .execute();
  return new Map(
    rows.map((t) => [
      t.id,
      {
        firstResponseDueAt: t.firstResponseDueAt,
        firstRespondedAt: t.firstRespondedAt,
        // A paused clock has no due date.
        resolutionDueAt: t.pausedAt ? null : t.resolutionDueAt,
        mergedInto: t.mergedId && t.mergedNumber ? { id: t.mergedId, number: t.mergedNumber } : null,
      },
    ]),
  );
}
