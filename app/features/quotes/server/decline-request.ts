import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../rules/can.ts";
import { releaseAsked, returnDraft } from "./end-quote.ts";
import { lockQuote } from "./find-quote.ts";
import { moveOffer, moveQuote, quoteFact } from "./move-quote.ts";

/**
 * Staff decline to make an offer. The author is told why, and the order is a draft again. Repeating it does nothing.
 */
export const declineRequest = command({
  input: z.object({
    quoteId: z.string(),
    reason: z
      .string()
      .trim()
      .min(10, "Enter a reason. The author will see it.")
      .max(1_000, "Shorten this to 1,000 characters or fewer."),
  }),
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.reply(actor, quote) || "Only staff can close a quote request, and never their own.",
  async run({ input, thing: { quote, order, offer }, ...ctx }): Promise<void> {
    if (quote.status === "declined") return;
    const ended = await moveQuote(ctx, quote, "decline", { endReason: input.reason });
    if (offer) {
      await moveOffer(ctx, offer, "lapse");
      await releaseAsked(ctx, quote, offer, "withdrawn");
    }
    await returnDraft(ctx, order);
    await quoteFact(ctx, ended, "quote.declined", { quoteId: quote.id, by: "staff" });
  },
});
