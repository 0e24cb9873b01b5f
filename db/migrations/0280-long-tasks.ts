import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/**
 * Long tasks with their progress. And what importing a bank statement in steps needs: its lines while they wait, whether
 * the bank itself stated the closing balance, probable duplicates, and imports that were reversed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table tasks (
      id text primary key, kind text not null, "subjectId" text not null, "startedBy" text references users,
      input jsonb not null, state text not null default 'running' check (state in ('running', 'done', 'failed')),
      done integer not null default 0, total integer not null, problem jsonb, result jsonb,
      "startedAt" timestamptz not null, "movedAt" timestamptz not null, "endedAt" timestamptz
    );
    create unique index tasks_running on tasks (kind, "subjectId") where state = 'running';
    create index tasks_of_subject on tasks ("subjectId", "startedAt" desc);

    alter table bank_statements
      add column "closingStated" boolean not null default false,
      add column state text not null default 'imported' check (state in ('importing', 'imported', 'reversing', 'reversed')),
      add column "reversedAt" timestamptz, add column "reversedBy" text references users, add column "reversedWhy" text;
    update bank_statements set "closingStated" = true where format = 'camt053' and "closingMinor" is not null;
    create table bank_staged_lines (
      "statementId" text not null references bank_statements, position integer not null, key text not null, line jsonb not null,
      primary key ("statementId", position)
    );
    create index bank_staged_lines_by_key on bank_staged_lines (key);

    alter table bank_lines
      add column "bankReference" text not null default '',
      add column "duplicateOf" text references bank_lines,
      add column revision integer not null default 0,
      drop constraint "bank_lines_match_check",
      add constraint "bank_lines_match_check"
        check (match in ('provider_payout', 'payout', 'payout_run', 'assigned', 'duplicate', 'reversed'));
    alter table money_differences drop constraint "money_differences_kind_check",
      add constraint "money_differences_kind_check" check (kind in ('not_booked', 'not_assigned', 'not_at_provider', 'provider_balance',
        'payout_missing', 'line_not_booked', 'line_not_assigned', 'probable_duplicate', 'not_on_statement', 'statement_gap', 'bank_balance',
        'month_changed'));
  `)
    .execute(db);
}

/** The lines of a day, to recognize those of another file. Those that don't count, and those of a payout run. */
export const largeIndexes: LargeIndexes = {
  bank_lines_of_day: `bank_lines ("bookedAt", "amountMinor")`,
  bank_lines_not_counted: `bank_lines (currency) where match in ('duplicate', 'reversed') or (match is null and "duplicateOf" is not null)`,
  bank_lines_duplicates: `bank_lines ("duplicateOf") where "duplicateOf" is not null`,
  bank_lines_of_payout: `bank_lines ("matchId") where match in ('payout', 'payout_run')`,
};
