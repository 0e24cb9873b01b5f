import type { CommandContext } from "#app/platform/server/core/command.ts";
import { personKeyOf } from "./find-coupon.ts";

/**
 * Counts the coupon of a paid order as used, even if its hold was released before payment, because the client paid the
 * price we showed. Lock the order first. Safe to repeat.
 * @param paid the card that paid, and whether it's the client's first order
 */
export async function redeemCoupon(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  order: { id: string; userId: string | null; couponId: string | null },
  paid: { card: string | null; firstOrder: boolean } | null = null,
): Promise<void> {
  const { couponId, userId } = order;
  if (couponId !== null && userId !== null) {
    const known = paid ? { cardFingerprint: paid.card, firstOrder: paid.firstOrder } : {};
    await tx.selectFrom("coupons").select("id").where("id", "=", couponId).forUpdate().executeTakeFirstOrThrow();
    await tx
      .insertInto("coupon_uses")
      .values({
        couponId,
        orderId: order.id,
        userId,
        state: "redeemed",
        personKey: (await personKeyOf(userId, tx)) ?? "",
        createdAt: now,
        ...known,
      })
      .onConflict((c) => c.columns(["couponId", "orderId"]).doUpdateSet({ state: "redeemed", ...known }))
      .execute();
  }
  // A code the order had before it was changed.
  await tx
    .updateTable("coupon_uses")
    .set({ state: "released" })
    .where("orderId", "=", order.id)
    .where("state", "=", "reserved")
    .execute();
}
