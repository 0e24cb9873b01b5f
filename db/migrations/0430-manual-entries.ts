import { type Kysely, sql } from "kysely";

/** Journal entries by hand, and months that two people close. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table manual_entries (
      id text primary key, day text not null check (day ~ '^\\d{4}-\\d{2}-\\d{2}$'), memo text not null, reason text not null,
      currency text not null, lines jsonb not null, "sumMinor" bigint not null check ("sumMinor" > 0), file jsonb,
      "takeBackOn" text check ("takeBackOn" ~ '^\\d{4}-\\d{2}-\\d{2}$' and "takeBackOn" > day),
      "reversesId" text references manual_entries,
      state text not null check (state in ('waiting', 'booked', 'declined', 'withdrawn')),
      "createdBy" text references users, "createdAt" timestamptz not null,
      "decidedBy" text references users, "decidedAt" timestamptz, decision text not null default '',
      check ((state = 'waiting') = ("decidedAt" is null))
    );
    create index manual_entries_newest on manual_entries ("createdAt", id);
    create index manual_entries_waiting on manual_entries (day) where state = 'waiting';
    create index manual_entries_taken_back on manual_entries ("takeBackOn") where state = 'booked';
    create unique index manual_entries_reversal on manual_entries ("reversesId") where state in ('waiting', 'booked');
    create table month_closings (
      month text primary key check (month ~ '^\\d{4}-(0[1-9]|1[0-2])$'), open jsonb not null,
      "proposedBy" text references users, "proposedAt" timestamptz not null
    );
    alter table closed_months add column "proposedBy" text references users, add column open jsonb not null default '[]';
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','own_transfers',
        'receivables','input_tax','prepaid_costs','deferred_revenue','deferred_discounts','customer_balances','editor_pending',
        'editor_available','editor_in_payout','tax_payable','accrued_costs','unassigned','equity','revenue','discounts','refunds',
        'editor_cost','review_cost','input_tax_cost','provider_fees','dispute_fees','bank_fees','exchange_differences',
        'other_costs','goodwill','other_income')) not valid;
    alter table journal_lines validate constraint "journal_lines_account_known";
    alter table bank_rules drop constraint "bank_rules_account_check", add constraint "bank_rules_account_check" check
      (account in ('bank_fees','provider_fees','exchange_differences','other_costs','other_income','prepaid_costs','accrued_costs',
        'input_tax','tax_payable','own_transfers','refunds','goodwill','equity','in_transit'));
  `)
    .execute(db);
}
