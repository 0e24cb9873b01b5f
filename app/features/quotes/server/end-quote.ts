import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { OPEN_QUOTES } from "../rules/quote-flow.ts";
import { type Offer, type Quote, findQuoteOfOrder, lockQuote } from "./find-quote.ts";
import { draftAgain, hasOfferPrice, moveOffer, moveQuote, quoteFact } from "./move-quote.ts";

/** An editor who was asked about an offer, or had agreed to it, is no longer needed. */
export async function releaseAsked(
  ctx: CommandContext,
  quote: Quote,
  offer: Offer,
  why: "expired" | "withdrawn",
): Promise<void> {
  if (!offer.editorId) return;
  await quoteFact(
    ctx,
    quote,
    "quote.ask_ended",
    { quoteId: quote.id, offerId: offer.id, editorId: offer.editorId, why },
    offer.editorId,
  );
}

/** The order of a request that has ended is a draft again; a reaction closes an open checkout. */
export async function returnDraft(ctx: CommandContext, order: Order): Promise<void> {
  const wasPriced = hasOfferPrice(order);
  const draft = await moveOrder(ctx, order, "end_quote", draftAgain);
  if (wasPriced) await orderFact(ctx, draft, "order.reopened", {});
}

/** Reaction: the author discarded an order that was part of a request. Safe to repeat. */
export async function endQuote(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const found = await findQuoteOfOrder(fact.orderId!, ctx.tx);
    if (!found || !OPEN_QUOTES.includes(found.status)) return;
    const { quote, order, offer } = await lockQuote(ctx, found.id);
    if (!OPEN_QUOTES.includes(quote.status) || order.status !== "cancelled") return;
    if (offer) {
      await moveOffer(ctx, offer, "withdraw", { answeredAt: ctx.now });
      await releaseAsked(ctx, quote, offer, "withdrawn");
    }
    const ended = await moveQuote(ctx, quote, "withdraw");
    await quoteFact(ctx, ended, "quote.withdrawn", { quoteId: quote.id });
  });
}
