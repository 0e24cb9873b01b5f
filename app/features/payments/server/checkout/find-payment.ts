import type { Selectable } from "kysely";
import type { PaymentsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";

export type Payment = Selectable<PaymentsTable>;

/** A payment by its id, or null. */
export async function findPayment(id: string, db: Reader = database()): Promise<Payment | null> {
  if (!isId("payment", id)) return null;
  return (await db.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** A payment, locked for this transaction. Always lock its order first. @throws not-found */
export async function lockPayment(tx: Tx, id: string): Promise<Payment> {
  const payment = await tx.selectFrom("payments").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!payment) throw notFound("payment");
  return payment;
}

/** The query of an order's payments, first attempt first. */
export const paymentsOf = (db: Reader, orderId: string) =>
  db.selectFrom("payments").selectAll().where("orderId", "=", orderId).orderBy("attempt");

/** The payments of an order, first attempt first. */
export const listPaymentsOf = (orderId: string, db: Reader = database()): Promise<Payment[]> =>
  paymentsOf(db, orderId).execute();
