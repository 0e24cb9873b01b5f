import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockCoupon } from "./lock-coupon.ts";

/**
 * Archives a coupon: it leaves the list and nobody can use its code, which stays taken; its figures stay. Or brings it
 * back, turned off. Orders priced with it keep their price. Safe to repeat.
 */
export const archiveCoupon = command({
  input: z.object({ couponId: z.string(), archived: z.boolean() }),
  load: ({ couponId }, { tx }) => lockCoupon(tx, couponId),
  allow: (actor) => may(actor, "prices") || "Only admins can archive coupons.",
  async run({ input: { archived }, thing: coupon, tx, now, fact }): Promise<{ changed: boolean }> {
    if ((coupon.archivedAt !== null) === archived) return { changed: false };
    await tx
      .updateTable("coupons")
      .set({ archivedAt: archived ? now : null, active: false })
      .where("id", "=", coupon.id)
      .execute();
    await fact("coupon.archived", {
      subjectId: coupon.id,
      data: { couponId: coupon.id, code: coupon.code, archived },
      topics: ["staff"],
    });
    return { changed: true };
  },
});
