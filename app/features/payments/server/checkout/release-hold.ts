import type { Tx } from "#app/platform/server/core/database.ts";
import { endCheckoutReservation } from "#app/features/orders/server/lifecycle/reserve-editor.ts";
import { releaseCoupon } from "#app/features/pricing/server/release-coupon.ts";

/**
 * Releases an order's coupon, and the editor's words kept for it, once it has no open checkout. Lock the order first.
 * Safe to repeat.
 */
export async function releaseHold(tx: Tx, orderId: string): Promise<void> {
  const open = await tx
    .selectFrom("payments")
    .select("id")
    .where("orderId", "=", orderId)
    .where("status", "in", ["starting", "open"])
    .executeTakeFirst();
  if (open) return;
  await releaseCoupon(tx, orderId);
  await endCheckoutReservation(tx, orderId);
}
