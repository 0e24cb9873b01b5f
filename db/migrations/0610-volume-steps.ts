import { type Kysely, sql } from "kysely";

/** More percent off an organization's agreed prices, by what it ordered in the calendar year. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table contract_prices add column steps jsonb not null default '[]'`).execute(db);
}
