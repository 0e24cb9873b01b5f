import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";

/** Counts of new and open contact messages, for the support desk overview. */
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
