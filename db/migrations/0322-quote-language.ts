import { type Kysely, sql } from "kysely";

/** A custom quote can be asked for because a manuscript isn't in English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table custom_quotes drop constraint if exists custom_quotes_reason_check`.execute(db);
  await sql`
    alter table custom_quotes add constraint custom_quotes_reason_check
      check (reason in ('too_long', 'no_editor', 'language', 'wish'))`.execute(db);
}
