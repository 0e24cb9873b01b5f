import { type Kysely, sql } from "kysely";

/** What organizations owe and two people don't expect anymore. What of it is left is an account in the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table write_offs (
      id text primary key, "organizationId" text not null references organizations,
      "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null, reason text not null,
      state text not null default 'proposed' check (state in ('proposed', 'booked', 'declined', 'taken_back')),
      "proposedBy" text references users, "proposedAt" timestamptz not null,
      "decidedBy" text references users, "decidedAt" timestamptz
    );
    create index write_offs_of_organization on write_offs ("organizationId", "proposedAt");
    create unique index write_offs_proposed on write_offs ("organizationId") where state = 'proposed';
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','own_transfers',
        'receivables','input_tax','prepaid_costs','deferred_revenue','deferred_discounts','customer_balances','courtesy_credits',
        'editor_pending','editor_available','editor_in_payout','tax_payable','reverse_charge','accrued_costs','unassigned','equity','revenue',
        'discounts','refunds','editor_cost','review_cost','input_tax_cost','provider_fees','dispute_fees','bank_fees',
        'exchange_differences','other_costs','goodwill','credit_cost','bad_debts','other_income')) not valid;
    alter table journal_lines validate constraint "journal_lines_account_known";
  `)
    .execute(db);
}
