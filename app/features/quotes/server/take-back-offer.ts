import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { changeOrder } from "#app/features/orders/server/lifecycle/move-order.ts";
import { can } from "../rules/can.ts";
import { releaseAsked } from "./end-quote.ts";
import { lockQuote } from "./find-quote.ts";
import { moveOffer, moveQuote, quoteFact } from "./move-quote.ts";

/**
 * Staff withdraw an offer that the author hasn't accepted. The request returns to the queue. Repeating it does nothing.
 */
export const takeBackOffer = command({
  input: z.object({
    quoteId: z.string(),
    offerId: z.string(),
    reason: z
      .string()
      .trim()
      .min(10, "Enter a reason. The author will see it.")
      .max(1_000, "Shorten this to 1,000 characters or fewer."),
  }),
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.reply(actor, quote) || "Only staff can take back an offer, and never their own.",
  async run({ input, thing: { quote, order, offer }, ...ctx }): Promise<void> {
    if (quote.status === "waiting" && offer?.id !== input.offerId) return;
    if (offer?.id !== input.offerId || quote.status !== "offered")
      throw conflict("offer_moved_on", "The author has answered this offer.", "Reload the page to see their answer.");
    const waiting = await moveQuote(ctx, quote, "take_back");
    await moveOffer(ctx, offer, "take_back", { answeredAt: ctx.now, answerNote: input.reason });
    await changeOrder(ctx, order, { quoteExpiresAt: null });
    await releaseAsked(ctx, quote, offer, "withdrawn");
    await quoteFact(ctx, waiting, "quote.taken_back", {
      quoteId: quote.id,
      offerId: offer.id,
      dueAt: waiting.dueAt.toISOString(),
    });
  },
});
