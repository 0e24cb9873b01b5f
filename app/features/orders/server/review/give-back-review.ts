import { may } from "#app/platform/rules/core/duties.ts";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type ReviewThing, lockReview } from "./lock-review.ts";
import { reviewFact } from "./review-fact.ts";

/** Returns a review that somebody had taken to the queue. */
export async function returnReview(
  ctx: CommandContext,
  thing: ReviewThing,
  why: "given_back" | "lapsed",
): Promise<void> {
  const { review, submission } = thing;
  await ctx.tx
    .updateTable("qa_reviews")
    .set({ takenBy: null, takenAt: null, takenUntilAt: null })
    .where("id", "=", review.id)
    .execute();
  await reviewFact(
    ctx,
    thing,
    "review.given_back",
    { reviewId: review.id, editorId: submission.editorId, reviewerId: review.takenBy ?? "", why },
    { subjectId: review.takenBy, leads: true },
  );
}

/** A reviewer gives a review back, for others to take. Safe to repeat: a review they no longer have is left alone. */
export const giveBackReview = command({
  input: z.object({ reviewId: z.string() }),
  load: ({ reviewId }, ctx) => lockReview(reviewId, ctx),
  // A reviewer who had it once may repeat this; only the one who has it now changes anything.
  allow: (actor, { lead }) => lead || may(actor, "orders") || "Only its reviewer can give it back.",
  run: async ({ thing, ...ctx }) => {
    const { review } = thing;
    if (review.status !== "waiting" || review.takenBy === null || review.takenBy !== uidOf(ctx.actor)) return;
    await returnReview(ctx, thing, "given_back");
  },
});
