import { type Kysely, sql } from "kysely";

/**
 * Payouts in euros: the reference rates that admins import, the rate frozen on each payout, an account for what the
 * bank's own rate made of it, and the currency of an amount in a bank's report.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table rate_imports (
      id text primary key, "fileName" text not null, sha256 text not null unique, days int not null, added int not null, changed int not null,
      "fromOn" text not null, "toOn" text not null, "importedBy" text not null references users, "importedAt" timestamptz not null
    );
    create index rate_imports_by_importer on rate_imports ("importedBy");
    create table reference_rates (
      "rateOn" text primary key check ("rateOn" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'), micros int not null check (micros > 0),
      "importId" text not null references rate_imports
    );
    create index reference_rates_by_import on reference_rates ("importId");

    alter table payouts add column "paidCurrency" text, add column "paidMinor" bigint, add column "rateMicros" int, add column "rateOn" text,
      add column "rateSource" text, add column "rateFrozenAt" timestamptz;
    alter table payouts add constraint payouts_exchange_whole check (
      num_nonnulls("paidCurrency", "paidMinor", "rateMicros", "rateOn", "rateSource", "rateFrozenAt") in (0, 6)
      and ("paidMinor" is null or "paidMinor" > 0));
    alter table payout_runs drop constraint "payout_runs_scheme_known",
      add constraint "payout_runs_scheme_known" check (scheme in ('cross-border', 'ach', 'sepa'));
    alter table bank_report_lines add column currency text;

    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','deferred_revenue',
        'deferred_discounts','editor_pending','editor_available','editor_in_payout','tax_payable','unassigned','equity','revenue','discounts',
        'refunds','editor_cost','review_cost','provider_fees','dispute_fees','bank_fees','exchange_differences','goodwill',
        'other_income'));
  `)
    .execute(db);
}
