import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { formatPay, PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { reviewEarned } from "#app/features/payments/rules/ledger/earning-entries.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { type Level, inPay } from "#app/features/pricing/rules/editor-pay.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/**
 * Reaction to a decided review: pays its reviewer, right away and apart from what the order's editor gets. Admins
 * review as part of their work. Safe to repeat.
 */
export async function payReviewer(fact: Fact): Promise<void> {
  if (fact.kind !== "review.decided") return;
  const { reviewId, reviewerId, feeMinor } = fact.data;
  if (!reviewerId || feeMinor <= 0) return;
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const editor = await ctx.tx.selectFrom("editors").select("level").where("uid", "=", reviewerId).executeTakeFirst();
    const id = newId("earning");
    const pay = await payOfOrder(order, ctx.tx);
    const { shareBp, leastMinor } = pay.reviewer;
    const basisMinor = inPay(order.listMinor, pay);
    const fresh = await ctx.tx
      .insertInto("earnings")
      .values({
        id,
        orderId: order.id,
        editorId: reviewerId,
        level: (editor?.level ?? "lead") satisfies Level,
        basisMinor,
        shareBp,
        amountMinor: feeMinor,
        currency: PAY_CURRENCY,
        status: "available",
        reason:
          feeMinor === leastMinor
            ? "Quality review, minimum fee"
            : `Quality review, ${shareBp / 100}% of ${formatPay(basisMinor)}`,
        createdAt: ctx.now,
        availableAt: ctx.now,
        part: "review",
        reviewId,
      })
      .onConflict((c) => c.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!fresh) return;
    const { kind, lines } = reviewEarned({ uid: reviewerId, amountMinor: feeMinor });
    await postEntry(ctx, {
      key: `review_earned:${reviewId}`,
      kind,
      orderId: order.id,
      causeType: "earning",
      causeId: id,
      memo: `Quality review of ${order.number}`,
      currency: PAY_CURRENCY,
      happenedAt: fact.at,
      lines,
    });
    await ctx.fact("earning.review", {
      orderId: order.id,
      subjectId: reviewerId,
      topics: [`user:${reviewerId}`, "staff"],
      data: { earningId: id, editorId: reviewerId, amountMinor: feeMinor },
    });
  });
}
