import { type Order, lockOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { applyCharge } from "#app/features/orders/server/charges/apply-charge.ts";
import { type OrderCharge, orderCharges } from "#app/features/orders/server/charges/order-charges.ts";
import { reopenWithoutCode } from "#app/features/orders/server/lifecycle/reopen-order.ts";
import { countOrdersBefore } from "#app/features/orders/server/views/count-orders-before.ts";
import { markPaid } from "#app/features/orders/server/lifecycle/mark-paid.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { redeemCoupon } from "#app/features/pricing/server/redeem-coupon.ts";
import { settleOffer } from "#app/features/quotes/server/pay-for-offer.ts";
import { releaseHold } from "./release-hold.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { PROVIDER, type System } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { duplicatePaymentIn, paymentReceived } from "../../rules/ledger/order-entries.ts";
import { creditName } from "../../rules/credit.ts";
import { doneBpOf } from "../cancel/cancellation.ts";
import { confirmEarlyStart, confirmExtraStart } from "./early-start.ts";
import { type Payment, lockPayment } from "./find-payment.ts";
import { issueChargeInvoice, issueInvoice } from "../invoices/issue-invoice.ts";
import { sourceOf } from "../balance/balance.ts";
import { amountsOf } from "./order-amounts.ts";
import { sellerDetails } from "../invoices/invoice-parties.ts";
import { taxOwed } from "../../rules/invoices/seller-registrations.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { storeTransaction } from "../provider/store-transaction.ts";
import type { SeenCheckout } from "./read-checkout.ts";
import { reasonToReturn } from "../refunds/reason-to-return.ts";
import { requestRefund } from "../refunds/request-refund.ts";
import { checkHeldPayment } from "./check-held-payment.ts";
import { forgetPayer } from "../shared-quotes/payer.ts";

type Paid = Extract<SeenCheckout, { state: "paid" }>;
/** The outcome, for the event's record. */
export type Outcome = "nothing new" | "paid" | "surplus" | "expired" | "released" | "open";

/**
 * Updates a payment to match its checkout at the provider. Safe to repeat, out of order, and concurrently.
 * @param seen read from the provider before this transaction
 */
export async function settlePayment(
  ctx: CommandContext,
  payment: Pick<Payment, "id" | "orderId">,
  sessionId: string,
  seen: SeenCheckout,
): Promise<Outcome> {
  const order = await lockOrder(ctx.tx, payment.orderId);
  const held = await lockPayment(ctx.tx, payment.id);
  if (seen.state === "paid") return takeMoney(ctx, order, held, sessionId, seen);
  if (held.status !== "starting" && held.status !== "open") return "nothing new";
  // An old checkout doesn't affect the current one.
  if (held.checkoutSessionId !== null && held.checkoutSessionId !== sessionId) return "nothing new";
  if (seen.state === "expired") {
    await forgetPayer(ctx.tx, held.id);
    await ctx.tx
      .updateTable("payments")
      .set({ status: "expired", url: null, checkedAt: ctx.now })
      .where("id", "=", held.id)
      .execute();
    await releaseHold(ctx.tx, order.id);
    return "expired";
  }
  if (seen.state === "released") return settleReleased(ctx, order, held);
  await ctx.tx.updateTable("payments").set({ checkedAt: ctx.now }).where("id", "=", held.id).execute();
  return "open";
}

/**
 * Held money wasn't captured, and the client is told why. If the coupon was the reason, the order becomes a draft
 * again, at the price without it.
 */
async function settleReleased(ctx: CommandContext, order: Order, held: Payment): Promise<Outcome> {
  await forgetPayer(ctx.tx, held.id);
  const why = held.refusal ?? "The hold on your card ended before we could complete the payment.";
  await ctx.tx
    .updateTable("payments")
    .set({ status: "failed", failure: why, url: null, checkedAt: ctx.now })
    .where("id", "=", held.id)
    .execute();
  await releaseHold(ctx.tx, order.id);
  const payable =
    order.status === "awaiting_payment" && (order.quoteExpiresAt === null || order.quoteExpiresAt > ctx.now);
  const now = held.refusal !== null && payable ? await reopenWithoutCode(ctx, order) : order;
  await orderFact(ctx, now, "payment.not_taken", { paymentId: held.id, amountMinor: held.amountMinor, why }, held.id);
  return "released";
}

async function takeMoney(
  ctx: CommandContext,
  order: Order,
  payment: Payment,
  sessionId: string,
  seen: Paid,
): Promise<Outcome> {
  const known = await ctx.tx
    .selectFrom("payments")
    .select("id")
    .where("paymentIntentId", "=", seen.paymentIntentId)
    .executeTakeFirst();
  if (known) return "nothing new";
  const charge = payment.chargeId ? await orderCharges.lockRow(ctx.tx, payment.chargeId) : null;
  const why = reasonToReturn(order, charge, payment, seen, ctx.now);
  const priced = amountsOf(charge ?? order);
  const set = {
    status: "succeeded" as const,
    amountMinor: seen.amountMinor,
    currency: seen.currency,
    checkoutSessionId: sessionId,
    paymentIntentId: seen.paymentIntentId,
    url: null,
    cardFingerprint: seen.cardFingerprint,
    cardLabel: seen.cardLabel,
    failure: null,
    surplus: why !== null,
    ...(why === null
      ? {
          listMinor: priced.listMinor,
          discountMinor: priced.discountMinor,
          creditMinor: priced.creditMinor,
          taxMinor: priced.taxMinor,
        }
      : {}),
    succeededAt: ctx.now,
    checkedAt: ctx.now,
  };
  let id = payment.id;
  if (payment.status === "succeeded") {
    // One attempt with two paid checkouts: treat the second as a separate payment.
    id = newId("payment");
    await ctx.tx
      .insertInto("payments")
      .values({
        id,
        orderId: order.id,
        attempt: await nextAttempt(ctx, order.id),
        chargeId: payment.chargeId,
        createdAt: ctx.now,
        ...set,
      })
      .execute();
  } else {
    await ctx.tx.updateTable("payments").set(set).where("id", "=", id).execute();
  }
  if (why !== null) {
    await releaseHold(ctx.tx, order.id);
    await returnMoney(ctx, order, id, seen, why);
    if (seen.moved) await storeTransaction(ctx, seen.moved, order.id);
    return "surplus";
  }
  await applyPayment(ctx, order, charge, {
    id,
    method: "card",
    amountMinor: seen.amountMinor,
    currency: seen.currency,
    cardFingerprint: seen.cardFingerprint,
    creditLineId: null,
    moved: seen.moved,
  });
  return "paid";
}

/**
 * Books a payment that succeeded in this transaction, and does what it paid for: the order starts, or the charge is
 * applied. Its invoice is issued.
 */
export async function applyPayment(
  ctx: CommandContext,
  order: Order,
  charge: OrderCharge | null,
  payment: Pick<Payment, "id" | "method" | "currency" | "cardFingerprint" | "creditLineId"> &
    Pick<Paid, "moved" | "amountMinor">,
): Promise<void> {
  const { id, amountMinor } = payment;
  const priced = charge ?? quotedPrice(order);
  const { kind, lines } = paymentReceived(
    amountsOf(charge ?? order),
    taxOwed(await sellerDetails(ctx.tx, ctx.now), priced, charge ? charge.price.tax : quotedPrice(order).tax),
    await sourceOf(ctx.tx, payment, order),
    order.userId ?? "",
  );
  await postEntry(ctx, {
    key: `paid:${id}`,
    kind,
    orderId: order.id,
    causeType: "payment",
    causeId: id,
    memo: charge
      ? `Order ${order.number}: extra charge paid`
      : `Order ${order.number} ${payment.creditLineId === null ? "paid" : "placed on credit"}`,
    currency: payment.currency,
    lines,
  });
  if (payment.moved) await storeTransaction(ctx, payment.moved, order.id);
  if (charge) {
    const charged = await applyCharge(ctx, order, charge);
    await orderFact(ctx, charged, "payment.succeeded", { paymentId: id, amountMinor }, id);
    await issueChargeInvoice(ctx, charged, charge, id);
    await confirmExtraStart(ctx, charged, charge, doneBpOf(charged, ctx.now));
    return;
  }
  if (order.couponId !== null)
    await redeemCoupon(ctx, order, {
      card: payment.cardFingerprint,
      firstOrder: (await countOrdersBefore(order.userId, order.id, ctx.tx)) === 0,
    });
  const paid = await markPaid(ctx, order, amountMinor, await findPayerOf(ctx, id));
  await orderFact(ctx, paid, "payment.succeeded", { paymentId: id, amountMinor }, id);
  await issueInvoice(ctx, paid, id);
  await confirmEarlyStart(ctx, paid);
  await settleOffer(ctx, paid);
}

/** What the author is told of a payment by somebody else or by an organization, or null. */
async function findPayerOf(ctx: CommandContext, paymentId: string) {
  const payer = await ctx.tx
    .selectFrom("payment_payers as y")
    .innerJoin("shared_quotes as q", "q.id", "y.sharedQuoteId")
    .select(["q.number", "y.poNumber"])
    .where("y.paymentId", "=", paymentId)
    .executeTakeFirst();
  if (payer) return { sharedQuote: payer.number, ...(payer.poNumber ? { poNumber: payer.poNumber } : {}) };
  const account = await ctx.tx
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.orderId")
    .innerJoin("organizations as g", "g.id", "o.organizationId")
    .leftJoin("credit_lines as c", "c.id", "p.creditLineId")
    .select(["g.name", "c.kind", "c.netDays", "c.poNumber"])
    .where("p.id", "=", paymentId)
    .where("p.method", "=", "balance")
    .executeTakeFirst();
  if (!account) return null;
  const { name, kind, netDays, poNumber } = account;
  const credit = kind && netDays ? creditName({ kind, netDays, poNumber: poNumber ?? "" }) : null;
  return { account: { name, credit } };
}

/** Books money that can't be applied to the order and refunds all of it. */
async function returnMoney(
  ctx: CommandContext,
  order: Order,
  paymentId: string,
  seen: Paid,
  why: string,
): Promise<void> {
  const { kind, lines } = duplicatePaymentIn(paymentId, seen.amountMinor);
  await postEntry(ctx, {
    key: `surplus:${paymentId}`,
    kind,
    orderId: order.id,
    causeType: "payment",
    causeId: paymentId,
    memo: `Payment for order ${order.number} to be refunded: ${why}`,
    currency: seen.currency,
    lines,
  });
  await orderFact(ctx, order, "payment.surplus", { paymentId, amountMinor: seen.amountMinor, why }, paymentId);
  await requestRefund(ctx, order, {
    paymentId,
    amountMinor: seen.amountMinor,
    cause: "duplicate-payment",
    basis: [why, "It is refunded in full."],
    requestedBy: null,
  });
}

export async function nextAttempt(ctx: Pick<CommandContext, "tx">, orderId: string): Promise<number> {
  const { last } = await ctx.tx
    .selectFrom("payments")
    .select((e) => e.fn.max("attempt").as("last"))
    .where("orderId", "=", orderId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Asks the provider about a checkout and applies the answer. */
export async function checkPayment(
  payment: Pick<Payment, "id" | "orderId">,
  sessionId: string,
  actor: System = PROVIDER,
): Promise<Outcome> {
  const seen = await checkHeldPayment(payment, sessionId);
  return transact(actor, (ctx) => settlePayment(ctx, payment, sessionId, seen));
}
