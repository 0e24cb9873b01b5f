import { type Kysely, sql } from "kysely";

/** Runs that are paid by a file for Wise or Payoneer instead of one for the bank. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table payout_runs drop constraint "payout_runs_scheme_known",
      add constraint "payout_runs_scheme_known"
        check (scheme in ('cross-border', 'ach', 'sepa', 'wise', 'payoneer')) not valid;
    alter table payout_runs validate constraint "payout_runs_scheme_known";
  `)
    .execute(db);
}
