import { type Kysely, sql } from "kysely";

/** The formulas among the words that a comment is about. Passages that were stored before have letters only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table document_queries add column formulas jsonb not null default '[]'`.execute(db);
}
