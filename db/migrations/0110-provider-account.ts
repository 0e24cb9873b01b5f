import { type Kysely, sql } from "kysely";

/**
 * The card provider's account of our money: each movement of its balance, its payouts to our bank, how far its list was
 * read, and its balance when it was last asked. `in_transit` is money between the two, `unassigned` money that nobody
 * has explained yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table provider_transactions (
      id text primary key,
      kind text not null check (kind in ('charge', 'refund', 'refund_failure', 'dispute', 'payout', 'payout_failure', 'fee', 'other')),
      "amountMinor" bigint not null, "feeMinor" bigint not null, currency text not null, "sourceId" text,
      "paymentIntentId" text, "paymentId" text, "refundId" text, "isTest" boolean not null default false, description text not null default '',
      "orderId" text references orders, "providerPayoutId" text, "entryKey" text,
      "madeAt" timestamptz not null, "availableAt" timestamptz not null, "readAt" timestamptz not null, "bookedAt" timestamptz
    );
    create index provider_transactions_to_book on provider_transactions ("readAt") where "bookedAt" is null;
    create index provider_transactions_by_time on provider_transactions ("madeAt");
    create index provider_transactions_by_entry on provider_transactions ("entryKey") where "entryKey" is not null;
    create index provider_transactions_by_source on provider_transactions ("sourceId") where "sourceId" is not null;
    create index provider_transactions_of_order on provider_transactions ("orderId") where "orderId" is not null;
    create index provider_transactions_of_payout on provider_transactions ("providerPayoutId") where "providerPayoutId" is not null;
    create table provider_payouts (
      id text primary key, "amountMinor" bigint not null, currency text not null,
      status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
      "isAutomatic" boolean not null, "traceId" text, failure text,
      "arrivesAt" timestamptz not null, "madeAt" timestamptz not null, "checkedAt" timestamptz not null, "itemsReadAt" timestamptz
    );
    create index provider_payouts_by_time on provider_payouts ("madeAt");
    create table provider_reads (
      what text primary key, "readToAt" timestamptz, cursor text, "newestAt" timestamptz, "doneAt" timestamptz
    );
    create table provider_balances (
      currency text primary key, "availableMinor" bigint not null, "pendingMinor" bigint not null, "readAt" timestamptz not null
    );
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('provider','in_transit','bank','disputed','unassigned','deferred_revenue',
        'revenue','other_income','discounts','tax_payable','refunds','editor_cost','review_cost','editor_pending','editor_available',
        'editor_in_payout','provider_fees','dispute_fees','bank_fees','goodwill','equity'));
  `)
    .execute(db);
}
