import { sql } from "kysely";
import { type Reader, database } from "#app/platform/server/core/database.ts";

/** How many questions the authors of these orders still have to answer, by order; those without any are missing. */
export async function countOpenQueries(
  orderIds: readonly string[],
  db: Reader = database(),
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const counted = await db
    .selectFrom("messages")
    .select(["orderId", sql<number>`count(*)::int`.as("open")])
    .where("orderId", "in", orderIds)
    .where("kind", "=", "query")
    .where("answeredAt", "is", null)
    .groupBy("orderId")
    .execute();
  return new Map(counted.map((it) => [it.orderId, it.open]));
}
