import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import type { ApprovalPolicy } from "#app/features/pricing/rules/approvals.ts";
import { approvalsNow, approvalsOfOrder } from "#app/features/pricing/server/read-approvals.ts";
import { moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lessPromised } from "../../rules/ledger/refund-entries.ts";
import { orderCancelled } from "../../rules/ledger/order-entries.ts";
import type { CancellationTerms } from "../../rules/cancellation-terms.ts";
import { type Refund, supportMayApprove } from "../../rules/refund.ts";
import { isCancellable, termsOf } from "./cancellation.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { promisedOf, unearnedOf } from "../refunds/post-refund.ts";
import { refundOrder } from "../refunds/request-refund.ts";

type Thing = { order: Order; terms: CancellationTerms | null; approvals: ApprovalPolicy };

const Input = z.object({
  orderId: z.string(),
  /** The amount shown to and confirmed by the client, in minor units. */
  expectedRefundMinor: z.coerce.number().int().min(0, "The refund amount is missing. Reload the page and try again."),
  reason: z.string().trim().max(1_000, "Keep the reason to 1,000 characters.").default(""),
});

/**
 * Cancels a paid order on the terms shown. Refunds the client's share to the original card, books the rest as revenue,
 * and passes the editor's share on in the fact.
 * @throws not-found; refused; conflict (delivered, moved_on, amount_changed: confirm the new amount)
 */
export const cancelOrder = command({
  input: Input,
  async load({ orderId }, ctx): Promise<Thing> {
    const order = await lockOrder(ctx.tx, orderId);
    if (!can.view(ctx.actor, order)) throw notFound("order");
    return {
      order,
      terms: isCancellable(order) ? await termsOf(order, ctx.now, ctx.tx) : null,
      approvals: await approvalsOfOrder(order, await approvalsNow(ctx), ctx.tx),
    };
  },
  allow(actor, { order, terms, approvals }) {
    if (!can.cancel(actor, order)) return "Only the order's author or staff can cancel it.";
    const own = uidOf(actor) !== null && uidOf(actor) === order.userId;
    if (!own && terms && !may(actor, "money") && !supportMayApprove(terms.clientMinor, order.paidMinor, approvals))
      return "A refund of this size needs an admin or finance.";
    return true;
  },
  async run({ input, thing: { order, terms }, ...ctx }): Promise<{ refundMinor: number; currency: string }> {
    if (order.deliveredAt !== null)
      throw conflict(
        "delivered",
        "This order has been delivered, so it can't be canceled.",
        "You can request a revision or report a problem. If a revision is very late, you can close it with a refund.",
      );
    // Move first, because its error explains an order that has changed status.
    const cancelled = await moveOrder(ctx, order, "cancel", { cancelledAt: ctx.now });
    const { clientMinor, editorMinor, basis, case: cause } = terms!;
    checkRefundSeen(order, clientMinor, input.expectedRefundMinor);
    await settleCancellation(ctx, order, cancelled, { clientMinor, editorMinor, basis, case: cause }, input.reason);
    return { refundMinor: clientMinor, currency: order.currency };
  },
});

/** @throws conflict when the refund isn't the one that was shown */
export function checkRefundSeen(order: Order, refundMinor: number, seenMinor: number): void {
  if (refundMinor === seenMinor) return;
  throw conflict(
    "amount_changed",
    `The refund changed while you were on this page: it's now ${formatMoney(refundMinor, order.currency)} instead of ${formatMoney(seenMinor, order.currency)}.`,
    "Nothing was canceled. Check the new amount and confirm again.",
  );
}

/** Cancels an order whose time is over, without anyone asking. @param order locked in this transaction */
export async function cancelByClock(ctx: CommandContext, order: Order, terms: Terms, reason: string): Promise<void> {
  await settleCancellation(ctx, order, await moveOrder(ctx, order, "cancel", { cancelledAt: ctx.now }), terms, reason);
}

type Terms = Pick<Refund, "clientMinor" | "editorMinor" | "basis" | "case">;

/**
 * Refunds the client's share, books the rest, and records who gets what.
 * @param order as it was before it was canceled @param withdrawn whether a consumer withdrew from the contract
 */
export async function settleCancellation(
  ctx: CommandContext,
  order: Order,
  cancelled: Order,
  { clientMinor, editorMinor, basis, case: cause }: Terms,
  reason: string,
  withdrawn = false,
): Promise<void> {
  if (clientMinor > 0)
    await refundOrder(ctx, cancelled, { amountMinor: clientMinor, cause, basis, requestedBy: uidOf(ctx.actor) });
  await bookTheRest(ctx, order);
  await orderFact(ctx, cancelled, "order.cancelled", {
    refundMinor: clientMinor,
    editorMinor,
    editorId: order.assignedTo,
    reason,
    basis: [...basis],
    ...(withdrawn ? { withdrawn } : {}),
  });
}

/** Books what isn't refunded as earned. Refunds stay owed to the client until the provider confirms them. */
async function bookTheRest(ctx: CommandContext, order: Order): Promise<void> {
  const kept = lessPromised(await unearnedOf(ctx.tx, order.id), await promisedOf(ctx.tx, order, ctx.now));
  if (kept.listMinor <= 0) return;
  const { kind, lines } = orderCancelled(kept, []);
  await postEntry(ctx, {
    key: `cancelled:${order.id}`,
    kind,
    orderId: order.id,
    causeType: "order",
    causeId: order.id,
    memo: `Order ${order.number} canceled: kept amount recognized as revenue`,
    currency: order.currency,
    lines,
  });
}
