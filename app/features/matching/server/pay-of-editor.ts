import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readTogether } from "#app/platform/server/core/read-together.ts";
import { type Level, payFor } from "#app/features/pricing/rules/editor-pay.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";

/** The query of what the invite said that an editor accepted. */
export const acceptedPayOf = (db: Reader, orderId: string, editorId: string | null) =>
  db
    .selectFrom("invites")
    .select("payMinor")
    .where("orderId", "=", orderId)
    .where("editorId", "=", editorId ?? "")
    .where("status", "=", "accepted")
    .limit(1);

/** What an editor gets for an order, in minor units: as promised when they were assigned, else as their invite said or by their level. Null while the order has no price. */
export async function payOfEditor(order: Order, editorId: string, db: Reader = database()): Promise<number | null> {
  if (!order.price) return null;
  if (order.assignedTo === editorId && order.editorPayMinor !== null) return order.editorPayMinor;
  const { accepted, editor } = await readTogether(db, {
    accepted: acceptedPayOf(db, order.id, editorId),
    editor: db.selectFrom("editors").select("level").where("uid", "=", editorId),
  });
  return accepted[0]?.payMinor ?? payFor(order.price, (editor[0]?.level ?? "trial") as Level).editorMinor;
}
