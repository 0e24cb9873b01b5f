import { database } from "#app/platform/server/core/database.ts";

/**
 * Deletes what was written about problems with an order, by its client and by staff. The decision and the money stay.
 */
export async function removeProblemTexts(orderId: string): Promise<void> {
  const db = database();
  await db.updateTable("order_problems").set({ what: "", note: "" }).where("orderId", "=", orderId).execute();
  await db.updateTable("refund_requests").set({ reason: "", note: "" }).where("orderId", "=", orderId).execute();
}
