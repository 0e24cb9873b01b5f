import { z } from "zod";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { findEditorForMatching } from "#app/features/matching/server/list-editors-for-matching.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { can } from "../rules/can.ts";
import { openWordsOf, whyNotOfferable } from "./editor-for-offer.ts";
import { type Offer, type Quote, findQuote } from "./find-quote.ts";
import { moveOffer, quoteFact } from "./move-quote.ts";
import { plannedOrder } from "./price-terms.ts";

/**
 * The offer an editor was asked about, with its order, both locked. For anyone else it doesn't exist.
 * @throws not-found
 */
async function lockAsk(ctx: CommandContext, offerId: string): Promise<{ offer: Offer; order: Order; quote: Quote }> {
  const of = () => ctx.tx.selectFrom("quote_offers").selectAll().where("id", "=", offerId);
  const found = isId("quoteOffer", offerId) ? await of().executeTakeFirst() : undefined;
  if (!found || !can.agree(ctx.actor, found)) throw notFound("question");
  const order = await lockOrder(ctx.tx, found.orderId);
  return {
    order,
    offer: await of().forUpdate().executeTakeFirstOrThrow(),
    quote: (await findQuote(found.quoteId, ctx.tx))!,
  };
}

const isOver = (offer: Offer, now: Date): boolean =>
  offer.status !== "asking" || (offer.askExpiresAt !== null && offer.askExpiresAt <= now);
const over = () =>
  conflict("ask_over", "We no longer need an answer about this order.", "It doesn't count against you.");

/**
 * The editor agrees to take the order under these terms, on top of what they have to do now. It's assigned to them when
 * the author pays. Agreeing twice does nothing.
 */
export const agreeToOffer = command({
  input: z.object({ offerId: z.string(), note: z.string().trim().max(1_000).default("") }),
  load: ({ offerId }, ctx) => lockAsk(ctx, offerId),
  allow: (actor, { offer }) => can.agree(actor, offer),
  async run({ input, thing: { offer, order, quote }, ...ctx }): Promise<void> {
    if (offer.status === "agreed") return;
    if (isOver(offer, ctx.now)) throw over();
    const editor = await findEditorForMatching(offer.editorId!, order.userId, ctx.now, ctx.tx, order.id);
    const why = editor ? whyNotOfferable(editor, plannedOrder(order, offer, ctx.now)) : "You're no longer an editor.";
    if (!editor || why)
      throw conflict("not_eligible", "You can't take this order right now.", "See what's missing on your dashboard.");
    await moveOffer(ctx, offer, "agree", {
      editorAnsweredAt: ctx.now,
      editorNote: input.note,
      editorOpenWords: openWordsOf(editor),
    });
    await quoteFact(ctx, quote, "quote.editor_agreed", ids(offer), offer.editorId);
  },
});

/** The editor declines. It never counts against them. Declining twice does nothing. */
export const declineOffer = command({
  input: z.object({ offerId: z.string(), note: z.string().trim().max(1_000).default("") }),
  load: ({ offerId }, ctx) => lockAsk(ctx, offerId),
  allow: (actor, { offer }) => can.agree(actor, offer),
  async run({ input, thing: { offer, quote }, ...ctx }): Promise<void> {
    if (offer.status === "editor_declined") return;
    if (isOver(offer, ctx.now)) throw over();
    await moveOffer(ctx, offer, "decline", { editorAnsweredAt: ctx.now, editorNote: input.note });
    await quoteFact(ctx, quote, "quote.editor_declined", ids(offer), offer.editorId);
  },
});

const ids = (offer: Offer) => ({ quoteId: offer.quoteId, offerId: offer.id, editorId: offer.editorId! });
