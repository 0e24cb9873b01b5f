import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, commandContext } from "#app/platform/server/core/command.ts";
import { assignOrder } from "#app/features/orders/server/lifecycle/assign-order.ts";
import { reserveEditor, reserveFor } from "#app/features/orders/server/lifecycle/reserve-editor.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { isStillFree } from "./editor-for-offer.ts";
import { findCurrentOffer, findQuoteOfOrder } from "./find-quote.ts";
import { moveQuote, quoteFact } from "./move-quote.ts";
import { plannedOrder } from "./price-terms.ts";

/**
 * Keeps an editor's words for an order whose price is an offer, before its checkout opens: those of the editor who
 * agreed, if they still have room, or of any other.
 * @throws conflict when no editor has room anymore
 */
export async function reserveForOffer(ctx: CommandContext, order: Order): Promise<void> {
  const quote = await findQuoteOfOrder(order.id, ctx.tx);
  const offer = quote && (await findCurrentOffer(ctx.tx, quote.id));
  const planned = plannedOrder(order, { price: order.price! }, ctx.now);
  if (offer?.editorId && (await isStillFree(ctx, planned, offer))) {
    await reserveFor(ctx, order, offer.editorId);
    return;
  }
  if (!(await reserveEditor(ctx, order, [])))
    throw conflict(
      "no_editor_free",
      "Our editors have taken other work since we sent this offer, so we can't keep its date anymore.",
      "You haven't been charged. Ask for changes on your quote request, and we'll send you a new offer.",
    );
}

/**
 * The order of an offer was paid: a step of the command that books the payment. The editor who agreed gets it if
 * they're still free; otherwise the search begins as for every order, and staff are told. Does nothing for orders
 * without an offer.
 */
export async function settleOffer(ctx: CommandContext, order: Order): Promise<void> {
  if (!order.price?.custom) return;
  const quote = await findQuoteOfOrder(order.id, ctx.tx);
  const offer = quote && (await findCurrentOffer(ctx.tx, quote.id));
  if (!quote || !offer || quote.status !== "accepted") return;
  const paid = await moveQuote(ctx, quote, "pay");
  const assigned = await isStillFree(ctx, order, offer);
  if (assigned)
    await assignOrder.inside(commandContext(ctx.tx, SYSTEM, ctx.now), {
      orderId: order.id,
      editorId: offer.editorId!,
      how: "agreed",
      payMinor: offer.editorPayMinor!,
    });
  await quoteFact(ctx, paid, "quote.paid", {
    quoteId: quote.id,
    offerId: offer.id,
    editorId: offer.editorId,
    assigned,
  });
}
