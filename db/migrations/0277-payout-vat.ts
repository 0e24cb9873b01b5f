import { type Kysely, sql } from "kysely";

/** VAT on editors' self-billed invoices: paid with the payout, and booked as input tax. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table payouts add column "vatMinor" bigint not null default 0 check ("vatMinor" >= 0),
      add column "vatDeductible" boolean not null default false;
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','input_tax','deferred_revenue',
        'deferred_discounts','editor_pending','editor_available','editor_in_payout','tax_payable','unassigned','equity','revenue','discounts',
        'refunds','editor_cost','review_cost','input_tax_cost','provider_fees','dispute_fees','bank_fees','exchange_differences','goodwill',
        'other_income')) not valid;
    alter table journal_lines validate constraint "journal_lines_account_known";
  `)
    .execute(db);
}
