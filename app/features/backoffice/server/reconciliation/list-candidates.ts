import { type RawBuilder, sql } from "kysely";
import { count } from "#app/platform/rules/core/count.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { type Reader, json } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { PREPAID_ACCOUNTS } from "#app/features/payments/rules/ledger/ledger.ts";
import {
  type Candidate,
  type Hand,
  MOST_CANDIDATES,
  type UnexplainedLine,
  nameWords,
} from "../../rules/reconciliation/suggestions.ts";

/** Which of them: with these words, or these. */
export type Only = { words: string } | { values: readonly string[] } | null;
/** An amount of a bank line, negative if money left. */
export type Amount = { amountMinor: number; currency: string };
/** A bank line with its text. */
type LineToMatch = Amount & Pick<UnexplainedLine, "counterparty" | "details" | "reference">;
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

/**
 * The payouts, runs, and organizations that lines of these amounts can be.
 * @param only organizations with some words in their name, or these, which come first
 */
export async function listCandidates(
  db: Reader,
  lines: readonly LineToMatch[],
  only: Only = null,
): Promise<Candidate[]> {
  if (lines.length === 0) return [];
  const amounts = lines.flatMap((line) => (line.currency === CURRENCY ? [line.amountMinor] : []));
  return [...(await listPayouts(db, { amounts })), ...(await balanceCandidates(db, lines, only))];
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

/** What organizations have prepaid and what they owe, as a table for a query: `id`, `prepaidMinor`, `owedMinor`. */
export const BALANCES: RawBuilder<unknown> = sql`(
  select party as id, coalesce(-sum("amountMinor") filter (where account = 'customer_balances'), 0)::bigint as "prepaidMinor",
    coalesce(sum("amountMinor") filter (where account <> 'customer_balances'), 0)::bigint as "owedMinor"
  from journal_lines where account in (${sql.join([...PREPAID_ACCOUNTS])}) group by party)`;

/**
 * Organizations whose transfer it can be: any, or those that have that much left if money went out. Of each amount, those
 * that owe exactly this, then those whose name the text may have, and then the first ones by name.
 */
async function balanceCandidates(db: Reader, lines: readonly LineToMatch[], only: Only): Promise<Candidate[]> {
  const wanted = [...Map.groupBy(lines, (line) => `${line.amountMinor} ${line.currency}`).values()].map((same) => ({
    amountMinor: same[0]!.amountMinor,
    currency: same[0]!.currency,
    words: [...new Set(same.flatMap(nameWords))],
  }));
  const by = (order: RawBuilder<unknown>) => sql`order by ${order} o.name, o.id limit ${MOST_CANDIDATES}`;
  const shared = sql`(select count(*) from unnest(bank_words(o.name)) word where word = any(w.words))`;
  const found = only === null ? sql`false` : isWanted(only, sql`'balance:' || o.id`, [sql`o.name`]);
  const { rows } = await sql<{ id: string; name: string; owedMinor: number } & Amount>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${json(wanted)}::jsonb) as w("amountMinor" bigint, currency text, words text[])
    ), balances as materialized (select * from ${BALANCES} b)
    select w."amountMinor", w.currency, c.id, c.name, c."owedMinor" from wanted w cross join lateral (
      select o.id, o.name, coalesce(b."owedMinor", 0) as "owedMinor" from (
        (select o.id from organizations o where o.currency = w.currency and bank_words(o.name) && w.words ${by(sql`${shared} desc,`)})
        union (select o.id from organizations o join balances b on b.id = o.id
          where w."amountMinor" > 0 and b."owedMinor" = w."amountMinor" and o.currency = w.currency ${by(sql``)})
        union (select o.id from organizations o where w."amountMinor" > 0 and o.currency = w.currency ${by(sql``)})
        union (select o.id from organizations o join balances b on b.id = o.id
          where b."prepaidMinor" >= -w."amountMinor" and w."amountMinor" < 0 and o.currency = w.currency ${by(sql``)})
        union (select o.id from organizations o where o.currency = w.currency and ${found} ${by(sql``)})
      ) one join organizations o on o.id = one.id left join balances b on b.id = o.id
      where w."amountMinor" > 0 or b."prepaidMinor" >= -w."amountMinor"
      ${by(sql`(${found})::int desc, coalesce(b."owedMinor" = w."amountMinor", false) desc, ${shared} desc,`)}
    ) c`.execute(db);
  return rows.map(({ id, ...one }) => ({
    ...one,
    value: `balance:${id}` as const,
    label: one.amountMinor > 0 ? `Transfer of ${one.name}` : `Balance paid back to ${one.name}`,
  }));
}
