import { type Kysely, sql } from "kysely";

/** Rules for bank lines, and lines whose parts belong to several accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table bank_rules (
      id text primary key, words text not null, direction text not null check (direction in ('any', 'in', 'out')),
      account text not null check (account in ('bank_fees','provider_fees','exchange_differences','other_costs','other_income',
        'tax_payable','own_transfers','refunds','goodwill','equity','in_transit')), "createdBy" text references users, "createdAt" timestamptz not null
    );
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','own_transfers',
        'receivables','input_tax','deferred_revenue','deferred_discounts','customer_balances','editor_pending','editor_available',
        'editor_in_payout','tax_payable','unassigned','equity','revenue','discounts','refunds','editor_cost','review_cost',
        'input_tax_cost','provider_fees','dispute_fees','bank_fees','exchange_differences','other_costs','goodwill','other_income')) not valid;
    alter table journal_lines validate constraint "journal_lines_account_known";
    alter table bank_lines drop constraint "bank_lines_match_check", add constraint "bank_lines_match_check" check
      (match in ('provider_payout', 'payout', 'payout_run', 'balance', 'assigned', 'split', 'duplicate', 'reversed'));
    create index bank_lines_assigned on bank_lines ("matchedAt") where match = 'assigned';
  `)
    .execute(db);
}
