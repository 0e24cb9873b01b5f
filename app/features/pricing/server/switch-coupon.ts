import { z } from "zod";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";

/** Turns a coupon off, so that nobody can use its code, or back on. Held prices keep their discount. Safe to repeat. */
export const switchCoupon = command({
  input: z.object({ couponId: z.string(), active: z.boolean() }),
  async load({ couponId }, { tx }) {
    const coupon = isId("coupon", couponId)
      ? await tx
          .selectFrom("coupons")
          .select(["id", "code", "active"])
          .where("id", "=", couponId)
          .forUpdate()
          .executeTakeFirst()
      : undefined;
    if (!coupon) throw notFound("coupon");
    return coupon;
  },
  allow: (actor) => isAdmin(actor) || "Only admins can turn coupons on or off.",
  async run({ input: { active }, thing: coupon, tx, fact }): Promise<{ changed: boolean }> {
    if (coupon.active === active) return { changed: false };
    await tx.updateTable("coupons").set({ active }).where("id", "=", coupon.id).execute();
    await fact("coupon.switched", {
      subjectId: coupon.id,
      data: { couponId: coupon.id, code: coupon.code, active },
      topics: ["staff"],
    });
    return { changed: true };
  },
});
