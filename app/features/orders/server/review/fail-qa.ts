import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { qaPasses, qaTotal } from "../../rules/review/qa.ts";
import { mayDecide } from "./may-decide.ts";
import { ReviewInput, lockReviewOf, openReview, scoredBy } from "./review-submission.ts";
import { settleReview } from "./settle-review.ts";

/** The reviewer sends a submission back to its editor, with a note that says what to do. */
export const failQa = command({
  input: ReviewInput.extend({
    ignoredInstruction: z.boolean().default(false),
    note: z.string().trim().min(10, "Tell the editor what to change.").max(5_000, "At most 5,000 characters."),
  }),
  load: (input, ctx) => lockReviewOf(input, ctx),
  allow: (actor, thing) => mayDecide(actor, thing),
  run: async ({ input, thing, ...ctx }) => {
    const review = openReview(thing);
    const qa = await scoredBy(ctx, review, input.scores);
    const total = qaTotal(input.scores);
    if (qaPasses(input.scores, input.ignoredInstruction, qa))
      throw invalid(
        "above_mark",
        `${total} of 100 is a passing score.`,
        "Pass the work, or check the box for an ignored instruction if that's why you're sending it back.",
        { "scores.total": "This is a passing score." },
      );
    return settleReview(ctx, review, input, qa);
  },
});
