import type { Selectable } from "kysely";
import type { OrderChargesTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type Order, lockOrder } from "../views/find-order.ts";

export type OrderCharge = Selectable<OrderChargesTable>;

/** A charge by its id, or null. */
export const findCharge = async (id: string, db: Reader = database()): Promise<OrderCharge | null> =>
  isId("charge", id)
    ? ((await db.selectFrom("order_charges").selectAll().where("id", "=", id).executeTakeFirst()) ?? null)
    : null;

/** The query of an order's open charge. */
export const openChargeOf = (db: Reader, orderId: string) =>
  db.selectFrom("order_charges").selectAll().where("orderId", "=", orderId).where("status", "=", "open");

/** A charge with its order, both locked, so that paying, answering and ending it take turns. @throws not-found */
export async function lockCharge(
  { tx }: Pick<CommandContext, "tx">,
  chargeId: string,
): Promise<{ charge: OrderCharge; order: Order }> {
  const found = await findCharge(chargeId, tx);
  if (!found) throw notFound("charge");
  const order = await lockOrder(tx, found.orderId);
  return { charge: await lockChargeRow(tx, chargeId), order };
}

/** A charge, locked. Lock its order first. */
export const lockChargeRow = (tx: Tx, chargeId: string): Promise<OrderCharge> =>
  tx.selectFrom("order_charges").selectAll().where("id", "=", chargeId).forUpdate().executeTakeFirstOrThrow();
