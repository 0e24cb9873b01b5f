import { type Kysely, sql } from "kysely";

/** More percent off an organization's agreed prices, by turnaround. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table contract_prices add column turnarounds jsonb not null default '{}'`).execute(db);
}
