import type { Reader } from "#app/platform/server/core/database.ts";

/** The orders, other than this one, that were paid for with a card and not refunded in full; at most one is counted. */
export async function countCardOrders(card: string | null, orderId: string, db: Reader): Promise<number> {
  if (card === null) return 0;
  const paid = await db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.orderId")
    .select("o.id")
    .where("p.cardFingerprint", "=", card)
    .where("p.status", "=", "succeeded")
    .where("p.surplus", "=", false)
    .where("o.id", "<>", orderId)
    .where("o.status", "<>", "refunded")
    .limit(1)
    .executeTakeFirst();
  return paid ? 1 : 0;
}
