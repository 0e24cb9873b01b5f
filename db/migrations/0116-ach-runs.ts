import { type Kysely, sql } from "kysely";

/**
 * A run has one file: a cross-border transfer, or ACH for accounts in the US, whose returns name a payout by its trace
 * number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table payout_runs add column scheme text not null default 'cross-border'
      constraint "payout_runs_scheme_known" check (scheme in ('cross-border', 'ach'));
    alter table payouts add column "traceNumber" text;
    create unique index payouts_by_trace on payouts ("traceNumber") where "traceNumber" is not null;
  `)
    .execute(db);
}
