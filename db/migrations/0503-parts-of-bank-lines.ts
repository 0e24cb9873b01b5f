import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/** Bank lines whose parts are lines of their own, and rules that book without asking, with what each booked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table bank_lines add column "partOf" text references bank_lines, add column "ruleId" text,
      drop constraint "bank_lines_match_check", add constraint "bank_lines_match_check" check (match in ('provider_payout',
        'payout', 'payout_run', 'balance', 'assigned', 'split', 'parts', 'duplicate', 'reversed')) not valid;
    alter table bank_lines validate constraint "bank_lines_match_check";
    alter table bank_rules add column alone boolean not null default false;
  `)
    .execute(db);
}

/** The parts of a line, what a rule booked, and the lines that don't count. */
export const largeIndexes: LargeIndexes = {
  bank_lines_of_line: `bank_lines ("partOf") where "partOf" is not null`,
  bank_lines_of_rule: `bank_lines ("ruleId", "matchedAt") where "ruleId" is not null`,
  bank_lines_left_out: `bank_lines (currency) where match in ('duplicate', 'reversed', 'parts') or (match is null and "duplicateOf" is not null)`,
};
