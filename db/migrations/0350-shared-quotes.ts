import { type Kysely, sql } from "kysely";

/**
 * Quotes that authors share so that somebody else can pay, and what a payer gave for the invoice. The link's key is
 * signed and not stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shared_quotes (
      id text primary key,
      number text not null unique,
      "orderId" text not null references orders on delete cascade,
      "quotedAt" timestamptz not null,
      price jsonb not null,
      document jsonb not null,
      "showTitle" boolean not null default false,
      "validUntilAt" timestamptz not null,
      "createdAt" timestamptz not null,
      "openedAt" timestamptz,
      "askedAt" timestamptz,
      "endedAt" timestamptz,
      "endedWhy" text check ("endedWhy" in ('revoked', 'replaced')),
      check (("endedAt" is null) = ("endedWhy" is null))
    )`.execute(db);
  await sql`create unique index shared_quotes_current on shared_quotes ("orderId") where "endedAt" is null`.execute(db);
  await sql`create index shared_quotes_by_order on shared_quotes ("orderId")`.execute(db);
  await sql`
    create table payment_payers (
      "paymentId" text primary key references payments on delete cascade,
      "sharedQuoteId" text not null references shared_quotes on delete cascade,
      billing jsonb not null,
      email text not null,
      "poNumber" text not null default '',
      "costCenter" text not null default '',
      "createdAt" timestamptz not null
    )`.execute(db);
  await sql`create index payment_payers_by_quote on payment_payers ("sharedQuoteId")`.execute(db);
}
