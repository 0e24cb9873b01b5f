import { type Kysely, sql } from "kysely";

/** A client can take the refund of a reported problem on their balance instead of the card, with credit on top. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table order_problems add column "refundTo" text not null default 'card'
      check ("refundTo" in ('card', 'balance'));
    alter table refunds add column "toBalance" boolean not null default false;
    alter table courtesy_credits drop constraint "courtesy_credits_cause_check", add constraint "courtesy_credits_cause_check"
      check (cause in ('goodwill', 'refund', 'referral', 'balance'));
  `)
    .execute(db);
}
