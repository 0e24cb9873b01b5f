import type { Tx } from "#app/platform/server/database.ts";

/** Lets go of what an order's checkout held: it has ended unpaid. Lock the order first. Safe to repeat. */
export async function releaseCoupon(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("coupon_uses")
    .set({ state: "released" })
    .where("orderId", "=", orderId)
    .where("state", "=", "reserved")
    .execute();
}

/** Gives a coupon's use back after a full refund. Safe to repeat. */
export async function returnCoupon(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable("coupon_uses").set({ state: "released" }).where("orderId", "=", orderId).execute();
}
