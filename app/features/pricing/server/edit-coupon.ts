import { pricingNow } from "./read-pricing.ts";
import { sql } from "kysely";
import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Coupon, couponEditProblem } from "../rules/coupon.ts";
import { changedElsewhere, couponOf, rowOf, takeCode, wrongTerm } from "./coupon-input.ts";
import { CouponTerms } from "./create-coupon.ts";
import { asCoupon } from "./find-coupon.ts";
import { lockCoupon } from "./lock-coupon.ts";

const TERMS = [
  "code",
  "label",
  "percent",
  "fixedMinor",
  "capMinor",
  "minimumSpendMinor",
  "startsAt",
  "endsAt",
  "services",
  "turnarounds",
  "totalLimit",
  "perPersonLimit",
  "firstOrderOnly",
] as const satisfies readonly (keyof Coupon)[];

/**
 * Changes a coupon's terms. Once it has been used, its code, discount, and start are fixed. Orders priced with it keep
 * their price.
 * @throws invalid by field; conflict when someone else saved a newer version
 */
export const editCoupon = command({
  input: CouponTerms.extend({ couponId: z.string(), version: z.coerce.number().int() }),
  load: ({ couponId }, { tx }) => lockCoupon(tx, couponId),
  allow: (actor) => may(actor, "prices") || "Only admins can change coupons.",
  async run({ input: { couponId, version, ...terms }, thing, tx, now, fact }): Promise<{ changed: boolean }> {
    const before = asCoupon(thing);
    const after = couponOf(terms, thing.active, await pricingNow({ tx, now }));
    const changed = TERMS.filter((term) => JSON.stringify(before[term]) !== JSON.stringify(after[term]));
    if (changed.length === 0) return { changed: false };
    if (thing.version !== version) throw changedElsewhere();
    const { uses, ever } = await tx
      .selectFrom("coupon_uses")
      .select([
        sql<number>`(count(*) filter (where state <> 'released'))::int`.as("uses"),
        sql<number>`count(*)::int`.as("ever"),
      ])
      .where("couponId", "=", couponId)
      .executeTakeFirstOrThrow();
    const problem = couponEditProblem(before, after, { uses, everUsed: ever > 0 }, now);
    if (problem) throw wrongTerm(problem.field, problem.message);
    if (after.code !== before.code) await takeCode(tx, after.code, couponId);
    await tx
      .updateTable("coupons")
      .set({ ...rowOf(terms, after.code), version: version + 1 })
      .where("id", "=", couponId)
      .execute();
    await fact("coupon.edited", {
      subjectId: couponId,
      data: { couponId, code: after.code, changed },
      topics: ["staff"],
    });
    return { changed: true };
  },
});
