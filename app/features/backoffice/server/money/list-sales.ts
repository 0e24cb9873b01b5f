import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import { SALES_SHOWN } from "#app/features/pricing/rules/discount-list.ts";
import { type StandingState, standingState } from "#app/platform/rules/core/standing-state.ts";
import { allowDuty } from "../allow-duty.ts";

export type SaleRow = {
  id: string;
  label: string;
  percent: number;
  services: string[] | null;
  startsAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  state: StandingState;
  /** Orders paid with it and not refunded in full, and the discount on them. */
  orders: number;
  costMinor: number;
};

/** The sales with their total discounts. @throws refused unless admin */
export async function listSales(actor: Actor, now: Date): Promise<SaleRow[]> {
  allowDuty(actor, "prices", "sales");
  const { rows } = await sql<Omit<SaleRow, "state">>`
    select s.id, s.label, s.percent, s.services, s."startsAt", s."endsAt", s."endedAt", n.orders, n.cost as "costMinor"
    from (select * from sales order by (coalesce("endedAt", "endsAt") > ${now}) desc, "startsAt" desc, id
      limit ${SALES_SHOWN}) s
    cross join lateral (select count(*)::int as orders, coalesce(sum(order_dollars(o."discountMinor", o.currency, o.price)), 0)::bigint
      as cost from orders o
      where o.price -> 'discount' ->> 'code' = s.id and o.price -> 'discount' ->> 'kind' in ('sale', 'account')
        and o."paidAt" is not null and o."refundedMinor" < o."paidMinor") n
    order by (coalesce(s."endedAt", s."endsAt") > ${now}) desc, s."startsAt" desc, s.id`.execute(database());
  return rows.map((row) => ({ ...row, state: standingState(row, now) }));
}
