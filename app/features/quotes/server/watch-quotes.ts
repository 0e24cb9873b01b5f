import { sweep } from "#app/platform/server/core/sweep.ts";
import { type CommandContext } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { answersAt } from "#app/features/orders/server/read-answers.ts";
import { giveUpAt, nextReminderAt } from "../rules/promise.ts";
import { releaseAsked, returnDraft } from "./end-quote.ts";
import { type QuoteAndOrder, lockQuote } from "./find-quote.ts";
import { moveOffer, moveQuote, quoteFact } from "./move-quote.ts";

const UNANSWERED =
  "We're sorry: we couldn't prepare an offer for you in time. Your files and choices are saved. You can order, or ask again.";

/** Clock rule: reminds staff of requests to answer, and ends expired offers and questions to editors. */
export async function watchQuotes(now: Date): Promise<void> {
  const db = database();
  const warned = db.selectFrom("custom_quotes").select("id").where("warnAt", "<=", now).orderBy("warnAt");
  await sweep("remind of a quote request", warned, async (ctx, { id }) => remind(ctx, await lockQuote(ctx, id)));
  const asking = db
    .selectFrom("quote_offers")
    .select("quoteId as id")
    .where("status", "=", "asking")
    .where("askExpiresAt", "<=", now);
  await sweep("end a question to an editor", asking, async (ctx, { id }) => endAsk(ctx, await lockQuote(ctx, id)));
  const expiring = db
    .selectFrom("quote_offers as f")
    .innerJoin("custom_quotes as q", "q.id", "f.quoteId")
    .select("f.quoteId as id")
    .where("f.status", "in", ["sent", "accepted"])
    .where("q.status", "in", ["offered", "accepted"])
    .where("f.expiresAt", "<=", now);
  await sweep("expire an offer", expiring, async (ctx, { id }) => expire(ctx, await lockQuote(ctx, id)));
}

async function remind(ctx: CommandContext, { quote, order, offer }: QuoteAndOrder): Promise<void> {
  if (quote.status !== "waiting" || !quote.warnAt || quote.warnAt > ctx.now) return;
  const terms = await answersAt(quote.askedAt, ctx.tx);
  if (giveUpAt(quote.askedAt, terms) <= ctx.now) {
    const ended = await moveQuote(ctx, quote, "decline", { endReason: UNANSWERED });
    if (offer) {
      await moveOffer(ctx, offer, "lapse");
      await releaseAsked(ctx, quote, offer, "withdrawn");
    }
    await returnDraft(ctx, order);
    await quoteFact(ctx, ended, "quote.declined", { quoteId: quote.id, by: "clock" });
    return;
  }
  await ctx.tx
    .updateTable("custom_quotes")
    .set({ warnAt: nextReminderAt(quote.askedAt, ctx.now, terms) })
    .where("id", "=", quote.id)
    .execute();
  await quoteFact(ctx, quote, "quote.warned", {
    quoteId: quote.id,
    level: quote.dueAt <= ctx.now ? "breach" : "warning",
    dueAt: quote.dueAt.toISOString(),
  });
}

async function endAsk(ctx: CommandContext, { quote, offer }: QuoteAndOrder): Promise<void> {
  if (offer?.status !== "asking" || !offer.askExpiresAt || offer.askExpiresAt > ctx.now) return;
  await moveOffer(ctx, offer, "lapse");
  await releaseAsked(ctx, quote, offer, "expired");
}

async function expire(ctx: CommandContext, { quote, order, offer }: QuoteAndOrder): Promise<void> {
  const isOpen = quote.status === "offered" || quote.status === "accepted";
  if (!isOpen || order.paidAt !== null || !offer?.expiresAt || offer.expiresAt > ctx.now) return;
  const ended = await moveQuote(ctx, quote, "expire");
  await moveOffer(ctx, offer, "expire");
  await releaseAsked(ctx, quote, offer, "withdrawn");
  await returnDraft(ctx, order);
  await quoteFact(ctx, ended, "quote.expired", { quoteId: quote.id, offerId: offer.id });
}
