import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { answersAt } from "#app/features/orders/server/read-answers.ts";
import { giveUpAt, nextReminderAt } from "../rules/promise.ts";
import { releaseAsked, returnDraft } from "./end-quote.ts";
import { type QuoteAndOrder, lockQuote } from "./find-quote.ts";
import { moveOffer, moveQuote, quoteFact } from "./move-quote.ts";

/** Batch size; the rest follow a minute later. */
const AT_ONCE = 200;
const UNANSWERED =
  "We're sorry: we couldn't prepare an offer for you in time. Your files and choices are saved. You can order, or ask again.";

/** Clock rule: reminds staff of requests to answer, and ends expired offers and questions to editors. */
export async function watchQuotes(now: Date): Promise<void> {
  const db = database();
  const warned = db.selectFrom("custom_quotes").select("id").where("warnAt", "<=", now).orderBy("warnAt");
  for (const { id } of await warned.limit(AT_ONCE).execute()) await onQuote(id, remind);
  const asking = db
    .selectFrom("quote_offers")
    .select("quoteId")
    .where("status", "=", "asking")
    .where("askExpiresAt", "<=", now);
  for (const { quoteId } of await asking.limit(AT_ONCE).execute()) await onQuote(quoteId, endAsk);
  const expiring = db
    .selectFrom("quote_offers as f")
    .innerJoin("custom_quotes as q", "q.id", "f.quoteId")
    .select("f.quoteId")
    .where("f.status", "in", ["sent", "accepted"])
    .where("q.status", "in", ["offered", "accepted"])
    .where("f.expiresAt", "<=", now);
  for (const { quoteId } of await expiring.limit(AT_ONCE).execute()) await onQuote(quoteId, expire);
}

/** Each request found is checked again once it's locked, because it may have changed. */
const onQuote = (quoteId: string, act: (ctx: CommandContext, it: QuoteAndOrder) => Promise<void>): Promise<void> =>
  transact(CLOCK, async (ctx) => act(ctx, await lockQuote(ctx, quoteId)));

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
