import { type Kysely, sql } from "kysely";

/**
 * Disputes of card payments. `orders.disputedAt` freezes an order's downloads and pay while one is open, in every
 * state. What the card's bank withholds is an asset until the bank decides.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table disputes (
      id text primary key, "providerDisputeId" text not null unique,
      "paymentId" text not null references payments, "orderId" text not null references orders,
      kind text not null check (kind in ('inquiry', 'chargeback')),
      status text not null check (status in ('needs_response', 'under_review', 'won', 'lost', 'closed')),
      reason text not null, "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null,
      "withdrawnMinor" bigint not null default 0, "feeMinor" bigint not null default 0,
      statement text not null default '', "evidenceDueAt" timestamptz, "openedAt" timestamptz not null,
      "sendingAt" timestamptz, "sentBy" text references users, "sentAt" timestamptz, failure text,
      "remindedAt" timestamptz, "lastRemindedAt" timestamptz, "closedAt" timestamptz,
      "givenUpBy" text references users, "givenUpAt" timestamptz,
      "faultBy" text references users, "faultReason" text, "faultAt" timestamptz, "checkedAt" timestamptz not null
    );
    create index disputes_of_order on disputes ("orderId");
    create index disputes_of_payment on disputes ("paymentId");
    create index disputes_open on disputes ("evidenceDueAt") where status in ('needs_response', 'under_review');
    create index disputes_by_time on disputes ("openedAt");
    alter table orders add column "disputedAt" timestamptz;
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('provider','bank','disputed','deferred_revenue','revenue','discounts',
        'tax_payable','refunds','editor_cost','review_cost','editor_pending','editor_available','editor_in_payout','provider_fees','dispute_fees','goodwill'));
  `)
    .execute(db);
}
