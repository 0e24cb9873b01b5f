/** Sales compared with the thresholds from which a seller has to register for tax. */
import { dayOf } from "#app/platform/rules/core/day.ts";
import { sql } from "kysely";
import { type Actor, CLOCK } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type Reader, database, json } from "#app/platform/server/core/database.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import {
  type Threshold,
  type ThresholdState,
  type Window,
  amountIn,
  countriesOf,
  isCovered,
  shareOf,
  stateOf,
  stateOfThreshold,
  thresholdName,
  thresholdsOf,
  windowsOf,
} from "#app/features/tax/rules/thresholds.ts";
import { listRegistrations } from "#app/features/tax/server/registrations.ts";

/** The longest time between the ECB's rates, at Easter. */
const RATE_DAYS = 5;
/** Millionths of the currency of a row for one euro, by the rate `r`, and its minor units. */
const perEuro = (row: string) => sql`case ${sql.ref(`${row}.currency`)} when 'EUR' then 1000000 when 'USD' then r.micros
  else (r.others->>${sql.ref(`${row}.currency`)})::bigint end`;
const unitsIn = (row: string) => sql`case ${sql.ref(`${row}.currency`)} when 'JPY' then 1 else 100 end`;

export type ThresholdOnPage = Threshold & {
  name: string;
  window: Window;
  measuredMinor: number;
  sales: number;
  share: number;
  state: ThresholdState;
  /** Documents that aren't counted in the amount, because there's no reference rate of their day. */
  lacking: number;
};

/** Every threshold with what was sold, nearest to its end first. @throws refused without the duty */
export async function readThresholds(actor: Actor): Promise<ThresholdOnPage[]> {
  if (!may(actor, "money")) throw refused(only("money", "see the tax thresholds"));
  return measure(now(), database());
}

const ORDER: readonly ThresholdState[] = ["crossed", "near", "below", "registered"];

async function measure(at: Date, db: Reader): Promise<ThresholdOnPage[]> {
  const today = dayOf(at);
  const home = (await findCompany(db))?.country ?? null;
  const registrations = await listRegistrations(db);
  const wanted = thresholdsOf(home).flatMap((threshold) =>
    windowsOf(threshold, today).map((window) => ({ key: `${threshold.id} ${window.key}`, threshold, window })),
  );
  const questions = wanted.map(({ key, threshold, window }) => ({
    key,
    countries: countriesOf(threshold, home),
    state: stateOf(threshold),
    consumers: threshold.buyers === "consumers",
    worldwide: threshold.scope === "worldwide",
    currency: threshold.currency,
    from: window.from,
    until: window.until,
  }));
  const begin = new Date(`${Number(today.slice(0, 4)) - 1}-01-01T00:00:00Z`);
  const { rows } = await sql<{ key: string; amount: number; sales: number; there: number; lacking: number }>`
    with documents as materialized (
      select i.document->'buyer'->>'country' as country, i.document #>> '{buyer,address,-1}' as state,
        i.document->'buyer'->>'vatId' is null as consumer, to_char(i."issuedAt" at time zone 'UTC', 'YYYY-MM-DD') as day,
        i.currency, count(*)::int as documents,
        count(*) filter (where i.kind = 'invoice' and i."cancelledBy" is null)::int as sales,
        sum((i.document->>'netMinor')::bigint * case i.kind when 'invoice' then 1 else -1 end) as net
      from invoices i
      where i.kind in ('invoice', 'credit_note') and i."payoutId" is null
        and i."issuedAt" >= ${begin} and i."issuedAt" < ${after(at, DAY)}
      group by 1, 2, 3, 4, 5
    ), counted as (
      select w.key, d.sales, d.documents,
        coalesce(d.country = any(w.countries) and (w.state is null or d.state = w.state), false)
          and (d.consumer or not w.consumers) as there,
        case when w.currency = d.currency then d.net
          else d.net * (${perEuro("w")}) * (${unitsIn("w")}) / ((${perEuro("d")}) * (${unitsIn("d")})) end as amount
      from jsonb_to_recordset(${json(questions)}::jsonb)
        as w(key text, countries text[], state text, consumers boolean, worldwide boolean, currency text, "from" text, until text)
      join documents d on d.day between w."from" and w.until and (w.worldwide or (d.country = any(w.countries)
        and (w.state is null or d.state = w.state) and (d.consumer or not w.consumers)))
      left join lateral (select micros, others from reference_rates where "rateOn" < d.day
        and "rateOn" >= to_char(d.day::date - ${RATE_DAYS}::int, 'YYYY-MM-DD') order by "rateOn" desc limit 1) r on true
    )
    select key, coalesce(round(sum(amount)), 0)::bigint as amount, sum(sales)::int as sales,
      coalesce(sum(sales) filter (where there), 0)::int as there,
      coalesce(sum(documents) filter (where amount is null), 0)::int as lacking
    from counted group by key limit ${questions.length}`.execute(db);
  const found = new Map(rows.map((row) => [row.key, row]));
  const measured = wanted.map(({ key, threshold, window }): ThresholdOnPage => {
    const row = found.get(key);
    // Sales elsewhere count only for a seller that also sells there.
    const counts = row && (threshold.scope === "there" || row.there > 0);
    const of = { amountMinor: counts ? row.amount : 0, count: counts ? row.sales : 0 };
    return {
      ...threshold,
      name: thresholdName(threshold),
      window,
      measuredMinor: of.amountMinor,
      sales: of.count,
      share: shareOf(threshold, of),
      state: stateOfThreshold(threshold, of, isCovered(threshold, registrations, today)),
      lacking: counts ? row.lacking : 0,
    };
  });
  const nearest = (a: ThresholdOnPage, b: ThresholdOnPage) =>
    ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.share - a.share || a.name.localeCompare(b.name, "en");
  // Of a threshold's two years, the one that's nearer.
  return [...Map.groupBy(measured, (it) => it.id).values()].map((its) => its.toSorted(nearest)[0]!).toSorted(nearest);
}

/** Clock rule: once an hour, tells the finance team of thresholds that were passed, once for each and its period. */
export async function watchThresholds(at: Date): Promise<void> {
  if (at.getUTCMinutes() === 20) await tellOfThresholds(at);
}

/** The same, right now. Safe to repeat and concurrently. @returns how many are new */
export async function tellOfThresholds(at: Date): Promise<number> {
  const reached = (await measure(at, database())).filter((it) => it.state === "near" || it.state === "crossed");
  if (reached.length === 0) return 0;
  return transact(CLOCK, async ({ tx, now: toldAt, fact }) => {
    let told = 0;
    for (const it of reached) {
      const level = it.state === "crossed" ? "crossed" : "near";
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("tax_threshold_alerts")
        .values({ thresholdId: it.id, period: it.window.key, level, toldAt })
        .onConflict((c) => c.doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) continue;
      told++;
      await fact("tax.threshold_reached", {
        data: {
          name: it.name,
          crossed: level === "crossed",
          measured: amountIn(it.measuredMinor, it.currency),
          sales: it.sales,
          threshold: amountIn(it.amountMinor, it.currency),
          period: it.window.label,
        },
        topics: ["staff"],
      });
    }
    return told;
  });
}
