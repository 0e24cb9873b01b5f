import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import type { ApprovalPolicy } from "#app/features/pricing/rules/approvals.ts";
import { approvalsNow, approvalsOfOrder } from "#app/features/pricing/server/read-approvals.ts";
import { moveOrder } from "#app/features/orders/server/lifecycle/move-order.ts";
import { endReviews } from "#app/features/orders/server/review/end-reviews.ts";
import type { CancellationTerms } from "../../rules/cancellation-terms.ts";
import { supportMayApprove } from "../../rules/refund.ts";
import { checkRefundSeen, settleCancellation } from "./cancel-order.ts";
import { isWithdrawable, refundFactsOf, termsOf } from "./cancellation.ts";

type Thing = { order: Order; terms: CancellationTerms | null; approvals: ApprovalPolicy };

/**
 * A consumer withdraws from the contract of a paid order, on the terms shown: they pay only for the part done. If they
 * declare it in another way, staff record it.
 * @throws not-found; refused; conflict (moved_on, no_right, amount_changed: confirm the new amount)
 */
export const withdrawFromContract = command({
  input: z.object({
    orderId: z.string(),
    /** The amount shown to and confirmed by the client, in minor units. */
    expectedRefundMinor: z.coerce.number().int().min(0, "The refund amount is missing. Reload the page and try again."),
    reason: z.string().trim().max(1_000, "Keep the reason to 1,000 characters.").default(""),
  }),
  async load({ orderId }, ctx): Promise<Thing> {
    const order = await lockOrder(ctx.tx, orderId);
    if (!can.view(ctx.actor, order)) throw notFound("order");
    const { withdrawalRight } = await refundFactsOf(order, ctx.tx);
    return {
      order,
      terms: withdrawalRight && isWithdrawable(order.status) ? await termsOf(order, ctx.now, ctx.tx) : null,
      approvals: await approvalsOfOrder(order, await approvalsNow(ctx), ctx.tx),
    };
  },
  allow(actor, { order, terms, approvals }) {
    if (!can.cancel(actor, order)) return "Only the order's author or staff can withdraw from its contract.";
    const own = uidOf(actor) !== null && uidOf(actor) === order.userId;
    if (!own && terms && !may(actor, "money") && !supportMayApprove(terms.clientMinor, order.paidMinor, approvals))
      return "A refund of this size needs an admin or finance.";
    return true;
  },
  async run({ input, thing: { order, terms }, ...ctx }): Promise<{ refundMinor: number; currency: string }> {
    if (!terms && isWithdrawable(order.status))
      throw conflict(
        "no_right",
        "The right of withdrawal has ended for this order, or there was none.",
        "You may still be able to cancel the order. Its page shows the refund first.",
      );
    // Move first, because its error explains an order that has changed status.
    const ended = await moveOrder(ctx, order, "revoke", { cancelledAt: ctx.now });
    const { clientMinor, editorMinor, basis, case: cause } = terms!;
    checkRefundSeen(order, clientMinor, input.expectedRefundMinor);
    await endReviews(ctx, order.id);
    await settleCancellation(ctx, order, ended, { clientMinor, editorMinor, basis, case: cause }, input.reason, true);
    return { refundMinor: clientMinor, currency: order.currency };
  },
});
