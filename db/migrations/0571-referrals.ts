import { type Kysely, sql } from "kysely";

/** Links with which clients recommend us, and who joined with one. Each client can be referred once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table referral_links (
      uid text primary key references users, code text not null unique, "createdAt" timestamptz not null
    );
    create table referrals (
      id text primary key, "referrerId" text not null references users, "friendId" text not null unique references users,
      state text not null default 'joined' check (state in ('joined', 'earned', 'refused')),
      why text check (why in ('card', 'address', 'device')), "orderId" text references orders on delete set null,
      "joinedAt" timestamptz not null, "decidedAt" timestamptz,
      check ("referrerId" <> "friendId")
    );
    create index referrals_of_referrer on referrals ("referrerId", "joinedAt");
    alter table courtesy_credits drop constraint "courtesy_credits_cause_check", add constraint "courtesy_credits_cause_check"
      check (cause in ('goodwill', 'refund', 'referral'));
  `)
    .execute(db);
}
