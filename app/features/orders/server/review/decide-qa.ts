import { sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";
import { type AssignedQaReason, QA_POLICY, assignedQaReason } from "../../rules/qa.ts";

/**
 * The query of how many orders of these editors passed their review, up to the number that ends the review of all of them. It looks at an
 * editor's first reviews only, so it doesn't grow with their past.
 */
export const qaDoneOf = (db: Reader, uids: readonly string[], exceptOrderId = "") =>
  db
    .selectFrom("editors as e")
    .select("e.uid")
    .select(
      sql<number>`(e."qaDone" + (select count(*) from (
        select q."orderId" from submissions s join qa_reviews q on q."submissionId" = s.id
        where s."editorId" = e.uid and q.status = 'passed' and q."replacedById" is null and q."orderId" <> ${exceptOrderId}
        group by q."orderId" limit ${QA_POLICY.firstOrders}) passed))::int`.as("done"),
    )
    .where("e.uid", "in", uids);

/** How many orders of an editor passed their review, apart from this one. */
export const countQaDone = async (db: Reader, editorId: string, exceptOrderId: string): Promise<number> =>
  (await qaDoneOf(db, [editorId], exceptOrderId).executeTakeFirst())?.done ?? 0;

/** Why an editor's work on an order is reviewed before delivery, or null. Decided when the order is assigned. */
export async function decideQa(
  db: Reader,
  order: { id: string; service: string | null },
  editorId: string,
): Promise<AssignedQaReason | null> {
  const editorQaDone = await countQaDone(db, editorId, order.id);
  return assignedQaReason({ orderId: order.id, service: order.service, editorQaDone });
}
