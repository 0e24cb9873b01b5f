import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { Problem, conflict } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { requireOpenShop } from "#app/features/company/server/find-shop.ts";
import { recordAcceptance } from "#app/features/accounts/server/legal/record-acceptance.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { isReserved, lockCapacity, reserveEditor } from "#app/features/orders/server/lifecycle/reserve-editor.ts";
import { isTaxOver, taxAgain } from "#app/features/orders/server/drafts/follow-billing.ts";
import { recheckQuote } from "#app/features/orders/server/drafts/quote-order.ts";
import { reopenWithoutCode } from "#app/features/orders/server/lifecycle/reopen-order.ts";
import { countOrdersBefore } from "#app/features/orders/server/views/count-orders-before.ts";
import { reserveForOffer } from "#app/features/quotes/server/pay-for-offer.ts";
import { reserveCoupon } from "#app/features/pricing/server/reserve-coupon.ts";
import { applyCredit } from "../courtesy/courtesy-balance.ts";
import { type Payer, findPayer, isSamePayer } from "../shared-quotes/payer.ts";
import { recordEarlyStart } from "./early-start.ts";
import type { Payment } from "./find-payment.ts";

/** Why an order can't be paid now, as a Problem to throw, or null when it can. */
export function whyUnpayable(order: Order, now: Date, zone: string) {
  if (order.paidAt !== null)
    return conflict("already_paid", "This order is already paid.", "Open the order to see its progress.");
  if (order.status === "draft")
    return conflict("not_quoted", "This order doesn't have a price yet.", "Finish the order form first.");
  if (order.status === "expired" || (order.quoteExpiresAt !== null && order.quoteExpiresAt <= now))
    return conflict(
      "price_over",
      order.quoteExpiresAt
        ? `The quote expired on ${formatInstant(order.quoteExpiresAt, zone, { now, deadline: true })}.`
        : "The quote has expired.",
      "Start a new order to get a new price. You can reuse your files and choices.",
    );
  if (order.status !== "quoted" && order.status !== "awaiting_payment")
    return conflict("not_payable", "This order isn't awaiting payment.");
  return null;
}

/** Adds to the error about a date that is no longer available that the card wasn't charged. */
function addNotCharged(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== "not_offered") throw error;
  throw new Problem(error.kind, error.code, error.message, `You haven't been charged. ${error.advice}`, error.fields);
}

/**
 * What an author has to agree to before an order is paid, by them or by somebody else: an early start if they have a
 * right of withdrawal, and the terms.
 * @param earlyStart the version of the text ticked by a consumer who asks for work to begin right away
 */
export async function agreeToPay(ctx: CommandContext, order: Order, earlyStart: string | null): Promise<void> {
  await recordEarlyStart(ctx, order, earlyStart);
  // Recorded because the button shows these terms.
  if (ctx.actor.kind === "person")
    await recordAcceptance(ctx, {
      uid: ctx.actor.uid,
      documents: ["terms", "refund-revision-policy"],
      context: "payment",
    });
}

/** The price was changed, and why, to be thrown once that's committed. */
export type Changed = { changed: Problem };

/** What `readyToPay` found: the price isn't the same anymore, a checkout is open already, or the order can be paid for. */
export type Ready = Changed | { open: Payment; fits: boolean } | { open?: undefined; personal: boolean; order: Order };

const usedUp = (why: string): Problem =>
  conflict(
    "coupon_used_up",
    why,
    "You haven't been charged. We took the code off your order: check the new price, then pay.",
  );
const otherTax = (before: Order, now: Order): Problem =>
  conflict(
    "tax_changed",
    `The tax on this order has changed. The total is now ${formatMoney(now.totalMinor, now.currency)} (it was ${formatMoney(before.totalMinor, before.currency)}).`,
    "You haven't been charged. Check the new price, then pay.",
  );

/**
 * Everything that holds before money is taken, however it's paid: the price is valid, and the coupon and an editor are
 * reserved.
 * @param order locked in this transaction
 * @param payer who pays instead of the author. A checkout that somebody else opened doesn't fit: it's closed first.
 * @returns `personal`: the coupon's limits must be checked against the card first; `order` with the author's courtesy
 *   credit in its price
 * @throws as startPayment
 */
export async function readyToPay(ctx: CommandContext, order: Order, payer: Payer | null): Promise<Ready> {
  const problem = whyUnpayable(order, ctx.now, zoneOf(ctx.actor));
  if (problem) throw problem;
  await requireOpenShop(ctx.tx);
  // Committed rather than rolled back, so that the page shows the new price before payment.
  if (order.status === "quoted" && (await isTaxOver(ctx, order)))
    return { changed: otherTax(order, await taxAgain(ctx, order)) };
  const coupon = await reserveCoupon(ctx, order, () => countOrdersBefore(order.userId, order.id, ctx.tx));
  if (coupon.problem !== null) {
    // Committed rather than rolled back, so that the form shows the new price before payment.
    await reopenWithoutCode(ctx, order);
    return { changed: usedUp(coupon.problem) };
  }
  const open = await ctx.tx
    .selectFrom("payments")
    .selectAll()
    .where("orderId", "=", order.id)
    .where("status", "in", ["starting", "open"])
    .executeTakeFirst();
  // Locked before the last check of what's free, so that two clients never buy the same words.
  await lockCapacity(ctx.tx);
  if (open) {
    const fits =
      open.amountMinor === order.totalMinor &&
      open.currency === order.currency &&
      isSamePayer(await findPayer(open.id, ctx.tx), payer);
    return { open, fits: fits && (await isReserved(ctx.tx, order.id)) };
  }
  // Prices are held but dates aren't, so check again that the order can still be done in time.
  if (order.price?.custom) await reserveForOffer(ctx, order);
  else await recheckQuote(ctx, order).catch(addNotCharged);
  if (!order.price?.custom && !(await reserveEditor(ctx, order, [])))
    throw conflict(
      "no_editor_free",
      "The last free editor was just booked, so we can't keep this date anymore.",
      "You haven't been charged. Choose a later date or another service.",
    );
  // Somebody else pays the price on the quote that they were shown.
  return { personal: coupon.personal, order: payer === null ? await applyCredit(ctx, order) : order };
}
