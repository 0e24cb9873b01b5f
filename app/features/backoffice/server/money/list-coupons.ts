import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import type { CouponQuery, CouponRow, CouponUseQuery, CouponUseRow } from "../../rules/lists/coupon-list.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { listPage, sqlList, type List, type SqlList } from "#app/platform/server/lists/list.ts";
import { ordered, orderedNotNull } from "#app/platform/server/lists/order.ts";
import { allowDuty } from "../allow-duty.ts";
import { isAmong, ordersMatching } from "../search-matches.ts";

const stateAt = (now: Date) =>
  sql`case when c."archivedAt" is not null then 'archived' when not c.active then 'off'
    when c."endsAt" <= ${now} then 'ended' when c."startsAt" > ${now} then 'upcoming'
    when c."totalLimit" <= n.uses then 'used-up' else 'active' end`;

const columnsAt = (now: Date) =>
  sql`c.id, c.code, c.label, c.percent, c."fixedMinor", c."capMinor", c."minimumMinor", c."startsAt", c."endsAt",
    c.services, c.turnarounds, c."totalLimit", c."personLimit", c."firstOrderOnly", c.active, c.version, c."createdAt",
      ${stateAt(now)} as state, n.uses, n.firsts as "firstOrders", n.cost as "costMinor", n.gross as "grossMinor",
        n.sales as "salesMinor"`;

const WITH_FIGURES = sql`coupons c cross join lateral
  (select coalesce(sum(s.uses), 0)::int as uses, coalesce(sum(s."firstOrders"), 0)::int as firsts,
      coalesce(sum(s."costMinor"), 0)::bigint as cost, coalesce(sum(s."grossMinor"), 0)::bigint as gross,
      coalesce(sum(s."salesMinor"), 0)::bigint as sales
      from coupon_sums s where s."couponId" = c.id) n`;

function coupons(query: CouponQuery, now: Date): SqlList {
  const state = stateAt(now);
  // Archived coupons are listed only when asked for.
  const where: RawBuilder<unknown>[] = [
    query.filters.state ? sql`${state} = ${query.filters.state}` : sql`c."archivedAt" is null`,
  ];
  if (query.q) where.push(contains(query.q, [sql`c.code`, sql`c.label`]));
  const by = {
    code: sql`c.code`,
    label: sql`lower(c.label)`,
    uses: sql`n.uses`,
    cost: sql`n.cost`,
    ends: sql`c."endsAt"`,
    created: sql`c."createdAt"`,
  }[query.sort];
  return {
    select: columnsAt(now),
    from: WITH_FIGURES,
    where,
    order: ordered(by, query.desc, sql`c.id`),
  };
}

/** @throws refused unless admin */
export function couponList(actor: Actor, query: CouponQuery, now: Date): List<CouponRow> {
  allowDuty(actor, "prices", "coupons");
  return sqlList<CouponRow>(coupons(query, now));
}
/** A page of coupons with their usage. @throws refused unless admin */
export const listCoupons = async (actor: Actor, query: CouponQuery, now: Date): Promise<ListPage<CouponRow>> =>
  listPage(couponList(actor, query, now), query);

/** One coupon with its figures, and whether it was ever used. @throws refused unless admin; not-found */
export async function getCoupon(actor: Actor, couponId: string, now: Date): Promise<CouponRow & { everUsed: boolean }> {
  allowDuty(actor, "prices", "coupons");
  const { rows } = isId("coupon", couponId)
    ? await sql<CouponRow & { everUsed: boolean }>`select ${columnsAt(now)},
        exists (select 1 from coupon_uses e where e."couponId" = c.id) as "everUsed"
        from ${WITH_FIGURES} where c.id = ${couponId}`.execute(database())
    : { rows: [] };
  const [coupon] = rows;
  if (!coupon) throw notFound("coupon");
  return coupon;
}

/** The orders that used or reserved a coupon, or any coupon if none is named. @throws refused unless admin */
export function couponUseList(actor: Actor, couponId: string | null, query: CouponUseQuery): List<CouponUseRow> {
  allowDuty(actor, "prices", "coupons");
  const where: RawBuilder<unknown>[] = couponId === null ? [] : [sql`u."couponId" = ${couponId}`];
  if (query.filters.state) where.push(sql`u.state = ${query.filters.state}`);
  if (query.q)
    where.push(
      isAmong(sql`u."orderId"`, [
        sql`select x."orderId" from coupon_uses x where x."orderId" = any(${ordersMatching(query.q)})`,
      ]),
    );
  const by = {
    at: sql`u."createdAt"`,
    order: sql`o.number`,
    client: sql`lower(p."displayName")`,
    discount: sql`o."discountMinor"`,
    total: sql`o."totalMinor"`,
  }[query.sort];
  return sqlList<CouponUseRow>({
    select: sql`c.code, u."orderId", o.number, u."userId" as "clientId", p."displayName" as client, p.email,
      coalesce(o."paidAt", u."createdAt") as at, u.state, u."firstOrder",
      o."listMinor", o."discountMinor", o."totalMinor", o.currency`,
    // Each use has its coupon and order; with left joins, counting reads neither.
    from: sql`coupon_uses u left join coupons c on c.id = u."couponId" left join orders o on o.id = u."orderId"
      left join users p on p.uid = u."userId"`,
    where,
    order: (query.sort === "at" && !query.q ? orderedNotNull : ordered)(by, query.desc, sql`u."orderId"`),
  });
}
