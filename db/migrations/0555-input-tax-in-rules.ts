import { type Kysely, sql } from "kysely";

/** Rules for bank lines whose amounts have input tax in them, such as fees of providers at home. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table bank_rules add column "inputTaxBp" integer check ("inputTaxBp" between 1 and 9999);
  `)
    .execute(db);
}
