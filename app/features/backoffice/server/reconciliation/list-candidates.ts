import { type RawBuilder, sql } from "kysely";
import { count } from "#app/platform/rules/core/count.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { standingsOf } from "#app/features/payments/server/balance/balance.ts";
import { type Candidate, type Hand, MOST_CANDIDATES } from "../../rules/reconciliation/suggestions.ts";

/** Which of them: with these words, or these. */
export type Only = { words: string } | { values: readonly string[] } | null;
/** An amount of a bank line, negative if money left. */
export type Amount = { amountMinor: number; currency: string };
/** Of these amounts, or less than a line's in its direction, in the currency that payouts are booked in. */
type Wanted = { amounts: readonly number[] } | { partsOf: number; only: Only };

/** Whether it's one of those wanted. @param value "payout:..." @param texts what a search looks at */
export const isWanted = (
  only: Only,
  value: RawBuilder<unknown>,
  texts: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> =>
  only === null
    ? sql<boolean>`true`
    : "words" in only
      ? contains(only.words, texts)
      : sql<boolean>`${value} = any(${[...only.values]}::text[])`;

/** The payouts, runs, and organizations that lines of these amounts can be. */
export async function listCandidates(db: Reader, lines: readonly Amount[]): Promise<Candidate[]> {
  if (lines.length === 0) return [];
  const amounts = lines.flatMap((line) => (line.currency === CURRENCY ? [line.amountMinor] : []));
  return [...(await listPayouts(db, { amounts })), ...(await balanceCandidates(db, lines))];
}

/** The payouts and runs that aren't on a statement yet, and returned payouts whose money isn't. */
export async function listPayouts(db: Reader, wanted: Wanted): Promise<(Candidate & { runId: string | null })[]> {
  const fits = (minor: RawBuilder<unknown>): RawBuilder<boolean> =>
    "amounts" in wanted
      ? sql`${minor} = any(${[...wanted.amounts]}::bigint[])`
      : sql`(sign(${minor}) = ${Math.sign(wanted.partsOf)} and abs(${minor}) < ${Math.abs(wanted.partsOf)})`;
  const newestFirst = "partsOf" in wanted ? sql`desc` : sql``;
  const only = "partsOf" in wanted ? wanted.only : null;
  const { rows } = await sql<Row>`
    with unseen as (
      select p.id, p."runId", p."editorId", p."amountMinor", p.status from payouts p
      where p.status in ('sent', 'paid', 'returned')
        and not exists (select 1 from bank_lines b where b.match = 'payout' and b."matchId" = p.id and b."amountMinor" < 0)
        and not exists (select 1 from bank_lines b where b.match = 'payout_run' and b."matchId" = p."runId")
    )
    select c.* from (
    select 'run:' || r.id as value, r.number, case when count(*) = 1 then max(e."displayName") end as name,
        -sum(u."amountMinor")::bigint as "amountMinor", count(*)::int as n, null as "runId"
      from unseen u join payout_runs r on r.id = u."runId" join users e on e.uid = u."editorId"
      group by r.id having ${fits(sql`-sum(u."amountMinor")`)}
    union all
    select 'payout:' || u.id, r.number, e."displayName", -u."amountMinor", 1, r.id
      from unseen u join payout_runs r on r.id = u."runId" join users e on e.uid = u."editorId"
      where ${fits(sql`-u."amountMinor"`)}
        and (select count(*) from unseen o where o."runId" = u."runId") > 1
    union all
    select 'payout:' || p.id, r.number, e."displayName", p."amountMinor", 1, r.id
      from payouts p join payout_runs r on r.id = p."runId" join users e on e.uid = p."editorId"
      where p.status = 'returned' and ${fits(sql`p."amountMinor"`)}
        and not exists (select 1 from bank_lines b where b.match = 'payout' and b."matchId" = p.id and b."amountMinor" > 0)
    ) c where ${isWanted(only, sql`c.value`, [sql`c.number`, sql`c.name`])}
    order by c.number ${newestFirst}, c.value limit ${2 * MOST_CANDIDATES}`.execute(db);
  return rows.map(({ value, number, name, amountMinor, n, runId }) => ({
    value,
    amountMinor,
    currency: CURRENCY,
    name,
    runId,
    label: value.startsWith("run:")
      ? `${number}: ${n === 1 ? count(n, "payout") : `all ${count(n, "payout")}`}, ${formatMoney(-amountMinor, CURRENCY)}`
      : `${number}: ${amountMinor > 0 ? "returned payout to" : "payout to"} ${name}, ${formatMoney(Math.abs(amountMinor), CURRENCY)}`,
  }));
}
type Row = { value: Hand; number: string; name: string | null; amountMinor: number; n: number; runId: string | null };

/** All organizations by name, with what each has and owes. */
export async function organizationBalances(db: Reader) {
  const organizations = await db
    .selectFrom("organizations")
    .select(["id", "name", "currency"])
    .orderBy("name")
    .orderBy("id")
    .execute();
  const standings = await standingsOf(
    organizations.map(({ id }) => id),
    db,
  );
  return organizations.map((one) => ({ ...one, ...standings.get(one.id)! }));
}

/** Organizations whose transfer it can be: any, or those that have that much left if money went out. */
async function balanceCandidates(db: Reader, lines: readonly Amount[]): Promise<Candidate[]> {
  const all = await organizationBalances(db);
  const different = new Map(lines.map((line) => [`${line.amountMinor} ${line.currency}`, line]));
  return [...different.values()].flatMap(({ amountMinor, currency }) =>
    all
      .filter((one) => one.currency === currency && (amountMinor > 0 || one.prepaidMinor >= -amountMinor))
      // Those that owe exactly this come first.
      .toSorted((a, b) => Number(b.owedMinor === amountMinor) - Number(a.owedMinor === amountMinor))
      .slice(0, MOST_CANDIDATES)
      .map(({ id, name, owedMinor }) => ({
        value: `balance:${id}` as const,
        amountMinor,
        currency,
        name,
        owedMinor,
        label: amountMinor > 0 ? `Transfer of ${name}` : `Balance paid back to ${name}`,
      })),
  );
}
