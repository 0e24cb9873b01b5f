import { sql } from "kysely";
import { database } from "#app/platform/server/database.ts";

/** How many contact messages nobody has read, and how many are read but not closed: for the support desk's overview. */
export async function countContactMessages(): Promise<{ new: number; open: number }> {
  const row = await database()
    .selectFrom("contact_messages")
    .where("status", "<>", "closed")
    .select([
      sql<number>`count(*) filter (where status = 'new')::int`.as("new"),
      sql<number>`count(*) filter (where status = 'open')::int`.as("open"),
    ])
    .executeTakeFirstOrThrow();
  return row;
}
