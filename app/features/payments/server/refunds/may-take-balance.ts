import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";

/** Whether a refund can go on its author's balance: they paid with their own card, and none has before. */
export async function mayTakeBalance(order: Pick<Order, "id" | "organizationId">, db: Reader = database()) {
  if (order.organizationId !== null) return false;
  const other = await db
    .selectFrom("payments as p")
    .leftJoin("payment_payers as y", "y.paymentId", "p.id")
    .select("p.id")
    .where("p.orderId", "=", order.id)
    .where("p.status", "=", "succeeded")
    .where((e) => e.or([e("p.method", "<>", "card"), e("y.paymentId", "is not", null)]))
    .executeTakeFirst();
  const before = await db
    .selectFrom("refunds")
    .select("id")
    .where("orderId", "=", order.id)
    .where("toBalance", "=", true)
    .executeTakeFirst();
  return !other && !before;
}
