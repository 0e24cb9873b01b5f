import { type Kysely, sql } from "kysely";

/**
 * Extra charges on an order that is already paid, at most one of them open. Each payment says which charge it is for
 * and how its amount is made up, so that refunds split every payment by itself, and each invoice says which payment
 * it's for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table order_charges (
      id text primary key, "orderId" text not null references orders,
      kind text not null check (kind in ('extra', 'words', 'date', 'scope', 'new_words')),
      status text not null default 'open' check (status in ('open', 'paid', 'declined', 'withdrawn', 'expired', 'ended')),
      reason text not null, lines jsonb not null, price jsonb not null,
      "listMinor" bigint not null check ("listMinor" > 0), "discountMinor" bigint not null check ("discountMinor" >= 0),
      "taxMinor" bigint not null check ("taxMinor" >= 0), "totalMinor" bigint not null check ("totalMinor" > 0),
      currency text not null, "openedBy" text references users,
      "createdAt" timestamptz not null, "expiresAt" timestamptz not null, "decidedAt" timestamptz,
      check ("totalMinor" = "listMinor" - "discountMinor" + "taxMinor")
    );
    create unique index order_charges_one_open on order_charges ("orderId") where status = 'open';
    create index order_charges_of_order on order_charges ("orderId", "createdAt");
    create index order_charges_expiring on order_charges ("expiresAt") where status = 'open';
    alter table payments add column "chargeId" text references order_charges,
      add column "listMinor" bigint, add column "discountMinor" bigint, add column "taxMinor" bigint;
    create index payments_of_charge on payments ("chargeId") where "chargeId" is not null;
    update payments p set "listMinor" = o."listMinor", "discountMinor" = o."discountMinor", "taxMinor" = o."taxMinor"
      from orders o where o.id = p."orderId" and p.status = 'succeeded' and not p.surplus;
    alter table invoices add column "paymentId" text references payments;
    update invoices i set "paymentId" = p.id from payments p
      where i.kind = 'invoice' and p."orderId" = i."orderId" and p.status = 'succeeded' and not p.surplus;
    drop index invoices_once_order;
    create unique index invoices_once_order on invoices ("orderId") where kind = 'invoice' and "paymentId" is null;
    create unique index invoices_once_payment on invoices ("paymentId") where kind = 'invoice' and "paymentId" is not null;
  `)
    .execute(db);
}
