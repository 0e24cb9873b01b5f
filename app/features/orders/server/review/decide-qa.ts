import { sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";
import { qaOfOrder } from "../read-qa.ts";
import { type AssignedQaReason, MOST_FIRST_ORDERS, assignedQaReason } from "../../rules/review/qa.ts";

/**
 * The query of how many of these editors' orders passed review, up to the most that a policy can ask for. It only reads
 * an editor's first reviews, so its cost doesn't grow with their history.
 */
export const qaDoneOf = (db: Reader, uids: readonly string[], exceptOrderId = "") =>
  db
    .selectFrom("editors as e")
    .select("e.uid")
    .select(
      sql<number>`(e."qaDone" + (select count(*) from (
        select q."orderId" from submissions s join qa_reviews q on q."submissionId" = s.id
        where s."editorId" = e.uid and q.status = 'passed' and q."replacedById" is null
          and q."orderId" <> ${exceptOrderId}
        group by q."orderId" limit ${MOST_FIRST_ORDERS}) passed))::int`.as("done"),
    )
    .where("e.uid", "in", uids);

/** How many of an editor's orders passed review, not counting this one. */
export const countQaDone = async (db: Reader, editorId: string, exceptOrderId: string): Promise<number> =>
  (await qaDoneOf(db, [editorId], exceptOrderId).executeTakeFirst())?.done ?? 0;

/** Why an editor's work on an order is reviewed before delivery, or null. Decided when the order is assigned. */
export async function decideQa(
  db: Reader,
  order: { id: string; service: string | null; policyVersion: number | null },
  editorId: string,
): Promise<AssignedQaReason | null> {
  const editorQaDone = await countQaDone(db, editorId, order.id);
  const rates = await qaOfOrder(order, db);
  return assignedQaReason({ orderId: order.id, service: order.service, editorQaDone }, rates);
}
