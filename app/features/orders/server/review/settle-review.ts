import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { reviewPay } from "#app/features/pricing/rules/editor-pay.ts";
import { type QaPolicy, type QaScores, qaPasses, qaTotal } from "../../rules/review/qa.ts";
import { appealUntil } from "../../rules/review/review-policy.ts";
import { REDO_MS } from "../../rules/work/revision.ts";
import { deliverOrder } from "../lifecycle/deliver-order.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";
import type { Order } from "../views/find-order.ts";
import { type ReviewThing, isBefore } from "./lock-review.ts";
import { reviewFact } from "./review-fact.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

const REDOABLE: readonly string[] = ["delivered", "accepted"];

/**
 * Records a reviewer's scores and does what follows: the work is delivered or sent back; delivered work whose editor
 * ignored an instruction is redone within `REDO_MS`; an appeal's score replaces the earlier one. A step of the command
 * that decides.
 * @param qa what the work is measured by: the policy its order was sold with
 * @returns the order as it now is
 */
export async function settleReview(
  ctx: CommandContext,
  thing: ReviewThing,
  it: { scores: QaScores; ignoredInstruction: boolean; note: string },
  qa: QaPolicy,
): Promise<Order> {
  const { order, review, submission, first } = thing;
  const { tx, now, actor } = ctx;
  const reviewerId = uidOf(actor);
  const total = qaTotal(it.scores);
  const passed = qaPasses(it.scores, it.ignoredInstruction, qa);
  const before = isBefore(thing);
  const redo =
    !before &&
    it.ignoredInstruction &&
    review.kind !== "appeal" &&
    REDOABLE.includes(order.status) &&
    order.assignedTo === submission.editorId;
  await tx
    .updateTable("qa_reviews")
    .set({
      status: passed ? "passed" : "failed",
      reviewerId,
      scores: json({ ...it.scores, ignoredInstruction: it.ignoredInstruction ? 1 : 0 }),
      total,
      note: it.note,
      decidedAt: now,
    })
    .where("id", "=", review.id)
    .execute();
  const about = { reviewId: review.id, editorId: submission.editorId };
  if (review.takenBy && review.takenBy !== reviewerId)
    await reviewFact(
      ctx,
      thing,
      "review.taken_over",
      { ...about, reviewerId: review.takenBy },
      { subjectId: review.takenBy },
    );
  await reviewFact(
    ctx,
    thing,
    "review.decided",
    {
      ...about,
      reviewerId,
      kind: review.kind,
      before,
      passed,
      total,
      passMark: qa.passMark,
      appealUntilAt: appealUntil(now, qa).toISOString(),
      ignoredInstruction: it.ignoredInstruction,
      redo,
      // Admins review as part of their work.
      feeMinor: may(actor, "orders") ? 0 : reviewPay(order.listMinor, await payOfOrder(order, ctx.tx)),
    },
    // This also notifies the editor who has to redo the work, and its author.
    { subjectId: submission.editorId, also: [reviewerId, ...(redo ? [order.userId] : [])], leads: true },
  );
  if (first) await replaceScore(ctx, thing, { total, passed });
  if (before) return passed ? deliverOrder(ctx, order, submission) : sendBack(ctx, thing, total, it.note);
  return redo
    ? moveOrder(ctx, order, "request_revision", {
        revisionNote: it.note,
        revisionDueAt: after(now, REDO_MS),
        autoAcceptAt: null,
      })
    : order;
}

async function sendBack(
  ctx: CommandContext,
  { order, submission }: ReviewThing,
  total: number,
  note: string,
): Promise<Order> {
  await ctx.tx.updateTable("submissions").set({ status: "changes_required" }).where("id", "=", submission.id).execute();
  const back = await moveOrder(ctx, order, "require_changes", submission.round === 1 ? { submittedAt: null } : {});
  await orderFact(ctx, back, "order.changes_required", { submissionId: submission.id, total, note }, submission.id);
  return back;
}

/** From now on an appeal's score counts in place of the one that was appealed. Everyone concerned is told. */
async function replaceScore(
  ctx: CommandContext,
  thing: ReviewThing,
  { total, passed }: { total: number; passed: boolean },
): Promise<void> {
  const { review, submission } = thing;
  const first = thing.first!;
  await ctx.tx.updateTable("qa_reviews").set({ replacedById: review.id }).where("id", "=", first.id).execute();
  const scores = { editorId: submission.editorId, before: first.total ?? 0, total };
  await reviewFact(
    ctx,
    thing,
    "review.appeal_decided",
    { reviewId: first.id, appealId: review.id, passed, ...scores },
    { subjectId: submission.editorId },
  );
  await reviewFact(ctx, thing, "review.rescored", { reviewId: first.id, ...scores }, { subjectId: first.reviewerId });
}
