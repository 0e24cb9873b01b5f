import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { qaOfOrder } from "../read-qa.ts";
import { canReview, takenUntil } from "../../rules/review/review-policy.ts";
import { forPolicy, isBefore, lockReview } from "./lock-review.ts";
import { reviewFact } from "./review-fact.ts";

/**
 * Takes a review from the queue for a limited time. There is one winner; others are told right away. Repeating it does
 * nothing.
 */
export const takeReview = command({
  input: z.object({ reviewId: z.string() }),
  load: async ({ reviewId }, ctx) => {
    // Concurrent takes by one person run one after the other, so that nobody takes more than they may.
    await lockName(ctx.tx, `reviewer:${uidOf(ctx.actor) ?? ""}`);
    return lockReview(reviewId, ctx);
  },
  allow: (actor, thing) =>
    canReview.take(actor, forPolicy(thing), thing.lead) ||
    "Only a lead editor or an admin who isn't involved in this order can review it.",
  run: async ({ thing, ...ctx }) => {
    const { order, review } = thing;
    const uid = uidOf(ctx.actor)!;
    if (review.status !== "waiting")
      throw conflict("review_over", "This review is already done.", "Choose another one from the queue.");
    if (review.takenBy === uid) return { reviewId: review.id, orderId: order.id };
    if (review.takenBy && review.takenUntilAt && review.takenUntilAt > ctx.now)
      throw conflict("review_taken", "Another reviewer took this review first.", "Choose another one from the queue.");
    if (isBefore(thing) && order.status !== "qa_review")
      throw conflict("not_in_review", "This order is on hold, so it can't be reviewed now.", "Try again later.");
    const qa = await qaOfOrder(order, ctx.tx);
    const held = await ctx.tx
      .selectFrom("qa_reviews")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where("takenBy", "=", uid)
      .where("status", "=", "waiting")
      .executeTakeFirstOrThrow();
    if (Number(held.n) >= qa.held.atOnce)
      throw conflict(
        "enough_reviews",
        `You have ${held.n} open reviews, which is the most you can have at once.`,
        "Finish one of them or give it back, then take another.",
      );
    const untilAt = takenUntil(ctx.now, review.dueAt, qa);
    await ctx.tx
      .updateTable("qa_reviews")
      .set({ takenBy: uid, takenAt: ctx.now, takenUntilAt: untilAt })
      .where("id", "=", review.id)
      .execute();
    await reviewFact(
      ctx,
      thing,
      "review.taken",
      {
        reviewId: review.id,
        editorId: thing.submission.editorId,
        reviewerId: uid,
        untilAt: untilAt.toISOString(),
      },
      { subjectId: uid, leads: true },
    );
    return { reviewId: review.id, orderId: order.id };
  },
});
