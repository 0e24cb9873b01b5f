import { type Kysely, sql } from "kysely";

/** Tax that the company owes at home on the self-billed invoice of an editor abroad, and whether that's in the EU. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table payouts add column "recipientTaxMinor" bigint not null default 0 check ("recipientTaxMinor" >= 0),
      add column "editorInEu" boolean not null default false;
  `)
    .execute(db);
}
