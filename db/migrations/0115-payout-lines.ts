import { type Kysely, sql } from "kysely";

/**
 * Each payout of a run is settled by itself: sent, then paid, rejected or returned. What the bank says of them is kept
 * by file and line, without names and accounts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table payouts drop constraint "payouts_status_known",
      add constraint "payouts_status_known" check (status in ('prepared','approved','sent','paid','rejected','returned','cancelled')),
      add column "returnCode" text, add column "returnedAt" timestamptz;
    -- A payout that was taken out of a run can be followed by a smaller one in the same run.
    alter table payouts drop constraint "payouts_runId_editorId_key";
    create unique index payouts_once_in_run on payouts ("runId", "editorId") where status <> 'cancelled';
    update payouts p set status = 'sent' from payout_runs r where r.id = p."runId" and r.status = 'sent' and p.status = 'approved';
    drop index invoices_once_payout;
    create unique index invoices_once_payout on invoices ("payoutId", kind) where "payoutId" is not null;
    alter table bank_details add column "refusedAt" timestamptz, add column "refusedCode" text;
    create table bank_reports (
      id text primary key, kind text not null constraint "bank_reports_kind_known" check (kind in ('pain.002', 'camt', 'nacha')),
      "fileName" text not null, sha256 text not null unique, "bankId" text not null default '',
      "importedBy" text not null references users, "importedAt" timestamptz not null, words integer not null, others integer not null default 0
    );
    create index bank_reports_by_time on bank_reports ("importedAt" desc);
    create table bank_report_lines (
      "reportId" text not null references bank_reports, line integer not null, reference text not null, "payoutId" text references payouts,
      verdict text not null constraint "bank_report_lines_verdict_known" check (verdict in ('settled', 'rejected', 'returned', 'noted')),
      code text not null default '', "amountMinor" bigint,
      outcome text not null constraint "bank_report_lines_outcome_known" check (outcome in ('applied', 'known', 'unknown', 'differs', 'unsent', 'noted')),
      primary key ("reportId", line)
    );
    create index bank_report_lines_by_payout on bank_report_lines ("payoutId") where "payoutId" is not null;
  `)
    .execute(db);
}
