import type { Tx } from "#app/platform/server/core/database.ts";
import { titleFromName } from "../../rules/order-title.ts";

/**
 * The title of an order that wasn't given one: the name of the first manuscript that's still on it, or empty without
 * one.
 */
export async function autoTitle(tx: Tx, orderId: string): Promise<string> {
  const first = await tx
    .selectFrom("files")
    .select("name")
    .where("orderId", "=", orderId)
    .where("purpose", "=", "source")
    .where("role", "is", null)
    .where("state", "=", "counted")
    .where("removedAt", "is", null)
    .orderBy("position")
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
  return first ? titleFromName(first.name) : "";
}
