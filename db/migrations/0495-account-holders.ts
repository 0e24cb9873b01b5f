import { type Kysely, sql } from "kysely";

/** Whether a US account is a person's or a company's, which decides the class of ACH payments to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table bank_details add column "holderType" text check ("holderType" in ('person', 'company'));
  `)
    .execute(db);
}
