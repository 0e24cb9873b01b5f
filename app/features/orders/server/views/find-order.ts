import type { Selectable } from "kysely";
import type { OrdersTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";

export type Order = Selectable<OrdersTable>;

/**
 * An order's quoted price: what its client pays, its editor's pay is based on, and its invoice shows.
 * @throws before it's quoted
 */
export function quotedPrice(order: Pick<Order, "id" | "price">): PriceReceipt {
  if (!order.price) throw new Error(`The order ${order.id} has no price yet.`);
  return order.price;
}

/** An order by its id, or null. */
export async function findOrder(id: string, db: Reader = database()): Promise<Order | null> {
  if (!isId("order", id)) return null;
  return (await db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** An order by its id. @throws not-found */
export async function getOrder(id: string, db: Reader = database()): Promise<Order> {
  const order = await findOrder(id, db);
  if (!order) throw notFound("order");
  return order;
}

/**
 * An order, locked for this transaction, so that of two commands on one order the second waits and sees what the first
 * did.
 * @throws not-found
 */
export async function lockOrder(tx: Tx, id: string): Promise<Order> {
  if (!isId("order", id)) throw notFound("order");
  const order = await tx.selectFrom("orders").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!order) throw notFound("order");
  return order;
}
