import { type Kysely, sql } from "kysely";

/** What editors list about themselves besides their fields: languages they read, and publications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table editors add column languages jsonb not null default '[]';
    alter table editors add column publications text not null default '';
  `)
    .execute(db);
}
