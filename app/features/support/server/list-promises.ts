import { database } from "#app/platform/server/database.ts";

/** What was promised to whoever opened a ticket, and where it goes on. Instants are ISO strings. */
export type TicketPromise = {
  firstResponseDueAt: string | null;
  firstRespondedAt: string | null;
  resolutionDueAt: string | null;
  mergedInto: { id: string; number: string } | null;
};

/** The promises of tickets whose reader was asked for elsewhere, by id. */
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
        firstResponseDueAt: t.firstResponseDueAt?.toISOString() ?? null,
        firstRespondedAt: t.firstRespondedAt?.toISOString() ?? null,
        // A clock that stands promises no date.
        resolutionDueAt: t.pausedAt ? null : (t.resolutionDueAt?.toISOString() ?? null),
        mergedInto: t.mergedId && t.mergedNumber ? { id: t.mergedId, number: t.mergedNumber } : null,
      },
    ]),
  );
}
