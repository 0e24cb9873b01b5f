import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { qaOfOrder } from "../read-qa.ts";
import { appealRefusal, canReview } from "../../rules/review/review-policy.ts";
import { forPolicy, lockReview } from "./lock-review.ts";
import { queueReview } from "./queue-review.ts";
import { reviewFact } from "./review-fact.ts";

/**
 * The editor appeals a score, once, with a reason: another reviewer scores the work again. The order itself doesn't
 * change.
 */
export const appealReview = command({
  input: z.object({
    reviewId: z.string(),
    reason: z
      .string()
      .trim()
      .min(20, "Say what the reviewer got wrong, in at least 20 characters.")
      .max(2_000, "At most 2,000 characters."),
  }),
  load: ({ reviewId }, ctx) => lockReview(reviewId, ctx),
  allow: (actor, thing) =>
    canReview.appeal(actor, forPolicy(thing)) || "Only the editor whose work was reviewed can appeal.",
  run: async ({ input, thing, ...ctx }) => {
    const { order, review, submission } = thing;
    const known = await ctx.tx
      .selectFrom("qa_reviews")
      .select(["id", "appeal"])
      .where("appealOf", "=", review.id)
      .executeTakeFirst();
    // Sent twice.
    if (known?.appeal === input.reason) return { appealId: known.id };
    const qa = await qaOfOrder(order, ctx.tx);
    const no = appealRefusal({ ...review, appealed: known !== undefined }, ctx.now, qa);
    if (no) throw conflict(no.code, no.message, no.advice);
    const dueAt = after(ctx.now, qa.appeal.dueMs);
    const appealId = (await queueReview(ctx, order, {
      submissionId: submission.id,
      editorId: submission.editorId,
      kind: "appeal",
      reason: "appeal",
      dueAt,
      appeal: { of: review.id, reason: input.reason, firstReviewerId: review.reviewerId },
    }))!;
    await reviewFact(ctx, thing, "review.appealed", {
      reviewId: review.id,
      appealId,
      editorId: submission.editorId,
      total: review.total ?? 0,
      dueAt: dueAt.toISOString(),
    });
    return { appealId };
  },
});
