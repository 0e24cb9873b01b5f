import type { Selectable } from "kysely";
import type { RefundsTable } from "#db/schema.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { isId } from "#app/platform/rules/core/ids.ts";

export type Refund = Selectable<RefundsTable>;

/** A refund by its id, or null. */
export async function findRefund(id: string, db: Reader = database()): Promise<Refund | null> {
  if (!isId("refund", id)) return null;
  return (await db.selectFrom("refunds").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The query of an order's refunds, oldest first. */
export const refundsOf = (db: Reader, orderId: string) =>
  db.selectFrom("refunds").selectAll().where("orderId", "=", orderId).orderBy("createdAt").orderBy("id");

/** The refunds of an order, oldest first. */
export const listRefundsOf = (orderId: string, db: Reader = database()): Promise<Refund[]> =>
  refundsOf(db, orderId).execute();
