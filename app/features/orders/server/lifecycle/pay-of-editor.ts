import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type Level, type PayPolicy, payFor } from "#app/features/pricing/rules/editor-pay.ts";
import { newWordsPay, offerFor } from "../../rules/draft/editor-shares.ts";
import { type Order, quotedPrice } from "../views/find-order.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/** What the next editor to take an order is paid, at this level. @param pay the shares that the order was sold with */
export const offerOfOrder = (order: Order, level: Level, pay: PayPolicy): number =>
  offerFor(order, payFor(quotedPrice(order), level, pay).editorMinor) + newWordsPay(order.newWordsMinor, level, pay);

/** What an order's current editor was promised, where their level is known. 0 without an editor or a price. */
export const promisedPay = (order: Order, level: Level | undefined, pay: PayPolicy): number =>
  order.assignedTo && order.price ? (order.editorPayMinor ?? offerOfOrder(order, level ?? "trial", pay)) : 0;

/** What an order's current editor was promised, in minor units. Null without an editor or a price. */
export async function payOfEditor(order: Order, db: Reader = database()): Promise<number | null> {
  if (!order.price || !order.assignedTo) return null;
  if (order.editorPayMinor !== null) return order.editorPayMinor;
  const editor = await db.selectFrom("editors").select("level").where("uid", "=", order.assignedTo).executeTakeFirst();
  return promisedPay(order, editor?.level, await payOfOrder(order, db));
}
