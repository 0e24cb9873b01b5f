import { sql } from "kysely";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { standingsOf } from "#app/features/payments/server/balance/balance.ts";
import type { Candidate, Hand } from "../../rules/reconciliation/suggestions.ts";

/** How many organizations a line of one amount can be of. */
const MOST_ORGANIZATIONS = 100;

/** The payouts and runs that aren't on a statement yet, among those of these amounts (negative if money left). */
export async function listCandidates(db: Reader, amounts: readonly number[]): Promise<Candidate[]> {
  if (amounts.length === 0) return [];
  const { rows } = await sql<{ value: Hand; number: string; name: string | null; amountMinor: number; n: number }>`
    with wanted as (select distinct unnest(${[...amounts]}::bigint[]) as minor), unseen as (
      select p.id, p."runId", p."editorId", p."amountMinor", p.status from payouts p
      where p.status in ('sent', 'paid', 'returned')
        and not exists (select 1 from bank_lines b where b.match = 'payout' and b."matchId" = p.id and b."amountMinor" < 0)
        and not exists (select 1 from bank_lines b where b.match = 'payout_run' and b."matchId" = p."runId")
    )
    select 'run:' || r.id as value, r.number, case when count(*) = 1 then max(e."displayName") end as name,
        -sum(u."amountMinor")::bigint as "amountMinor", count(*)::int as n
      from unseen u join payout_runs r on r.id = u."runId" join users e on e.uid = u."editorId"
      group by r.id having -sum(u."amountMinor") in (select minor from wanted)
    union all
    select 'payout:' || u.id, r.number, e."displayName", -u."amountMinor", 1
      from unseen u join payout_runs r on r.id = u."runId" join users e on e.uid = u."editorId"
      where -u."amountMinor" in (select minor from wanted)
        and (select count(*) from unseen o where o."runId" = u."runId") > 1
    union all
    select 'payout:' || p.id, r.number, e."displayName", p."amountMinor", 1
      from payouts p join payout_runs r on r.id = p."runId" join users e on e.uid = p."editorId"
      where p.status = 'returned' and p."amountMinor" in (select minor from wanted)
        and not exists (select 1 from bank_lines b where b.match = 'payout' and b."matchId" = p.id and b."amountMinor" > 0)
    order by 2, 1 limit 200`.execute(db);
  const payouts = rows.map(({ value, number, name, amountMinor, n }) => ({
    value,
    amountMinor,
    name,
    label: value.startsWith("run:")
      ? `${number}: ${n === 1 ? "1 payout" : `all ${n} payouts`}, ${formatMoney(-amountMinor, "USD")}`
      : `${number}: ${amountMinor > 0 ? "returned payout to" : "payout to"} ${name}, ${formatMoney(Math.abs(amountMinor), "USD")}`,
  }));
  return [...payouts, ...(await balanceCandidates(db, amounts))];
}

/** Organizations whose transfer it can be: any, or those that have that much left if money went out. */
async function balanceCandidates(db: Reader, amounts: readonly number[]): Promise<Candidate[]> {
  const organizations = await db
    .selectFrom("organizations")
    .select(["id", "name"])
    .orderBy("name")
    .orderBy("id")
    .execute();
  const standings = await standingsOf(
    organizations.map(({ id }) => id),
    db,
  );
  const all = organizations.map((one) => ({ ...one, ...standings.get(one.id)! }));
  return [...new Set(amounts)].flatMap((amountMinor) =>
    all
      .filter(({ prepaidMinor }) => amountMinor > 0 || prepaidMinor >= -amountMinor)
      // Those that owe exactly this come first.
      .toSorted((a, b) => Number(b.owedMinor === amountMinor) - Number(a.owedMinor === amountMinor))
      .slice(0, MOST_ORGANIZATIONS)
      .map(({ id, name, owedMinor }) => ({
        value: `balance:${id}` as const,
        amountMinor,
        name,
        owedMinor,
        label: amountMinor > 0 ? `Transfer of ${name}` : `Balance paid back to ${name}`,
      })),
  );
}
