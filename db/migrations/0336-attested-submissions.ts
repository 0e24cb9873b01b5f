import { type Kysely, sql } from "kysely";

/**
 * When an editor confirmed that no generative AI saw the manuscript or wrote the edits, and copies in which changes were
 * turned into comments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table submissions add "noAiAt" timestamptz`.execute(db);
  await sql`alter table second_readings add "noAiAt" timestamptz`.execute(db);
  await sql`alter table files add "turnedFromId" text references files`.execute(db);
  await sql`create index files_by_turned on files ("turnedFromId") where "turnedFromId" is not null`.execute(db);
}
