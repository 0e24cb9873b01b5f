import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";

/**
 * The query of what keeps a refund of an order off its author's balance: an organization or somebody else paid, or the
 * balance did, or a refund was taken there before.
 */
export const keptOffBalance = (db: Reader, orderId: string) =>
  db
    .selectFrom("orders as o")
    .select("o.id")
    .where("o.id", "=", orderId)
    .where((e) =>
      e.or([
        e("o.organizationId", "is not", null),
        e.exists(
          e
            .selectFrom("payments as p")
            .leftJoin("payment_payers as y", "y.paymentId", "p.id")
            .select("p.id")
            .whereRef("p.orderId", "=", "o.id")
            .where("p.status", "=", "succeeded")
            .where((its) => its.or([its("p.method", "<>", "card"), its("y.paymentId", "is not", null)])),
        ),
        e.exists(
          e
            .selectFrom("refunds as r")
            .select("r.id")
            .whereRef("r.orderId", "=", "o.id")
            .where("r.toBalance", "=", true),
        ),
      ]),
    );

/** Whether a refund can go on its author's balance. */
export const mayTakeBalance = async (order: Pick<Order, "id">, db: Reader = database()): Promise<boolean> =>
  (await keptOffBalance(db, order.id).executeTakeFirst()) === undefined;
