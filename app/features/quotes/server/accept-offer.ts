import { policyAt } from "#app/features/policy/server/read-policy.ts";
import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { requireOpenShop } from "#app/features/company/server/find-shop.ts";
import { moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { withTax } from "#app/features/pricing/rules/price-tax.ts";
import { requireTax } from "#app/features/tax/server/find-tax.ts";
import { can } from "../rules/can.ts";
import { lockQuote } from "./find-quote.ts";
import { moveOffer, moveQuote, quoteFact } from "./move-quote.ts";

/**
 * The author accepts the offer: the order gets its price, which is held as long as the offer. Payment is the next step.
 * Accepting twice does nothing.
 * @throws conflict when the offer was withdrawn, answered, or has expired
 */
export const acceptOffer = command({
  input: z.object({ quoteId: z.string(), offerId: z.string() }),
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.answer(actor, quote) || "Only the author can accept an offer.",
  async run({ input, thing: { quote, order, offer }, ...ctx }): Promise<{ orderId: string }> {
    if (offer?.id === input.offerId && offer.status === "accepted") return { orderId: order.id };
    if (offer?.id !== input.offerId || offer.status !== "sent")
      throw conflict(
        "offer_over",
        "This offer is no longer open. You haven't been charged.",
        "Reload the page to see the status of your request.",
      );
    if (offer.expiresAt! <= ctx.now)
      throw conflict(
        "offer_expired",
        "This offer has expired. You haven't been charged.",
        "Withdraw the request and ask again, and we'll send you a new offer.",
      );
    await requireOpenShop(ctx.tx);
    await moveQuote(ctx, quote, "accept");
    await moveOffer(ctx, offer, "accept", { answeredAt: ctx.now });
    const policy = await policyAt(offer.createdAt, ctx.tx);
    const price = withTax(offer.price, await requireTax(order, ctx.now, ctx.tx));
    const quoted = await moveOrder(ctx, order, "accept_quote", {
      service: price.service,
      turnaround: price.turnaround,
      price: json(price),
      billableWords: price.billableWords,
      currency: price.currency,
      listMinor: price.listMinor,
      editorBasisMinor: price.editorBasisMinor,
      discountMinor: 0,
      taxMinor: price.taxMinor,
      totalMinor: price.totalMinor,
      couponId: null,
      windowMs: price.windowMs,
      // When staff set the price, which determines the price list that limits it.
      policyVersion: policy.version,
      quotedAt: ctx.now,
      quoteExpiresAt: offer.expiresAt,
    });
    await quoteFact(ctx, quote, "quote.accepted", {
      quoteId: quote.id,
      offerId: offer.id,
      totalMinor: price.totalMinor,
      currency: price.currency,
    });
    await orderFact(ctx, quoted, "order.quoted", {
      totalMinor: price.totalMinor,
      currency: price.currency,
      words: price.billableWords,
    });
    return { orderId: order.id };
  },
});
