import { type Kysely, sql } from "kysely";

/**
 * The operator's first day: who sells, whether orders are taken, what the setup checklist knows, and the card
 * provider's test payments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table company (
      id integer primary key check (id = 1), "legalName" text not null, address text not null, town text not null, country text not null,
      registration text not null default '', "vatId" text, version integer not null default 1, "updatedAt" timestamptz not null, "updatedBy" text
    );
    create table shop ( id integer primary key check (id = 1), "openedAt" timestamptz, "openedBy" text, "changedAt" timestamptz not null );
    insert into shop (id, "openedAt", "changedAt") select 1, min("paidAt"), now() from orders where "paidAt" is not null having count(*) > 0;
    create table setup_steps (
      step text not null, item text not null default '', "doneAt" timestamptz, "doneBy" text, data jsonb not null default '{}', "updatedAt" timestamptz not null,
      primary key (step, item)
    );
    create table test_payments (
      id text primary key, "amountMinor" bigint not null, currency text not null, status text not null default 'starting'
        check (status in ('starting','open','paid','refunded','failed')),
      "checkoutSessionId" text unique, url text, "paymentIntentId" text, failure text, "createdBy" text not null,
      "createdAt" timestamptz not null, "expiresAt" timestamptz, "paidAt" timestamptz, "refundedAt" timestamptz
    );
    create index test_payments_latest on test_payments ("createdAt" desc);
  `)
    .execute(db);
}
