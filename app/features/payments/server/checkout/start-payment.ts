import { z } from "zod";
import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { type Payer, storePayer } from "../shared-quotes/payer.ts";
import { continueCheckout } from "./continue-checkout.ts";
import type { Payment } from "./find-payment.ts";
import { type Changed, agreeToPay, readyToPay, whyUnpayable } from "./ready-to-pay.ts";
import { nextAttempt } from "./settle-payment.ts";

/** A payment to continue with, or why the price isn't the same anymore. */
export type Attempt = { payment: Payment; fits: boolean } | Changed;

/**
 * The order's open payment or a new one. The row exists before the provider is asked. The caller has decided that this
 * person may pay the order.
 * @param payer who pays instead of the author. A checkout that somebody else opened doesn't fit: it's closed first.
 */
export async function takePayment(ctx: CommandContext, priced: Order, payer: Payer | null): Promise<Attempt> {
  const ready = await readyToPay(ctx, priced, payer);
  if ("changed" in ready) return ready;
  if (ready.open) return { payment: ready.open, fits: ready.fits };
  const { order } = ready;
  const payment = await ctx.tx
    .insertInto("payments")
    .values({
      id: newId("payment"),
      orderId: order.id,
      attempt: await nextAttempt(ctx, order.id),
      amountMinor: order.totalMinor,
      currency: order.currency,
      heldFirst: ready.personal,
      createdAt: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (payer) await storePayer(ctx, payment.id, payer);
  const waiting = order.status === "quoted" ? await moveOrder(ctx, order, "begin_payment") : order;
  await orderFact(
    ctx,
    waiting,
    "payment.started",
    { paymentId: payment.id, amountMinor: payment.amountMinor },
    payment.id,
  );
  return { payment, fits: true };
}

/** The author's attempt. */
const takeAttempt = command({
  input: z.object({ orderId: z.string(), earlyStart: z.string().max(40).nullable().default(null) }),
  async load({ orderId }, ctx) {
    const order = await lockOrder(ctx.tx, orderId);
    if (!can.view(ctx.actor, order)) throw notFound("order");
    return order;
  },
  allow: (actor, order) => can.pay(actor, order) || "Only the order's author can pay for it.",
  async run({ input, thing: order, ...ctx }): Promise<Attempt> {
    const problem = whyUnpayable(order, ctx.now, zoneOf(ctx.actor));
    if (problem) throw problem;
    await agreeToPay(ctx, order, input.earlyStart);
    return takePayment(ctx, order, null);
  },
});

/**
 * Starts paying for an order or continues the open payment, so that two tabs share one checkout.
 * @returns the URL of the provider's page
 * @throws not-found, refused; invalid early_start if a consumer must ask for work to begin first, not_offered if it can
 * no longer be done in the chosen time; conflict (already_paid, price_over, not_quoted, not_payable,
 * coupon_used_up: the order is a draft again, without the code; tax_changed: it has the new total); busy if the provider doesn't respond
 */
export async function startPayment(
  actor: Actor,
  input: { orderId: string; earlyStart?: string | null },
): Promise<{ url: string; paymentId: string }> {
  return continueCheckout(async () => {
    const attempt = await takeAttempt(actor, input);
    if ("changed" in attempt) throw attempt.changed;
    return attempt;
  });
}
