import type { Selectable } from "kysely";
import type { DisputesTable } from "#db/schema.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";

export type Dispute = Selectable<DisputesTable>;

/** A dispute by its id, or null. */
export async function findDispute(id: string, db: Reader = database()): Promise<Dispute | null> {
  if (!isId("dispute", id)) return null;
  return (await db.selectFrom("disputes").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Whether a chargeback of a payment of this order is open. */
export async function hasOpenChargeback(tx: Tx, orderId: string): Promise<boolean> {
  const open = await tx
    .selectFrom("disputes")
    .select("id")
    .where("orderId", "=", orderId)
    .where("kind", "=", "chargeback")
    .where("status", "in", ["needs_response", "under_review"])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
