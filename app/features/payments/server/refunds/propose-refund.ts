import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { AmountTyped } from "#app/platform/server/core/amount-typed.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { DECIDED_CAUSES } from "../../rules/refund-decision.ts";
import { approvalsNow, approvalsOfOrder } from "#app/features/pricing/server/read-approvals.ts";
import { carryOutRefund } from "./carry-out-refund.ts";
import { refundFactsOf } from "../cancel/cancellation.ts";
import { checkRefundsSeen } from "./check-refunds-seen.ts";
import { listRequestsOf } from "../problems/find-problem.ts";
import { refundTermsFrom, refundableFrom } from "./refund-terms.ts";

/**
 * Staff refund an order, before or after it's closed. Within their limits it's done at once. Above them, it waits for
 * one admin or two.
 * @returns what was done @throws not-found; refused; invalid; conflict (amount_changed, refunded_since, pending, nothing_left)
 */
export const proposeRefund = command({
  input: z.object({
    orderId: z.string(),
    cause: z.enum(DECIDED_CAUSES, { error: "Choose what the refund is for." }),
    /** The amount that was shown and agreed to; for goodwill, the one that was chosen. */
    amountMinor: AmountTyped,
    /** What had been refunded for the order when the person decided, in minor units. */
    seenRefundedMinor: z.coerce
      .number()
      .int()
      .min(0, "The earlier refunds are missing. Reload the page and try again."),
    reason: reasonText("Enter a reason.", 5),
  }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor) => may(actor, "care") || "Only staff can refund an order.",
  async run({
    input,
    thing: order,
    ...ctx
  }): Promise<{ done: boolean; needs: string; amountMinor: number; currency: string }> {
    const requests = await listRequestsOf(order.id, ctx.tx);
    if (requests.some((earlier) => earlier.status === "pending"))
      throw conflict("pending", "Another refund for this order is waiting for approval.", "Decide on that one first.");
    const delivered = order.deliveredAt !== null;
    if (input.cause !== "goodwill" && !delivered)
      throw conflict("not_delivered", "This order hasn't been delivered.", "Cancel it instead.");
    const facts = await refundFactsOf(order, ctx.tx);
    await checkRefundsSeen(ctx.tx, order, facts.refundedMinor, input.seenRefundedMinor);
    const left = refundableFrom(facts);
    if (left === 0) throw conflict("nothing_left", "Everything paid for this order has been refunded.");
    if (input.amountMinor > left)
      throw invalid("amount", `At most ${formatMoney(left, order.currency)} is left to refund.`, "", {
        amount: `At most ${formatMoney(left, order.currency)} is left to refund.`,
      });
    if (!delivered && input.amountMinor >= left && order.status !== "cancelled")
      throw invalid("amount", "To refund everything before delivery, cancel the order.", "", {
        amount: "To refund everything before delivery, cancel the order.",
      });
    const terms = refundTermsFrom(
      order,
      input.cause,
      input.amountMinor,
      facts,
      requests,
      await approvalsOfOrder(order, await approvalsNow(ctx), ctx.tx),
    );
    if (!terms) throw conflict("nothing_left", "There's nothing left to refund for this reason.");
    if (terms.amountMinor !== input.amountMinor)
      throw conflict(
        "amount_changed",
        `The refund is now ${formatMoney(terms.amountMinor, order.currency)} instead of ${formatMoney(input.amountMinor, order.currency)}.`,
        "Nothing was refunded. Check the new amount and confirm again.",
      );
    const problem = await ctx.tx
      .selectFrom("order_problems")
      .select("id")
      .where("orderId", "=", order.id)
      .where("status", "in", ["open", "redo"])
      .executeTakeFirst();
    const request = await ctx.tx
      .insertInto("refund_requests")
      .values({
        id: newId("refundRequest"),
        orderId: order.id,
        problemId: problem?.id ?? null,
        cause: input.cause,
        amountMinor: terms.amountMinor,
        currency: order.currency,
        reason: input.reason,
        basis: json(terms.basis),
        proposedBy: uidOf(ctx.actor)!,
        firstApprovedBy: may(ctx.actor, "money") && terms.needs === "two admins" ? ctx.actor.uid : null,
        createdAt: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { amountMinor, needs } = terms;
    if (needs === "support" || (needs === "admin" && may(ctx.actor, "money"))) {
      await carryOutRefund(ctx, order, request);
      return { done: true, needs, amountMinor, currency: order.currency };
    }
    await orderFact(ctx, order, "refund.proposed", { requestId: request.id, amountMinor, needs }, request.id);
    return { done: false, needs, amountMinor, currency: order.currency };
  },
});
