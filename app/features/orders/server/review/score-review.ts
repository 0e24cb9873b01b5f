import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { qaPasses, qaTotal } from "../../rules/review/qa.ts";
import { isBefore, lockReview } from "./lock-review.ts";
import { mayDecide } from "./may-decide.ts";
import { Rubric, scoredBy } from "./review-submission.ts";
import { settleReview } from "./settle-review.ts";

const SHORTEST_NOTE = 10;

/**
 * A reviewer scores work that has already been delivered: after a low rating, after a late review, or because its
 * editor appealed.
 */
export const scoreReview = command({
  input: Rubric.extend({ reviewId: z.string(), ignoredInstruction: z.boolean().default(false) }),
  load: ({ reviewId }, ctx) => lockReview(reviewId, ctx),
  allow: (actor, thing) => mayDecide(actor, thing),
  run: async ({ input, thing, ...ctx }) => {
    const { review } = thing;
    if (review.status !== "waiting")
      throw conflict("review_over", "This review is already done.", "Reload the page to see its result.");
    if (isBefore(thing))
      throw conflict(
        "not_delivered",
        "This work hasn't been delivered yet.",
        "Pass it, or send it back to the editor.",
      );
    const qa = await scoredBy(ctx, thing, input.scores);
    if (!qaPasses(input.scores, input.ignoredInstruction, qa) && input.note.length < SHORTEST_NOTE)
      throw invalid(
        "note_missing",
        `${qaTotal(input.scores)} of 100 doesn't pass, so the editor needs to know why.`,
        "Write a note to the editor.",
        { note: "Tell the editor what was wrong." },
      );
    await settleReview(ctx, thing, input, qa);
    return { reviewId: review.id };
  },
});
