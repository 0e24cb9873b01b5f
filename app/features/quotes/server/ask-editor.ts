import { z } from "zod";
import { newId } from "#app/platform/rules/core/ids.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { payFor } from "#app/features/pricing/rules/editor-pay.ts";
import { answersAt } from "#app/features/orders/server/read-answers.ts";
import { can } from "../rules/can.ts";
import { editorToAsk } from "./editor-for-offer.ts";
import { type Offer, lockQuote } from "./find-quote.ts";
import { checkUnchanged, dropPrepared, offerRow } from "./make-offer.ts";
import { quoteFact } from "./move-quote.ts";
import { TermsInput, plannedOrder, termsOf } from "./price-terms.ts";

/**
 * Asks an editor to agree to an offer before the author gets it: to exactly these terms, for the pay that follows from
 * the price at their level. They have a day. The request stays in the queue until the offer is sent.
 */
export const askEditor = command({
  input: TermsInput.extend({
    editorId: z.string(),
    brief: z
      .string()
      .trim()
      .min(10, "Tell the editor about the work, in a sentence or two.")
      .max(2_000, "Shorten this to 2,000 characters or fewer."),
  }),
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.reply(actor, quote) || "Only staff can answer a quote request, and never their own.",
  async run({ input, thing, ...ctx }): Promise<Offer> {
    const { quote, order, offer } = thing;
    checkUnchanged(thing, input.current);
    const terms = await termsOf(ctx, order, input, newId("quoteOffer"));
    const editor = await editorToAsk(ctx, plannedOrder(order, terms, ctx.now), input.editorId);
    await dropPrepared(ctx, quote, offer);
    const askExpiresAt = after(ctx.now, (await answersAt(ctx.now, ctx.tx)).quote.askMs);
    const asked = await ctx.tx
      .insertInto("quote_offers")
      .values({
        ...offerRow(ctx, quote, terms, input),
        status: "asking",
        editorId: editor.uid,
        editorPayMinor: payFor(terms.price, editor.level, terms.pay).editorMinor,
        brief: input.brief,
        askedAt: ctx.now,
        askExpiresAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await quoteFact(
      ctx,
      quote,
      "quote.asked",
      {
        quoteId: quote.id,
        offerId: asked.id,
        editorId: editor.uid,
        payMinor: asked.editorPayMinor!,
        expiresAt: askExpiresAt.toISOString(),
      },
      editor.uid,
    );
    return asked;
  },
});

/** Withdraws the question to an editor, or drops their agreement. Repeating it does nothing. */
export const stopAsking = command({
  input: z.object({ quoteId: z.string(), offerId: z.string() }),
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.reply(actor, quote) || "Only staff can answer a quote request, and never their own.",
  async run({ input, thing: { quote, offer }, ...ctx }): Promise<void> {
    if (offer?.id !== input.offerId || (offer.status !== "asking" && offer.status !== "agreed")) return;
    await dropPrepared(ctx, quote, offer);
  },
});
