import { type Kysely, sql } from "kysely";

/**
 * Proposals for an earlier date, another service or add-ons on a paid order. At most one per order is open or waits for
 * its payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table order_changes (
      id text primary key, "orderId" text not null references orders, "proposedBy" text not null references users,
      side text not null check (side in ('client', 'staff')),
      status text not null default 'open'
        check (status in ('open', 'to_pay', 'agreed', 'declined', 'withdrawn', 'expired', 'unpaid', 'ended')),
      what jsonb not null, "earlierMs" bigint not null, price jsonb not null, reason text not null,
      "oldTotalMinor" bigint not null, "refundMinor" bigint not null default 0 check ("refundMinor" >= 0),
      "chargeId" text references order_charges,
      "clientAgreedAt" timestamptz, "editorAgreedAt" timestamptz,
      "createdAt" timestamptz not null, "expiresAt" timestamptz not null, "decidedAt" timestamptz
    );
    create unique index order_changes_one_open on order_changes ("orderId") where status in ('open', 'to_pay');
    create index order_changes_of_order on order_changes ("orderId", "createdAt");
    create index order_changes_of_charge on order_changes ("chargeId") where "chargeId" is not null;
    create index order_changes_expiring on order_changes ("expiresAt") where status = 'open';
  `)
    .execute(db);
}
