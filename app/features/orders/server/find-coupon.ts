import { sql } from "kysely";
import { type Coupon, normaliseCode } from "#app/features/pricing/rules/coupon.ts";
import type { Service, Turnaround } from "#app/features/pricing/rules/policy.ts";
import type { Reader } from "#app/platform/server/database.ts";

/** A coupon with how often it has been used, by all and by this person. */
export type CouponWithUses = { id: string; coupon: Coupon; usedTotal: number; usedByPerson: number };

/**
 * The coupon of a code as somebody typed it, or null.
 * @param uid whose uses count as "by this person": the account, and accounts whose e-mail differs only by a "+alias"; null counts none
 */
export async function findCoupon(typed: string, uid: string | null, db: Reader): Promise<CouponWithUses | null> {
  const code = normaliseCode(typed);
  if (!code) return null;
  const row = await db
    .selectFrom("coupons")
    .selectAll()
    .where(sql<boolean>`upper(code) = ${code}`)
    .executeTakeFirst();
  if (!row) return null;
  const bare = sql<string>`lower(split_part(split_part(u.email, '@', 1), '+', 1) || '@' || split_part(u.email, '@', 2))`;
  const uses = await db
    .selectFrom("coupon_uses as c")
    .leftJoin("users as u", "u.uid", "c.userId")
    .select([
      sql<number>`count(*)::int`.as("total"),
      sql<number>`count(*) filter (where c."userId" = ${uid} or ${bare} = (select lower(split_part(split_part(m.email, '@', 1), '+', 1) || '@' || split_part(m.email, '@', 2)) from users m where m.uid = ${uid}))::int`.as(
        "own",
      ),
    ])
    .where("c.couponId", "=", row.id)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    coupon: {
      code: row.code,
      label: row.label,
      active: row.active,
      percent: row.percent,
      fixedMinor: row.fixedMinor,
      capMinor: row.capMinor,
      minimumSpendMinor: row.minimumMinor,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      services: row.services as Service[] | null,
      turnarounds: row.turnarounds as Turnaround[] | null,
      totalLimit: row.totalLimit,
      perPersonLimit: row.personLimit,
    },
    usedTotal: uses.total,
    usedByPerson: uses.own,
  };
}
