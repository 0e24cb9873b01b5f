import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { reviewPay } from "#app/features/pricing/rules/editor-pay.ts";
import type { QaReason } from "../../rules/review/qa.ts";
import type { ReviewKind } from "../../rules/review/review-policy.ts";
import type { Order } from "../views/find-order.ts";
import { listLeads } from "./lead-editors.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/**
 * Puts a review into the queue and offers it to lead editors. A step of the command that holds the order.
 * @returns its id, or null where this submission already has (or had) a review of this kind
 */
export async function queueReview(
  ctx: CommandContext,
  order: Order,
  it: {
    submissionId: string;
    editorId: string;
    kind: ReviewKind;
    reason: QaReason;
    dueAt: Date;
    appeal?: { of: string; reason: string; firstReviewerId: string | null };
  },
): Promise<string | null> {
  const id = newId("review");
  const fresh = await ctx.tx
    .insertInto("qa_reviews")
    .values({
      id,
      orderId: order.id,
      submissionId: it.submissionId,
      kind: it.kind,
      reason: it.reason,
      dueAt: it.dueAt,
      createdAt: ctx.now,
      appealOf: it.appeal?.of ?? null,
      appeal: it.appeal?.reason ?? null,
    })
    .onConflict((c) => c.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!fresh) return null;
  const involved = [it.editorId, order.userId, order.assignedTo, order.readerId, it.appeal?.firstReviewerId ?? null];
  const feeMinor = reviewPay(order.listMinor, await payOfOrder(order, ctx.tx));
  for (const uid of await listLeads(ctx.tx, { clientId: order.userId, involved }))
    await ctx.fact("review.offered", {
      orderId: order.id,
      subjectId: uid,
      topics: [`user:${uid}`],
      data: { reviewId: id, feeMinor, dueAt: it.dueAt.toISOString() },
    });
  return id;
}
