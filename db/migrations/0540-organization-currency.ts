import { type Kysely, sql } from "kysely";

/** The currency of an organization's account: of its balance, limits, credit, and documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table organizations add column currency text not null default 'USD'
      check (currency in ('USD', 'EUR', 'GBP', 'JPY'));
  `)
    .execute(db);
}
