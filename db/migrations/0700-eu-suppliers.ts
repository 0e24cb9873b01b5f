import { type Kysely, sql } from "kysely";

/** Tax that the company owes as the recipient of invoices from the EU, apart from others, and rules that book it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table bank_rules add column "supplierInEu" boolean not null default false,
      add constraint bank_rules_supplier_in_eu check (not "supplierInEu" or "reverseCharge");
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','own_transfers',
        'receivables','input_tax','prepaid_costs','deferred_revenue','deferred_discounts','customer_balances','courtesy_credits',
        'editor_pending','editor_available','editor_in_payout','tax_payable','reverse_charge','reverse_charge_eu','accrued_costs',
        'unassigned','equity','revenue','discounts','refunds','editor_cost','review_cost','input_tax_cost','provider_fees',
        'dispute_fees','bank_fees','exchange_differences','other_costs','goodwill','credit_cost','bad_debts','other_income')) not valid;
    alter table journal_lines validate constraint "journal_lines_account_known";
  `)
    .execute(db);
}
