import { sql } from "kysely";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { database } from "#app/platform/server/core/database.ts";

export type EarningTotals = { pending: number; available: number; inPayout: number; paid: number; currency: string };

/** An editor's earnings by status, in the currency of the latest one. */
export async function sumEarnings(uid: string): Promise<EarningTotals> {
  const latest = await database()
    .selectFrom("earnings")
    .select("currency")
    .where("editorId", "=", uid)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  const currency = latest?.currency ?? CURRENCY;
  const { rows } = await sql<Omit<EarningTotals, "currency">>`
    select coalesce(sum("amountMinor") filter (where status = 'pending'), 0)::bigint as pending,
    coalesce(sum("amountMinor") filter (where status in ('available', 'returned')), 0)::bigint as available,
      coalesce(sum("amountMinor") filter (where status = 'in_payout'), 0)::bigint as "inPayout",
      coalesce(sum("amountMinor") filter (where status = 'paid'), 0)::bigint as paid
    from earnings where "editorId" = ${uid} and currency = ${currency}`.execute(database());
  return { ...rows[0]!, currency };
}

export type EarnedMonth = { month: string; earnedMinor: number; orders: number };

/**
 * Earnings per month in the editor's time zone, oldest first, with zero for months without any. Leaves out reversed
 * earnings.
 */
export async function listEarnedMonths(
  uid: string,
  currency: string,
  now: Date,
  timeZone: string,
  months = 6,
): Promise<EarnedMonth[]> {
  const { rows } = await sql<EarnedMonth>`
    select to_char(m, 'YYYY-MM') as month, coalesce(sum(e."amountMinor"), 0)::bigint as "earnedMinor",
      count(e.id)::int as orders
    from generate_series(date_trunc('month', ${now}::timestamptz at time zone ${timeZone}) -
    make_interval(months => ${months - 1}), date_trunc('month', ${now}::timestamptz at time zone ${timeZone}),
      interval '1 month') m
      left join earnings e on e."editorId" = ${uid} and e.currency = ${currency} and e.status <> 'reversed'
      and date_trunc('month', e."createdAt" at time zone ${timeZone}) = m
    group by m order by m`.execute(database());
  return rows;
}
