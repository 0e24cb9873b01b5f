import { recountPublicRecord } from "#app/features/editors/server/public-page/refresh-public-record.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { database } from "#app/platform/server/core/database.ts";

/** The reaction to a delivery or a rating: the editor's public page counts it. */
export async function refreshPublicRecord(fact: Fact): Promise<void> {
  if (!fact.orderId) return;
  const order = await database()
    .selectFrom("orders")
    .select("assignedTo")
    .where("id", "=", fact.orderId)
    .executeTakeFirst();
  if (order?.assignedTo) await recountPublicRecord(order.assignedTo);
}
