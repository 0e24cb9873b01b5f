import type { Selectable } from "kysely";
import type { OrderProblemsTable, RefundRequestsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";

export type OrderProblem = Selectable<OrderProblemsTable>;
export type RefundRequest = Selectable<RefundRequestsTable>;

/** A problem and its order, both locked for this transaction. @throws not-found */
export async function lockProblem(tx: Tx, id: string): Promise<{ problem: OrderProblem; order: Order }> {
  const known = isId("problem", id)
    ? await tx.selectFrom("order_problems").select("orderId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("report");
  const order = await lockOrder(tx, known.orderId);
  const problem = await tx.selectFrom("order_problems").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { problem, order };
}

/** A proposed refund and its order, both locked for this transaction. @throws not-found */
export async function lockRefundRequest(tx: Tx, id: string): Promise<{ request: RefundRequest; order: Order }> {
  const known = isId("refundRequest", id)
    ? await tx.selectFrom("refund_requests").select("orderId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("refund request");
  const order = await lockOrder(tx, known.orderId);
  const request = await tx.selectFrom("refund_requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { request, order };
}

/** The query of an order's problems, newest first. */
export const problemsOf = (db: Reader, orderId: string) =>
  db.selectFrom("order_problems").selectAll().where("orderId", "=", orderId).orderBy("createdAt", "desc").limit(50);

/** The query of the refunds people proposed for an order, newest first. */
export const requestsOf = (db: Reader, orderId: string) =>
  db.selectFrom("refund_requests").selectAll().where("orderId", "=", orderId).orderBy("createdAt", "desc").limit(100);

/** The refunds people proposed for an order, newest first. */
export const listRequestsOf = (orderId: string, db: Reader = database()): Promise<RefundRequest[]> =>
  requestsOf(db, orderId).execute();
