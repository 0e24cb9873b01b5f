import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { qaOfOrder } from "../read-qa.ts";
import { lockOrder } from "../views/find-order.ts";
import { queueReview } from "./queue-review.ts";
import { reviewFact } from "./review-fact.ts";

/**
 * Reaction to a rating: work with few stars is reviewed soon, once, even if the rating changes
 * later. If the review that was due before delivery is still open, it's due by then instead. Safe to repeat.
 */
export async function reviewLowRating(fact: Fact): Promise<void> {
  if (fact.kind !== "order.rated") return;
  const { overall } = fact.data;
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const qa = await qaOfOrder(order, ctx.tx);
    if (overall > qa.lowRating) return;
    const submission = await ctx.tx
      .selectFrom("submissions")
      .selectAll()
      .where("orderId", "=", order.id)
      .where("status", "=", "delivered")
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .executeTakeFirst();
    if (!submission) return;
    const dueAt = after(fact.at, qa.afterDeliveryMs);
    const waiting = await ctx.tx
      .selectFrom("qa_reviews")
      .select(["id", "dueAt", "reason"])
      .where("submissionId", "=", submission.id)
      .where("kind", "=", "delivery")
      .where("status", "=", "waiting")
      .executeTakeFirst();
    if (waiting) {
      if (waiting.reason === "low_rating") return;
      await ctx.tx
        .updateTable("qa_reviews")
        .set({ reason: "low_rating", dueAt: waiting.dueAt < dueAt ? waiting.dueAt : dueAt })
        .where("id", "=", waiting.id)
        .execute();
      return;
    }
    const { editorId } = submission;
    const about = { submissionId: submission.id, editorId, kind: "rating", reason: "low_rating", dueAt } as const;
    const reviewId = await queueReview(ctx, order, about);
    if (!reviewId) return;
    await reviewFact(
      ctx,
      { order, submission, first: null },
      "review.queued",
      { reviewId, editorId, overall, dueAt: dueAt.toISOString() },
      { subjectId: editorId },
    );
  });
}
