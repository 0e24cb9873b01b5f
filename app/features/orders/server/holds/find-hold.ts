import type { Selectable } from "kysely";
import type { OrderHoldsTable } from "#db/schema.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { type Order, lockOrder } from "../views/find-order.ts";

export type Hold = Selectable<OrderHoldsTable>;

/** The query of an order's current hold, with its owner's name. */
export const openHoldOf = (db: Reader, orderId: string) =>
  db
    .selectFrom("order_holds as h")
    .leftJoin("users as u", "u.uid", "h.ownerId")
    .selectAll("h")
    .select("u.displayName as ownerName")
    .where("h.orderId", "=", orderId)
    .where("h.endedAt", "is", null);

/** An order with its hold, both locked for this transaction. @throws not-found */
export async function lockHold(
  { tx }: Pick<CommandContext, "tx">,
  orderId: string,
): Promise<{ order: Order; hold: Hold | null }> {
  const order = await lockOrder(tx, orderId);
  const hold = await tx
    .selectFrom("order_holds")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("endedAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return { order, hold: hold ?? null };
}

/** Whether this person may end a hold or hand it over: an admin, or the staff member who is responsible for it. */
export const mayEndHold = (actor: Actor, order: Order, hold: Pick<Hold, "ownerId"> | null): boolean =>
  can.manage(actor, order) || (may(actor, "care") && hold !== null && hold.ownerId === uidOf(actor));
