import { database } from "#app/platform/server/core/database.ts";

/** The address that joined a field's waiting list through this draft, or null. */
export async function findWait(orderId: string, subfield: string): Promise<string | null> {
  const wait = await database()
    .selectFrom("field_waits")
    .select("email")
    .where("orderId", "=", orderId)
    .where("subfield", "=", subfield)
    .where("toldAt", "is", null)
    .executeTakeFirst();
  return wait?.email ?? null;
}
