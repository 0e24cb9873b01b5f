import type { Tx } from "#app/platform/server/core/database.ts";

/** Releases the coupon held by a checkout that ended unpaid. Lock the order first. Safe to repeat. */
export async function releaseCoupon(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("coupon_uses")
    .set({ state: "released" })
    .where("orderId", "=", orderId)
    .where("state", "=", "reserved")
    .execute();
}

/** Restores a coupon's use after a full refund. Safe to repeat. */
export async function returnCoupon(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable("coupon_uses").set({ state: "released" }).where("orderId", "=", orderId).execute();
}
