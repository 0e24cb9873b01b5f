import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type Level, payFor } from "#app/features/pricing/rules/editor-pay.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price.ts";
import type { Order } from "../views/find-order.ts";

/** What an editor gets for an order, in minor units: as the invite they accepted said, else by their level. Null while the order has no price. */
export async function payOfEditor(order: Order, editorId: string, db: Reader = database()): Promise<number | null> {
  if (!order.price) return null;
  const invite = await db
    .selectFrom("invites")
    .select("payMinor")
    .where("orderId", "=", order.id)
    .where("editorId", "=", editorId)
    .where("status", "=", "accepted")
    .executeTakeFirst();
  if (invite) return invite.payMinor;
  const editor = await db.selectFrom("editors").select("level").where("uid", "=", editorId).executeTakeFirst();
  return payFor(order.price as unknown as PriceReceipt, (editor?.level ?? "trial") as Level).editorMinor;
}
