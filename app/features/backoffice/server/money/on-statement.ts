import { type RawBuilder, sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";

/** When the bank booked the first line that's matched with a payout or its whole run; `p` is the payout. */
export const payoutOnStatement: RawBuilder<Date | null> = sql<Date | null>`case when p.status in ('paid', 'returned')
  then least((select min(b."bookedAt") from bank_lines b
      where b.match = 'payout' and b."matchId" = p.id and b."entryKey" is not null),
    (select min(b."bookedAt") from bank_lines b
      where b.match = 'payout_run' and b."matchId" = p."runId" and b."entryKey" is not null)) end`;

/**
 * When a settled run's money was on the statement: the line of the whole run, or the last of its payments' own lines
 * once each payment that the bank carried out has one. The search for a payment without a line stops at the first. `r`
 * is the run.
 */
export const runOnStatement: RawBuilder<Date | null> = sql<Date | null>`case when r.status = 'settled' then coalesce(
  (select min(b."bookedAt") from bank_lines b
    where b.match = 'payout_run' and b."matchId" = r.id and b."entryKey" is not null),
  (select max(b."bookedAt") from payouts p join bank_lines b on b.match = 'payout' and b."matchId" = p.id
    and b."entryKey" is not null where p."runId" = r.id and p.status = 'paid'
    and not exists (select 1 from payouts x where x."runId" = r.id and x.status = 'paid' and not exists
      (select 1 from bank_lines l where l.match = 'payout' and l."matchId" = x.id and l."entryKey" is not null)))) end`;

/** The same of one run, or null. */
export async function findRunOnStatement(runId: string): Promise<Date | null> {
  const found = await database()
    .selectFrom("payout_runs as r")
    .select(runOnStatement.as("statementAt"))
    .where("r.id", "=", runId)
    .executeTakeFirst();
  return found?.statementAt ?? null;
}
