import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../rules/can.ts";
import { releaseAsked, returnDraft } from "./end-quote.ts";
import { lockQuote } from "./find-quote.ts";
import { moveOffer, moveQuote, quoteFact } from "./move-quote.ts";

/**
 * The author no longer wants a quote. The order is a draft again, with its files and choices. Withdrawing twice does
 * nothing.
 */
export const withdrawRequest = command({
  input: z.object({ quoteId: z.string() }),
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.answer(actor, quote) || "Only the author can withdraw a quote request.",
  async run({ thing: { quote, order, offer }, ...ctx }): Promise<{ orderId: string }> {
    if (quote.status === "withdrawn") return { orderId: order.id };
    const ended = await moveQuote(ctx, quote, "withdraw");
    if (offer) {
      await moveOffer(ctx, offer, "withdraw", { answeredAt: ctx.now });
      await releaseAsked(ctx, quote, offer, "withdrawn");
    }
    await returnDraft(ctx, order);
    await quoteFact(ctx, ended, "quote.withdrawn", { quoteId: quote.id });
    return { orderId: order.id };
  },
});
