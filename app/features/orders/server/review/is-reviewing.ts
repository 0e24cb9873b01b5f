import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { canReview } from "../../rules/review/review-policy.ts";
import type { Order } from "../views/find-order.ts";
import type { FileRow } from "../views/list-files.ts";
import { isLead } from "./lead-editors.ts";
import { forPolicy, readAround } from "./lock-review.ts";

/**
 * Whether somebody is reviewing work that this file belongs to: the author's files, or the copies of the submission
 * they have to score. Only while they have the review.
 */
export async function isReviewing(actor: Actor, order: Order, file: FileRow, db: Reader): Promise<boolean> {
  if (actor.kind !== "person" || !actor.isEditor || file.purpose === "answered") return false;
  const reviews = await db
    .selectFrom("qa_reviews")
    .selectAll()
    .where("orderId", "=", order.id)
    .where("status", "=", "waiting")
    .where("takenBy", "=", actor.uid)
    .execute();
  if (reviews.length === 0) return false;
  const lead = await isLead(actor, db);
  for (const review of reviews) {
    if (!canReview.openWork(actor, forPolicy({ order, review, ...(await readAround(db, review)) }), lead)) continue;
    if (file.purpose !== "tracked" && file.purpose !== "clean") return true;
    const copy = await db
      .selectFrom("submission_files")
      .select("submissionId")
      .where("submissionId", "=", review.submissionId)
      .where((eb) => eb.or([eb("trackedFileId", "=", file.id), eb("cleanFileId", "=", file.id)]))
      .executeTakeFirst();
    if (copy) return true;
  }
  return false;
}
