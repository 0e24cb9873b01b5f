import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { CouponsTable } from "#db/schema.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { type Coupon, type CouponUse, normalizeCode } from "../rules/coupon.ts";
import type { Service, Turnaround } from "../rules/policy.ts";
import { unaliasedEmail } from "../rules/unaliased-email.ts";

/** The person who would use a coupon, and the order. */
export type CouponPerson = {
  /** Whose uses count as "by this person"; null counts none. */
  uid: string | null;
  /** Its own hold on the coupon doesn't count against it. */
  orderId: string;
  /** The other orders they have paid for. Orders are above coupons on the ladder, so the caller counts them. */
  ordersBefore: number;
  /** The card they pay with, if it's known. */
  card?: string | null;
};

/**
 * The coupon for a typed code, with the uses that count, or null. Archived coupons aren't found.
 * @param ordersBefore called only if it matters
 */
export async function findCoupon(
  typed: string,
  { ordersBefore, ...person }: Omit<CouponPerson, "ordersBefore"> & { ordersBefore: () => Promise<number> },
  db: Reader,
): Promise<(CouponUse & { id: string }) | null> {
  const code = normalizeCode(typed);
  if (!code) return null;
  const row = await db
    .selectFrom("coupons")
    .selectAll()
    .where(sql<boolean>`upper(code) = ${code}`)
    .where("archivedAt", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  return withUses(row, { ...person, ordersBefore: row.firstOrderOnly ? await ordersBefore() : 0 }, db);
}

/** A coupon's row with the uses that count: redeemed, or reserved by an open checkout. */
export async function withUses(
  row: Selectable<CouponsTable>,
  { uid, orderId, ordersBefore, card = null }: CouponPerson,
  db: Reader,
): Promise<CouponUse & { id: string }> {
  const person = uid ? await personKeyOf(uid, db) : null;
  const isOwn = sql<boolean>`(c."userId" = ${uid} or c."personKey" = ${person} or c."cardFingerprint" = ${card})`;
  const uses = await db
    .selectFrom("coupon_uses as c")
    .select([
      sql<number>`count(*)::int`.as("total"),
      sql<number>`(count(*) filter (where ${isOwn}))::int`.as("own"),
      sql<number>`(count(*) filter (where ${isOwn} and c.state = 'reserved'))::int`.as("held"),
    ])
    .where("c.couponId", "=", row.id)
    .where("c.orderId", "<>", orderId)
    .where("c.state", "<>", "released")
    .executeTakeFirstOrThrow();
  const first = row.firstOrderOnly
    ? await db
        .selectFrom("coupon_uses as c")
        .innerJoin("coupons as k", "k.id", "c.couponId")
        .select(sql<number>`count(*)::int`.as("held"))
        .where("k.firstOrderOnly", "=", true)
        .where("c.state", "=", "reserved")
        .where("c.orderId", "<>", orderId)
        .where(isOwn)
        .executeTakeFirstOrThrow()
    : { held: 0 };
  return {
    id: row.id,
    coupon: asCoupon(row),
    usedTotal: uses.total,
    usedByPerson: uses.own,
    heldByPerson: uses.held,
    ordersBefore,
    firstHeld: first.held,
  };
}

/** One key for all accounts with the same mailbox, or null if the account doesn't exist. */
export async function personKeyOf(uid: string, db: Reader): Promise<string | null> {
  const user = await db.selectFrom("users").select("email").where("uid", "=", uid).executeTakeFirst();
  return user ? createHash("sha256").update(unaliasedEmail(user.email)).digest("hex") : null;
}

export const asCoupon = (row: Selectable<CouponsTable>): Coupon => ({
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
  firstOrderOnly: row.firstOrderOnly,
});
