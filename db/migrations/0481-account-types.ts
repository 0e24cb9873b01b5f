import { type Kysely, sql } from "kysely";

/** Accounts in countries without IBANs: the bank's code and the clearing system it's from (ISO 20022). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table bank_details
      add column "clearingSystem" text check ("clearingSystem" in
        ('AUBSB', 'CACPA', 'CNAPS', 'HKNCC', 'INFSC', 'JPZGN', 'NZNCC', 'SGIBG', 'ZANCC', 'GBDSC')),
      add column "clearingCode" text,
      add constraint bank_details_clearing check (("clearingSystem" is null) = ("clearingCode" is null));
  `)
    .execute(db);
}
