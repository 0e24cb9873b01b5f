import { type Kysely, sql } from "kysely";

/** Each editor's code in the numbers of self-billed invoices, stored so that no two have the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table editors add column "invoiceCode" text unique check ("invoiceCode" ~ '^[A-Z0-9]{6}$');
    update editors e set "invoiceCode" = c.code from (
      select distinct on (split_part(number, '-', 2)) split_part(number, '-', 2) as code, "ownerId" from invoices
      where kind = 'self_billed' and number like 'SB-%' order by split_part(number, '-', 2), "issuedAt", id
    ) c where e.uid = c."ownerId";
  `)
    .execute(db);
}
