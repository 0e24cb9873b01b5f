import { redirectDocument } from "react-router";
import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { recordAcceptance } from "#app/features/accounts/server/legal/record-acceptance.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { whyChargeUnpayable } from "#app/features/orders/server/charges/apply-charge.ts";
import { orderCharges } from "#app/features/orders/server/charges/order-charges.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { continueCheckout } from "./continue-checkout.ts";
import { recordExtraStart } from "./early-start.ts";
import type { Payment } from "./find-payment.ts";
import { nextAttempt } from "./settle-payment.ts";

const Input = z.object({
  chargeId: z.string(),
  /** The version of the text that a consumer ticked to ask for an early start of the addition. */
  earlyStart: z.string().max(40).nullable().default(null),
});

/** The charge's open payment or a new one. The row exists before the provider is asked. */
const takeChargeAttempt = command({
  input: Input,
  async load({ chargeId }, ctx) {
    const found = await orderCharges.lock(ctx, chargeId);
    if (!can.view(ctx.actor, found.order)) throw notFound("charge");
    return found;
  },
  allow: (actor, { order }) => can.pay(actor, order) || "Only the order's author can pay for it.",
  async run({ input, thing: { order, row: charge }, ...ctx }): Promise<{ payment: Payment; fits: boolean }> {
    const why = whyChargeUnpayable(order, charge, ctx.now);
    if (why)
      throw conflict(
        charge.status === "paid" ? "already_paid" : "charge_over",
        charge.status === "paid" ? "This charge is already paid." : "This charge can't be paid anymore.",
        charge.status === "paid"
          ? "You don't need to do anything."
          : "You haven't been charged. The order page shows what applies now.",
      );
    await recordExtraStart(ctx, order, charge, input.earlyStart);
    if (ctx.actor.kind === "person")
      await recordAcceptance(ctx, {
        uid: ctx.actor.uid,
        documents: ["terms", "refund-revision-policy"],
        context: "payment",
      });
    const open = await ctx.tx
      .selectFrom("payments")
      .selectAll()
      .where("orderId", "=", order.id)
      .where("status", "in", ["starting", "open"])
      .executeTakeFirst();
    if (open) return { payment: open, fits: open.chargeId === charge.id };
    const payment = await ctx.tx
      .insertInto("payments")
      .values({
        id: newId("payment"),
        orderId: order.id,
        chargeId: charge.id,
        attempt: await nextAttempt(ctx, order.id),
        amountMinor: charge.totalMinor,
        currency: charge.currency,
        createdAt: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await orderFact(
      ctx,
      order,
      "payment.started",
      { paymentId: payment.id, amountMinor: payment.amountMinor },
      payment.id,
    );
    return { payment, fits: true };
  },
});

/**
 * Starts paying an extra charge or continues its open payment, so that two tabs share one checkout.
 * @returns the URL of the provider's page
 * @throws not-found, refused; invalid when a consumer didn't tick the request for an early start; conflict
 * (already_paid, charge_over); busy when the provider doesn't respond
 */
export const startChargePayment = (actor: Actor, input: { chargeId: string; earlyStart?: string | null }) =>
  continueCheckout(() => takeChargeAttempt(actor, input));

/** Sends the client to the checkout of a charge, as a full page load. @throws what startChargePayment throws */
export const goToChargeCheckout = async (actor: Actor, form: FormData): Promise<Response> =>
  redirectDocument(
    (
      await startChargePayment(actor, {
        chargeId: formText(form, "chargeId"),
        earlyStart: formText(form, "earlyStart"),
      })
    ).url,
  );
