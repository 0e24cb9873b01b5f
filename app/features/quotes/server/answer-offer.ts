import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { changeOrder, moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { can } from "../rules/can.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import { releaseAsked } from "./end-quote.ts";
import { type Offer, type QuoteAndOrder, lockQuote } from "./find-quote.ts";
import { draftAgain, hasOfferPrice, moveOffer, moveQuote, quoteFact } from "./move-quote.ts";

const note = z.string().trim().max(2_000, "Shorten this to 2,000 characters or fewer.");

/** @throws conflict unless this offer has been sent, accepted or not, and nothing is paid */
function openOffer({ offer, order }: QuoteAndOrder, offerId: string): Offer {
  if (offer?.id !== offerId || (offer.status !== "sent" && offer.status !== "accepted") || order.paidAt !== null)
    throw conflict("offer_over", "This offer is no longer open.", "Reload the page to see the status of your request.");
  return offer;
}

/** The request is back in the queue. An order that had the offer's price loses it; a reaction closes its checkout. */
async function backToQueue(ctx: CommandContext, { order }: QuoteAndOrder): Promise<void> {
  if (!hasOfferPrice(order)) {
    await changeOrder(ctx, order, { quoteExpiresAt: null });
    return;
  }
  await orderFact(ctx, await moveOrder(ctx, order, "renegotiate", draftAgain), "order.reopened", {});
}

/** The author asks for another price, date, or scope. */
export const counterOffer = command({
  input: z.object({
    quoteId: z.string(),
    offerId: z.string(),
    note: note.min(10, "Say what should change, in a sentence or two."),
    /** What they'd pay: "1,000", or "". */
    total: z.string().default(""),
    /** When they'd need it: "2026-11-24T14:05" in their time zone, or "". */
    wantedAt: z.string().default(""),
  }),
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.answer(actor, quote) || "Only the author can answer an offer.",
  async run({ input, thing, ...ctx }): Promise<void> {
    const { quote } = thing;
    const offer = openOffer(thing, input.offerId);
    const totalMinor = input.total.trim() === "" ? null : moneyTyped(input.total, offer.currency);
    const wantedAt = input.wantedAt === "" ? null : instantOf(input.wantedAt, zoneOf(ctx.actor));
    const fields: Record<string, string> = {};
    if (input.total.trim() !== "" && !totalMinor) fields.total = "Enter a price such as 1,250, or leave it empty.";
    if (input.wantedAt !== "" && (!wantedAt || wantedAt <= ctx.now))
      fields.wantedAt = "Choose a date in the future, or leave it empty.";
    const first = Object.values(fields)[0];
    if (first) throw invalid("counteroffer", first, "Correct the marked fields and try again.", fields);
    const waiting = await moveQuote(ctx, quote, "counter");
    await moveOffer(ctx, offer, "counter", {
      answeredAt: ctx.now,
      answerNote: input.note,
      answerTotalMinor: totalMinor,
      answerWantedAt: wantedAt,
    });
    await releaseAsked(ctx, quote, offer, "withdrawn");
    await backToQueue(ctx, thing);
    await quoteFact(ctx, waiting, "quote.countered", {
      quoteId: quote.id,
      offerId: offer.id,
      totalMinor,
      dueAt: waiting.dueAt.toISOString(),
    });
  },
});

/** The author declines the offer. Staff may make another one, or close the request. */
export const refuseOffer = command({
  input: z.object({ quoteId: z.string(), offerId: z.string(), note: note.default("") }),
  load: ({ quoteId }, ctx) => lockQuote(ctx, quoteId),
  allow: (actor, { quote }) => can.answer(actor, quote) || "Only the author can answer an offer.",
  async run({ input, thing, ...ctx }): Promise<void> {
    const { quote } = thing;
    const offer = openOffer(thing, input.offerId);
    const waiting = await moveQuote(ctx, quote, "refuse");
    await moveOffer(ctx, offer, "refuse", { answeredAt: ctx.now, answerNote: input.note });
    await releaseAsked(ctx, quote, offer, "withdrawn");
    await backToQueue(ctx, thing);
    await quoteFact(ctx, waiting, "quote.refused", {
      quoteId: quote.id,
      offerId: offer.id,
      dueAt: waiting.dueAt.toISOString(),
    });
  },
});
