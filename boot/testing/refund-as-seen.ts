import type { Actor } from "#app/platform/rules/core/actor.ts";
import { proposeRefund } from "#app/features/payments/server/refunds/propose-refund.ts";
import { readRefundDesk } from "#app/features/payments/server/refunds/read-refund-desk.ts";

type Refund = Omit<Parameters<typeof proposeRefund>[1] & { orderId: string }, "seenRefundedMinor">;

/** Refunds an order as somebody does who has just opened its page. */
export const refundAsSeen = async (actor: Actor, refund: Refund) =>
  proposeRefund(actor, {
    ...refund,
    seenRefundedMinor: (await readRefundDesk(actor, refund.orderId)).refundedMinor,
  });
