import { type Kysely, sql } from "kysely";

/**
 * The newest comparison of the ledger with payments, refunds and orders. It reads all of them, so it's done by the
 * clock and looked up by people.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table ledger_checks (
      id int primary key check (id = 1), differences int not null, "sumMinor" bigint not null, "durationMs" int not null,
      "checkedAt" timestamptz not null
    );`)
    .execute(db);
}
