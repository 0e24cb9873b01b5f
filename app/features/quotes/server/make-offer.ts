import { pricingNow } from "#app/features/pricing/server/read-pricing.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { quoteExpiresAt } from "#app/features/pricing/rules/deadlines.ts";
import { changeOrder } from "#app/features/orders/server/lifecycle/move-order.ts";
import { releaseAsked } from "./end-quote.ts";
import type { Offer, Quote, QuoteAndOrder } from "./find-quote.ts";
import { moveOffer, moveQuote, quoteFact } from "./move-quote.ts";
import type { Terms, TermsInput } from "./price-terms.ts";

/** @throws conflict when somebody else has replied since the form was opened */
export function checkUnchanged({ quote, order, offer }: QuoteAndOrder, current: string): void {
  // Discarding an order ends its request a moment later.
  if (quote.status !== "waiting" || order.status !== "quote_requested")
    throw conflict(
      "already_answered",
      quote.status === "offered"
        ? "Somebody has already sent an offer for this request."
        : "This request isn't waiting for an offer anymore.",
      "Reload the page to see it.",
    );
  if ((offer?.id ?? "") !== current)
    throw conflict(
      "answered_elsewhere",
      "Somebody else is preparing an offer for this request.",
      "Reload the page to see it.",
    );
}

/** Ends the offer being prepared before, because another one replaces it. */
export async function dropPrepared(ctx: CommandContext, quote: Quote, offer: Offer | null): Promise<void> {
  if (!offer) return;
  await moveOffer(ctx, offer, "lapse");
  await releaseAsked(ctx, quote, offer, "withdrawn");
}

/** The columns of an offer's terms, without its editor and status. */
export const offerRow = (
  ctx: CommandContext,
  quote: Quote,
  { work, price, ordinaryMinor }: Terms,
  input: Pick<TermsInput, "note">,
) => ({
  id: price.custom?.offerId ?? newId("quoteOffer"),
  quoteId: quote.id,
  orderId: quote.orderId,
  service: work.service,
  addOns: json(work.addOns),
  price: json(price),
  totalMinor: price.totalMinor,
  currency: price.currency,
  ordinaryMinor,
  windowMs: work.windowMs,
  note: input.note,
  createdBy: ctx.actor.kind === "person" ? ctx.actor.uid : "",
  createdAt: ctx.now,
});

/** Sends the offer to the author, for as long as a price is held. */
export const sentNow = async (ctx: CommandContext) => ({
  sentAt: ctx.now,
  expiresAt: quoteExpiresAt(ctx.now, await pricingNow(ctx)),
});

/** Marks the request as answered: it leaves the queue, and the author is told. */
export async function announceOffer(
  ctx: CommandContext,
  { quote, order }: Pick<QuoteAndOrder, "quote" | "order">,
  offer: Offer,
): Promise<void> {
  await moveQuote(ctx, quote, "offer");
  await changeOrder(ctx, order, { quoteExpiresAt: offer.expiresAt });
  await quoteFact(ctx, quote, "quote.offered", {
    quoteId: quote.id,
    offerId: offer.id,
    totalMinor: offer.totalMinor,
    currency: offer.currency,
    windowMs: offer.windowMs,
    expiresAt: offer.expiresAt!.toISOString(),
    editorId: offer.editorId,
  });
}
