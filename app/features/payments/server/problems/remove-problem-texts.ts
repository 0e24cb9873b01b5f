import { database } from "#app/platform/server/core/database.ts";

/**
 * Deletes what its client and staff wrote about problems with an order. The decision and the payments stay.
 */
export async function removeProblemTexts(orderId: string): Promise<void> {
  const db = database();
  await db.updateTable("order_problems").set({ what: "", note: "" }).where("orderId", "=", orderId).execute();
  await db.updateTable("refund_requests").set({ reason: "", note: "" }).where("orderId", "=", orderId).execute();
}
