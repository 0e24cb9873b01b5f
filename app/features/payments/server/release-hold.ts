import type { Tx } from "#app/platform/server/core/database.ts";
import { releaseCoupon } from "#app/features/pricing/server/release-coupon.ts";

/** Releases an order's coupon once it has no open checkout. Lock the order first. Safe to repeat. */
export async function releaseHold(tx: Tx, orderId: string): Promise<void> {
  const open = await tx
    .selectFrom("payments")
    .select("id")
    .where("orderId", "=", orderId)
    .where("status", "in", ["starting", "open"])
    .executeTakeFirst();
  if (!open) await releaseCoupon(tx, orderId);
}
