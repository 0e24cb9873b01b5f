import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type ListPage, type ListQuery, likePattern } from "#app/platform/rules/core/list-query.ts";
import type { COUPON_LIST, CouponState } from "../rules/money-lists.ts";
import { listPage, ordered, sqlList, type List, type SqlList } from "#app/platform/server/core/list.ts";
import { allowAdmin } from "./allow-admin.ts";

type CouponQuery = ListQuery<(typeof COUPON_LIST.sorts)[number], "state">;

export type CouponRow = {
  id: string;
  code: string;
  label: string;
  percent: number | null;
  fixedMinor: number | null;
  capMinor: number | null;
  minimumMinor: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  services: string[] | null;
  turnarounds: string[] | null;
  totalLimit: number | null;
  personLimit: number | null;
  active: boolean;
  createdAt: Date;
  state: CouponState;
  /** Orders paid with it and not fully refunded, and their total discount. */
  uses: number;
  costMinor: number;
  salesMinor: number;
};

function coupons(query: CouponQuery, now: Date): SqlList {
  const state = sql`case when not c.active then 'off' when c."endsAt" <= ${now} then 'ended' when c."startsAt" > ${now} then 'upcoming' when c."totalLimit" <= n.uses then 'used-up' else 'active' end`;
  const where: RawBuilder<unknown>[] = [];
  if (query.filters.state) where.push(sql`${state} = ${query.filters.state}`);
  if (query.q) where.push(sql`c.code ilike ${likePattern(query.q)} or c.label ilike ${likePattern(query.q)}`);
  const by = {
    code: sql`c.code`,
    label: sql`lower(c.label)`,
    uses: sql`n.uses`,
    cost: sql`n.cost`,
    ends: sql`c."endsAt"`,
    created: sql`c."createdAt"`,
  }[query.sort];
  return {
    select: sql`c.id, c.code, c.label, c.percent, c."fixedMinor", c."capMinor", c."minimumMinor", c."startsAt", c."endsAt", c.services, c.turnarounds, c."totalLimit", c."personLimit", c.active, c."createdAt",
      ${state} as state, n.uses, n.cost as "costMinor", n.sales as "salesMinor"`,
    from: sql`coupons c cross join lateral (select count(*)::int as uses, coalesce(sum(o."discountMinor"), 0)::bigint as cost, coalesce(sum(o."totalMinor"), 0)::bigint as sales
      from coupon_uses u join orders o on o.id = u."orderId" where u."couponId" = c.id and u.state = 'redeemed') n`,
    where,
    order: ordered(by, query.desc, sql`c.id`),
  };
}

/** @throws refused unless admin */
export function couponList(actor: Actor, query: CouponQuery, now: Date): List<CouponRow> {
  allowAdmin(actor, "coupons");
  return sqlList<CouponRow>(coupons(query, now));
}
/** A page of coupons with their usage. @throws refused unless admin */
export const listCoupons = async (actor: Actor, query: CouponQuery, now: Date): Promise<ListPage<CouponRow>> =>
  listPage(couponList(actor, query, now), query.page);
