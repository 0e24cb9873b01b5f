import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { qaPasses, qaTotal } from "../../rules/qa.ts";
import { can } from "../../rules/policy.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";
import { ReviewInput, submissionInReview } from "./review-submission.ts";

/** The reviewer sends a submission back to its editor, with a note that says what to do. */
export const failQa = command({
  input: ReviewInput.extend({
    ignoredInstruction: z.boolean().default(false),
    note: z.string().trim().min(10, "Tell the editor what to change.").max(5_000, "At most 5,000 characters."),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.review(actor, order) || "Only an admin who isn't involved in this order can review it.",
  run: async (ctx) => {
    const { input, thing: order, tx, now, actor } = ctx;
    const { submission, reviewId } = await submissionInReview(ctx, order);
    const total = qaTotal(input.scores);
    if (qaPasses(input.scores, input.ignoredInstruction))
      throw invalid(
        "above_mark",
        `${total} of 100 is a passing score.`,
        "Pass the work, or check the box for an ignored instruction was ignored if that's why you're sending it back.",
        { "scores.total": "This is a passing score." },
      );
    const scores = { ...input.scores, ignoredInstruction: input.ignoredInstruction ? 1 : 0 };
    await tx
      .updateTable("qa_reviews")
      .set({
        status: "failed",
        reviewerId: uidOf(actor),
        scores: json(scores),
        total,
        note: input.note,
        decidedAt: now,
      })
      .where("id", "=", reviewId)
      .execute();
    await tx.updateTable("submissions").set({ status: "changes_required" }).where("id", "=", submission.id).execute();
    const back = await moveOrder(ctx, order, "require_changes", submission.round === 1 ? { submittedAt: null } : {});
    await orderFact(
      ctx,
      back,
      "order.changes_required",
      { submissionId: submission.id, total, note: input.note },
      submission.id,
    );
    return back;
  },
});
