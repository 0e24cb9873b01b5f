import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockCoupon } from "./lock-coupon.ts";

/** Turns a coupon off, so that nobody can use its code, or back on. Held prices keep their discount. Safe to repeat. */
export const switchCoupon = command({
  input: z.object({ couponId: z.string(), active: z.boolean() }),
  load: ({ couponId }, { tx }) => lockCoupon(tx, couponId),
  allow: (actor) => may(actor, "prices") || "Only admins can turn coupons on or off.",
  async run({ input: { active }, thing: coupon, tx, fact }): Promise<{ changed: boolean }> {
    if (coupon.active === active) return { changed: false };
    if (coupon.archivedAt !== null)
      throw conflict("archived", "This coupon is archived.", "Restore it first, then turn it on.");
    await tx.updateTable("coupons").set({ active }).where("id", "=", coupon.id).execute();
    await fact("coupon.switched", {
      subjectId: coupon.id,
      data: { couponId: coupon.id, code: coupon.code, active },
      topics: ["staff"],
    });
    return { changed: true };
  },
});
