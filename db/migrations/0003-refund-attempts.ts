import { type Kysely, sql } from "kysely";

/** A refund that failed is tried again by hand; each attempt is a request of its own to the provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table refunds add column attempt integer not null default 1;
    create index refunds_by_payment on refunds ("paymentId");
    create index refunds_under_way on refunds ("createdAt") where status in ('requested','sent');
    create index payments_under_way on payments ("createdAt") where status in ('starting','open');
  `)
    .execute(db);
}
