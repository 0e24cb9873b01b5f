import { type Kysely, sql } from "kysely";

/** Discounts without a code: sales for everybody, and discounts given to an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table sales (
      id text primary key, label text not null, percent int not null check (percent between 1 and 100), services jsonb,
      "startsAt" timestamptz not null, "endsAt" timestamptz not null check ("endsAt" > "startsAt"), "endedAt" timestamptz,
      "clientKey" text not null unique, "createdAt" timestamptz not null
    );
    create index sales_by_end on sales ("endsAt");
    create table account_discounts (
      id text primary key, "userId" text not null references users, percent int not null check (percent between 1 and 100),
      reason text not null, "startsAt" timestamptz not null, "endsAt" timestamptz check ("endsAt" > "startsAt"),
      "endedAt" timestamptz, "createdAt" timestamptz not null
    );
    create unique index account_discounts_one on account_discounts ("userId") where "endedAt" is null;
    create index account_discounts_of_person on account_discounts ("userId");
    create index orders_by_standing_discount on orders ((price -> 'discount' ->> 'code'))
      where "paidAt" is not null and price -> 'discount' ->> 'kind' in ('sale', 'account');
  `)
    .execute(db);
}
