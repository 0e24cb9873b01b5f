import { type Kysely, sql } from "kysely";

/** What a tracked copy that we made from an upload doesn't have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column "leftOut" jsonb`.execute(db);
}
