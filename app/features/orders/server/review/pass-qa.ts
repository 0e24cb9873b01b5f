import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { qaPasses, qaTotal } from "../../rules/review/qa.ts";
import { mayDecide } from "./may-decide.ts";
import { ReviewInput, lockReviewOf, openReview, scoredBy } from "./review-submission.ts";
import { settleReview } from "./settle-review.ts";

/**
 * The reviewer passes a submission, which delivers it. If the clock delivered it in the meantime, only the score is
 * recorded.
 */
export const passQa = command({
  input: ReviewInput,
  load: (input, ctx) => lockReviewOf(input, ctx),
  allow: (actor, thing) => mayDecide(actor, thing),
  run: async ({ input, thing, ...ctx }) => {
    const review = openReview(thing);
    const qa = await scoredBy(ctx, review, input.scores);
    const total = qaTotal(input.scores);
    if (!qaPasses(input.scores, false, qa))
      throw invalid(
        "below_mark",
        `${total} of 100 is below the pass mark of ${qa.passMark}.`,
        "Send it back to the editor, or check the scores.",
        { "scores.total": `At least ${qa.passMark} is needed to pass.` },
      );
    return settleReview(ctx, review, { scores: input.scores, ignoredInstruction: false, note: input.note }, qa);
  },
});
