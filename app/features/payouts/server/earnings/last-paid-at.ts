import { database } from "#app/platform/server/core/database.ts";

/** When each of these editors was last paid; those who never were are left out. */
export async function lastPaidAt(uids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (uids.length === 0) return new Map();
  const rows = await database()
    .selectFrom("payouts")
    .select((eb) => ["editorId", eb.fn.max("paidAt").as("at")])
    .where("editorId", "in", [...uids])
    .where("paidAt", "is not", null)
    .where("status", "=", "paid")
    .groupBy("editorId")
    .execute();
  return new Map(rows.flatMap((r) => (r.at ? [[r.editorId, r.at] as const] : [])));
}
