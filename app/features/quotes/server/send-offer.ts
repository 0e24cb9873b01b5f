import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../rules/can.ts";
import { isStillFree, requireRoom } from "./editor-for-offer.ts";
import { type Offer, lockQuote } from "./find-quote.ts";
import { announceOffer, checkUnchanged, dropPrepared, offerRow, sentNow } from "./make-offer.ts";
import { moveOffer } from "./move-quote.ts";
import { TermsInput, plannedOrder, termsOf } from "./price-terms.ts";

const MAY = "Only staff can answer a quote request, and never their own.";

/**
 * Sends the author an offer that no editor has agreed to yet. It's only sent if some editor has room for it by its
 * date.
 * @throws invalid with messages by field; conflict when somebody else has answered
 */
export const sendOffer = command({
  input: TermsInput,
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.reply(actor, quote) || MAY,
  async run({ input, thing, ...ctx }): Promise<Offer> {
    const { quote, order, offer } = thing;
    checkUnchanged(thing, input.current);
    const terms = await termsOf(ctx, order, input, newId("quoteOffer"));
    await requireRoom(ctx, plannedOrder(order, terms, ctx.now));
    await dropPrepared(ctx, quote, offer);
    const sent = await ctx.tx
      .insertInto("quote_offers")
      .values({ ...offerRow(ctx, quote, terms, input), status: "sent", ...(await sentNow(ctx)) })
      .returningAll()
      .executeTakeFirstOrThrow();
    await announceOffer(ctx, thing, sent);
    return sent;
  },
});

/**
 * Sends the offer that an editor has agreed to. Sending it twice does nothing.
 * @throws conflict when they're no longer free
 */
export const sendAgreedOffer = command({
  input: z.object({ quoteId: z.string(), offerId: z.string() }),
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.reply(actor, quote) || MAY,
  async run({ input, thing, ...ctx }): Promise<void> {
    const { order, offer } = thing;
    if (offer?.id === input.offerId && offer.status === "sent") return;
    checkUnchanged(thing, input.offerId);
    if (!offer)
      throw conflict("no_offer", "There's no offer to send.", "Reload the page to see the request's current status.");
    if (!(await isStillFree(ctx, plannedOrder(order, offer, ctx.now), offer)))
      throw conflict(
        "editor_busy",
        "The editor has taken other work since they agreed.",
        "Ask them again, or ask another editor.",
      );
    await announceOffer(ctx, thing, await moveOffer(ctx, offer, "send", await sentNow(ctx)));
  },
});
