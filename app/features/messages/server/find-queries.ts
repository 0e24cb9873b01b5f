import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import type { Tx } from "#app/platform/server/core/database.ts";

/** One open question. @throws not-found; conflict if it was answered or withdrawn */
export async function openQuery(tx: Tx, orderId: string, queryId: string) {
  const query = await tx
    .selectFrom("messages")
    .selectAll()
    .where("id", "=", queryId)
    .where("orderId", "=", orderId)
    .where("kind", "=", "query")
    .executeTakeFirst();
  if (!query) throw notFound("question");
  if (query.answeredAt) throw conflict("answered", "This question was already answered or withdrawn.");
  return query;
}

/** Whether any question still pauses the clock. */
export const anyBlocking = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx
    .selectFrom("messages")
    .select("id")
    .where("orderId", "=", orderId)
    .where("kind", "=", "query")
    .where("blocking", "=", true)
    .where("answeredAt", "is", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
