import { sql } from "kysely";
import { sourceOfPartner } from "#app/platform/rules/requests/visit-source.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { PartnerFigures } from "../../rules/partner-figures.ts";
import { FUNNEL } from "../../rules/numbers.ts";

type Of = { id: string; code: string };

/**
 * What was counted for a partner, by day or by month in UTC, oldest first. The steps come from the days' sums, as on the
 * page of reports; the money from the orders themselves, so that refunds of later days are in it.
 * @param from included @param to excluded
 */
export async function partnerFigures(
  { id, code }: Of,
  { from, to, step }: { from: Date; to: Date; step: "day" | "month" },
  db: Reader = database(),
): Promise<PartnerFigures[]> {
  const format = step === "day" ? "YYYY-MM-DD" : "YYYY-MM";
  const counted = await sql<{ when: string; what: string; amount: number }>`
    select to_char(day, ${format}) as when, what, sum(amount)::float8 as amount from daily_numbers
    where about = ${sourceOfPartner(code)} and what in (${sql.join(FUNNEL.map(({ key }) => key))})
      and day >= ${from.toISOString()}::date and day < ${to.toISOString()}::date
    group by 1, 2`.execute(db);
  const paid = await sql<{ when: string; paidMinor: number; discountMinor: number }>`
    select to_char("paidAt" at time zone 'UTC', ${format}) as when,
      sum(order_dollars(greatest(0, "totalMinor" - "taxMinor" - "refundedMinor"), currency, price))::bigint as "paidMinor",
      coalesce(sum(order_dollars("discountMinor", currency, price)) filter (where price->'discount'->>'kind' = 'partner'), 0)::bigint as "discountMinor"
    from orders where "partnerId" = ${id} and "paidAt" >= ${from} and "paidAt" < ${to} group by 1`.execute(db);
  const by = new Map<string, PartnerFigures>();
  const at = (when: string): PartnerFigures => {
    const found = by.get(when) ?? nothing(when);
    by.set(when, found);
    return found;
  };
  for (const { when, what, amount } of counted.rows) at(when)[what as "visits"] = amount;
  for (const { when, ...money } of paid.rows) Object.assign(at(when), money);
  return [...by.values()].toSorted((a, b) => a.when.localeCompare(b.when));
}

export const nothing = (when: string): PartnerFigures => ({
  when,
  ...(Object.fromEntries(FUNNEL.map(({ key }) => [key, 0])) as Record<(typeof FUNNEL)[number]["key"], number>),
  paidMinor: 0,
  discountMinor: 0,
});
