import { type Kysely, sql } from "kysely";

/** Announcements that are over can be archived: out of the list, on record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(/* sql */ `alter table announcements add column "archivedAt" timestamptz`).execute(db);
}
