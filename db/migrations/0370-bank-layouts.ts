import { type Kysely, sql } from "kysely";

/** Bank statements in more formats, and how the CSV files of each account are laid out, as somebody chose it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table bank_statements drop constraint bank_statements_format_check;
    alter table bank_statements add constraint bank_statements_format_check
      check (format in ('camt053', 'camt052', 'camt054', 'mt940', 'ofx', 'zengin', 'csv'));
    create table bank_layouts (
      account text primary key,
      layout jsonb not null,
      "savedBy" text references users,
      "savedAt" timestamptz not null
    );
  `)
    .execute(db);
}
