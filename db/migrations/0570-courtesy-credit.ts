import { type Kysely, sql } from "kysely";

/**
 * Courtesy credit: what was given to whom, until when. What is left of it is the client's account in the ledger. An
 * order's price holds a part of it, and its payment spends that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table courtesy_credits (
      id text primary key, "userId" text not null references users, cause text not null check (cause in ('goodwill', 'refund')),
      "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null, reason text not null default '',
      "givenBy" text references users, "clientKey" text unique, "orderId" text references orders on delete set null,
      "createdAt" timestamptz not null, "expiresAt" timestamptz not null, "warnedAt" timestamptz, "endedAt" timestamptz
    );
    create index courtesy_credits_of_person on courtesy_credits ("userId", "createdAt");
    create index courtesy_credits_open on courtesy_credits ("expiresAt") where "endedAt" is null;
    alter table orders add column "creditMinor" bigint not null default 0;
    alter table payments add column "creditMinor" bigint not null default 0;
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','own_transfers',
        'receivables','input_tax','prepaid_costs','deferred_revenue','deferred_discounts','customer_balances','courtesy_credits',
        'editor_pending','editor_available','editor_in_payout','tax_payable','accrued_costs','unassigned','equity','revenue',
        'discounts','refunds','editor_cost','review_cost','input_tax_cost','provider_fees','dispute_fees','bank_fees',
        'exchange_differences','other_costs','goodwill','credit_cost','other_income')) not valid;
    alter table journal_lines validate constraint "journal_lines_account_known";
  `)
    .execute(db);
}
