import { invalid } from "#app/platform/rules/core/errors.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { QA_POLICY, qaPasses, qaTotal } from "../../rules/qa.ts";
import { can } from "../../rules/policy.ts";
import { deliverOrder } from "../lifecycle/deliver-order.ts";
import { lockOrder } from "../views/find-order.ts";
import { ReviewInput, submissionInReview } from "./review-submission.ts";

/** The reviewer lets a submission through: it is delivered. */
export const passQa = command({
  input: ReviewInput,
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.review(actor, order) || "Only an admin who isn't involved in this order can review it.",
  run: async (ctx) => {
    const { input, thing: order, tx, now, actor } = ctx;
    const { submission, reviewId } = await submissionInReview(ctx, order);
    const total = qaTotal(input.scores);
    if (!qaPasses(input.scores, false))
      throw invalid(
        "below_mark",
        `${total} of 100 is below the pass mark of ${QA_POLICY.passMark}.`,
        "Send it back to the editor, or check the scores.",
        { "scores.total": `At least ${QA_POLICY.passMark} is needed to pass.` },
      );
    await tx
      .updateTable("qa_reviews")
      .set({
        status: "passed",
        reviewerId: uidOf(actor),
        scores: json(input.scores),
        total,
        note: input.note,
        decidedAt: now,
      })
      .where("id", "=", reviewId)
      .execute();
    return deliverOrder(ctx, order, submission);
  },
});
