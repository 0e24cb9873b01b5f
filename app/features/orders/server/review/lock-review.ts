import type { Selectable } from "kysely";
import type { QaReviewsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import type { ReviewForPolicy } from "../../rules/review/review-policy.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import type { Submission } from "../work/find-work.ts";
import { isLead } from "./lead-editors.ts";

export type Review = Selectable<QaReviewsTable>;
/** A review with its work. `lead`: whether the actor is a lead editor. */
export type ReviewThing = {
  order: Order;
  review: Review;
  submission: Submission;
  /** The review whose score is appealed. */
  first: Review | null;
  lead: boolean;
};

/** The parts of a review that permissions depend on. */
export const forPolicy = ({ order, review, submission, first }: Omit<ReviewThing, "lead">): ReviewForPolicy => ({
  status: review.status,
  editorId: submission.editorId,
  assignedTo: order.assignedTo,
  clientId: order.userId,
  readerId: order.readerId,
  takenBy: review.takenBy,
  reviewerId: review.reviewerId,
  firstReviewerId: first?.reviewerId ?? null,
});

export async function readAround(db: Reader, review: Review): Promise<Pick<ReviewThing, "submission" | "first">> {
  const submission = await db
    .selectFrom("submissions")
    .selectAll()
    .where("id", "=", review.submissionId)
    .executeTakeFirstOrThrow();
  const first = review.appealOf
    ? await db.selectFrom("qa_reviews").selectAll().where("id", "=", review.appealOf).executeTakeFirstOrThrow()
    : null;
  return { submission, first };
}

/**
 * Loads a review and locks its order for this transaction. If two commands come at once, the second sees what the first
 * did.
 * @throws not-found
 */
export async function lockReview(reviewId: string, ctx: Pick<CommandContext, "tx" | "actor">): Promise<ReviewThing> {
  const { tx, actor } = ctx;
  if (!isId("review", reviewId)) throw notFound("review");
  const found = await tx.selectFrom("qa_reviews").select("orderId").where("id", "=", reviewId).executeTakeFirst();
  if (!found) throw notFound("review");
  const order = await lockOrder(tx, found.orderId);
  const review = await tx
    .selectFrom("qa_reviews")
    .selectAll()
    .where("id", "=", reviewId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { order, review, ...(await readAround(tx, review)), lead: await isLead(actor, tx) };
}

/** Whether the reviewed work hasn't been delivered yet. */
export const isBefore = (it: Pick<ReviewThing, "review" | "submission">): boolean =>
  it.review.kind === "delivery" && it.submission.status === "submitted";
