import type { Selectable } from "kysely";
import type { CustomQuotesTable, QuoteOffersTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { can } from "../rules/can.ts";
import { CURRENT_OFFERS } from "../rules/quote-flow.ts";

export type Quote = Selectable<CustomQuotesTable>;
export type Offer = Selectable<QuoteOffersTable>;
/** A request with its order, and the offer it's about now. */
export type QuoteAndOrder = { quote: Quote; order: Order; offer: Offer | null };

/** The offer that a request is about now: an editor is asked, has agreed, or it's with the author. */
export const findCurrentOffer = async (db: Reader, quoteId: string): Promise<Offer | null> =>
  (await db
    .selectFrom("quote_offers")
    .selectAll()
    .where("quoteId", "=", quoteId)
    .where("status", "in", [...CURRENT_OFFERS])
    .executeTakeFirst()) ?? null;

/** The request an order is about: the open one, or the last. Null if it never had one. */
export const findQuoteOfOrder = async (orderId: string, db: Reader = database()): Promise<Quote | null> =>
  (await db
    .selectFrom("custom_quotes")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()) ?? null;

/**
 * When staff will answer the request that an order is about. Null if there is none to answer, which takes no query
 * while the order isn't about one.
 */
export async function answerDueOf(order: Order, db: Reader = database()): Promise<Date | null> {
  if (order.status !== "quote_requested") return null;
  const asked = await db
    .selectFrom("custom_quotes")
    .select("dueAt")
    .where("orderId", "=", order.id)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return asked?.dueAt ?? null;
}

/** A request by its id, or null. */
export async function findQuote(id: string, db: Reader = database()): Promise<Quote | null> {
  if (!isId("customQuote", id)) return null;
  return (await db.selectFrom("custom_quotes").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/**
 * A request with its order, both locked, so that changes to either wait for each other. For anyone who may not see it,
 * it doesn't exist.
 * @throws not-found
 */
export async function lockQuote(ctx: CommandContext, quoteId: string): Promise<QuoteAndOrder> {
  const found = await findQuote(quoteId, ctx.tx);
  if (!found || (ctx.actor.kind !== "system" && !can.view(ctx.actor, found))) throw notFound("quote request");
  const order = await lockOrder(ctx.tx, found.orderId);
  const quote = await ctx.tx
    .selectFrom("custom_quotes")
    .selectAll()
    .where("id", "=", quoteId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { quote, order, offer: await findCurrentOffer(ctx.tx, quoteId) };
}
