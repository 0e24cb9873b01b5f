import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { NumberRow, NumbersAsked, Step } from "../../rules/numbers.ts";
import { allowDuty } from "../allow-duty.ts";

export type Numbers = {
  now: NumberRow[];
  before: NumberRow[];
  /** The latest snapshot of editors' free words in the period, and its day. */
  free: NumberRow[];
  freeOn: string | null;
  /** When the days were last added up, or null before the first time. */
  addedUpAt: Date | null;
};

/** A period's figures and those of the period before, from the days' sums alone. @throws refused unless admin */
export async function readNumbersOf(actor: Actor, asked: NumbersAsked): Promise<Numbers> {
  allowDuty(actor, "operations", "the numbers");
  const [now, before, free, rollup] = await Promise.all([
    sums(asked, asked.step),
    // Only its totals are compared.
    sums(asked.before, null),
    snapshot(asked),
    database().selectFrom("numbers_rollup").select("doneAt").where("id", "=", 1).executeTakeFirst(),
  ]);
  return { now, before, free, freeOn: free[0]?.bucket ?? null, addedUpAt: rollup?.doneAt ?? null };
}

async function sums({ from, to }: { from: string; to: string }, step: Step | null): Promise<NumberRow[]> {
  const bucket =
    step === null
      ? sql`''`
      : step === "day"
        ? sql`to_char(day, 'YYYY-MM-DD')`
        : step === "week"
          ? sql`to_char(date_trunc('week', day), 'YYYY-MM-DD')`
          : sql`to_char(day, 'YYYY-MM')`;
  const { rows } = await sql<NumberRow>`
    select ${bucket} as bucket, what, about, sum(amount)::float8 as amount from daily_numbers
    where day >= ${from}::date and day <= ${to}::date and what not in ('freeWords', 'freeEditors')
    group by 1, 2, 3`.execute(database());
  return rows;
}

async function snapshot({ from, to }: { from: string; to: string }): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    select to_char(day, 'YYYY-MM-DD') as bucket, what, about, amount::float8 as amount from daily_numbers
    where what in ('freeWords', 'freeEditors') and day = (
      select day from daily_numbers where day >= ${from}::date and day <= ${to}::date and what = 'freeWords'
      order by day desc limit 1)`.execute(database());
  return rows;
}
