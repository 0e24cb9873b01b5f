import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";

import { listPage, sqlList, type List, type SqlList } from "#app/platform/server/lists/list.ts";
import { ordered } from "#app/platform/server/lists/order.ts";
import { nextCutoffAt, payoutsAt } from "#app/features/payouts/server/earnings/read-payout-policy.ts";
import type { CutoffQuery, CutoffRow } from "../../rules/lists/payout-list.ts";
import { allowDuty } from "../allow-duty.ts";

const cutoffs = (query: CutoffQuery): SqlList => ({
  select: sql`*`,
  from: sql`(select r."cutoffAt", count(*)::int as runs, sum(p.payouts)::int as payouts,
    sum(p.gross)::bigint as "grossMinor", sum(p.debt)::bigint as "debtMinor", sum(p.amount)::bigint as "amountMinor",
      sum(p.paid)::bigint as "paidMinor", sum(p.returned)::bigint as "returnedMinor", max(r.id) as "runId"
    from payout_runs r join (select "runId", sum(payouts) as payouts, sum("grossMinor") as gross,
        sum("debtMinor") as debt, sum("amountMinor") as amount,
        coalesce(sum("amountMinor") filter (where status = 'paid'), 0) as paid,
        coalesce(sum("amountMinor") filter (where status in ('rejected', 'returned')), 0) as returned
      from payout_sums where status <> 'cancelled' group by 1 having sum(payouts) > 0) p on p."runId" = r.id
    where r.currency = ${CURRENCY} group by 1) c`,
  where: [],
  order: ordered(
    { cutoff: sql`c."cutoffAt"`, paid: sql`c."paidMinor"`, amount: sql`c."amountMinor"` }[query.sort],
    query.desc,
    sql`c."cutoffAt"`,
  ),
});

export type PipelineStep = {
  status: "pending" | "available" | "in_payout" | "paid";
  minor: number;
  earnings: number;
  editors: number;
  oldestAt: Date | null;
};
export type AgeRow = { label: string; pendingMinor: number; availableMinor: number; inPayoutMinor: number };
export type Upcoming = { cutoffAt: Date; minor: number; editors: number };

/** Age ranges in days since delivery, with labels. */
const AGES = [
  [7, "up to 7 days"],
  [15, "8 to 15 days"],
  [30, "16 to 30 days"],
  [60, "31 to 60 days"],
  [null, "over 60 days"],
] as const;

/** Earnings between delivery and the bank, before debts are deducted. @throws refused unless admin */
export async function readPipeline(
  actor: Actor,
  now: Date,
): Promise<{ steps: PipelineStep[]; ages: AgeRow[]; upcoming: Upcoming[]; currency: string }> {
  allowDuty(actor, "money", "the payout pipeline");
  const steps = await sql<PipelineStep>`
    select s.status, coalesce(sum(m.minor), 0)::bigint as minor, coalesce(sum(m.earnings), 0)::int as earnings,
      count(m."editorId")::int as editors,
      (select min(o.at) from unnest(s.states) x(status) cross join lateral (select e."createdAt" as at from earnings e
        where e.currency = ${CURRENCY} and e.status = x.status order by e."createdAt" limit 1) o) as "oldestAt"
    from (values ('pending', 1, array['pending']), ('available', 2, array['available', 'returned']),
      ('in_payout', 3, array['in_payout']), ('paid', 4, array['paid'])) s(status, place, states)
    left join (select "editorId", case status when 'returned' then 'available' else status end as status,
      sum("amountMinor") as minor, sum(earnings) as earnings from earning_sums where currency = ${CURRENCY}
      group by 1, 2 having sum(earnings) > 0) m on m.status = s.status
    group by s.status, s.place, s.states order by s.place`.execute(database());
  const aged = await sql<{ bucket: number; pendingMinor: number; availableMinor: number; inPayoutMinor: number }>`
    select width_bucket(extract(epoch from (${now}::timestamptz - "createdAt")) / 86400, array[7, 15, 30,
      60]::float8[]) as bucket,
      coalesce(sum("amountMinor") filter (where status = 'pending'), 0)::bigint as "pendingMinor",
      coalesce(sum("amountMinor") filter (where status in ('available', 'returned')), 0)::bigint as "availableMinor",
      coalesce(sum("amountMinor") filter (where status = 'in_payout'), 0)::bigint as "inPayoutMinor"
    from earnings where status in ('pending', 'available', 'returned', 'in_payout')
      and currency = ${CURRENCY} group by 1`.execute(database());
  const found = new Map(aged.rows.map((r) => [r.bucket, r]));
  const ages = AGES.map(([, label], i) => {
    const r = found.get(i);
    return {
      label,
      pendingMinor: r?.pendingMinor ?? 0,
      availableMinor: r?.availableMinor ?? 0,
      inPayoutMinor: r?.inPayoutMinor ?? 0,
    };
  });
  const cutoffs: { cutoffAt: Date; ripeAt: Date }[] = [];
  for (let at = await nextCutoffAt(now); cutoffs.length < 4; at = await nextCutoffAt(after(at, DAY)))
    cutoffs.push({ cutoffAt: at, ripeAt: after(at, -(await payoutsAt(at)).settleMs) });
  // Each earning belongs to the first cut-off at which it's payable: the number of those at which it isn't.
  const notPayable = sql.join(
    cutoffs.map(({ ripeAt }) => sql`("availableAt" > ${ripeAt})::int`),
    sql` + `,
  );
  const payable = await sql<{ nth: number; minor: number; editors: number }>`
    select ${notPayable} as nth, sum("amountMinor")::bigint as minor, count(distinct "editorId")::int as editors from earnings
    where status in ('available', 'returned') and currency = ${CURRENCY} and "availableAt" is not null group by 1`.execute(
    database(),
  );
  const upcoming = cutoffs.map(({ cutoffAt }, nth): Upcoming => {
    const found = payable.rows.find((row) => row.nth === nth);
    return { cutoffAt, minor: found?.minor ?? 0, editors: found?.editors ?? 0 };
  });
  return { steps: steps.rows, ages, upcoming, currency: CURRENCY };
}

/** @throws refused unless admin */
export function cutoffList(actor: Actor, query: CutoffQuery): List<CutoffRow> {
  allowDuty(actor, "money", "the payout pipeline");
  return sqlList<CutoffRow>(cutoffs(query));
}
/** A page of cut-offs with the amount paid at each. @throws refused unless admin */
export const listCutoffs = async (actor: Actor, query: CutoffQuery): Promise<ListPage<CutoffRow>> =>
  listPage(cutoffList(actor, query), query);
