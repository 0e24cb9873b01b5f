import { type Kysely, sql } from "kysely";

/**
 * Orders for the changed sentences of a manuscript that was delivered before, and what the comparison with the delivery
 * found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table orders add column "reeditOf" text references orders;
    create index orders_by_reedit on orders ("reeditOf") where "reeditOf" is not null;
    alter table files add column reedit jsonb;
  `)
    .execute(db);
}
