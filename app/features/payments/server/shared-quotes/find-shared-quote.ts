import { isDeepStrictEqual } from "node:util";
import type { Selectable } from "kysely";
import type { SharedQuotesTable } from "#db/schema.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { linkToken, readLinkToken } from "#app/platform/server/core/link-token.ts";
import { type Order, getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import {
  PAY_LINK_DAYS,
  SHARED_QUOTE_WORDS,
  type SharedQuoteState,
  sharedQuoteState,
} from "../../rules/shared-quote.ts";

export type SharedQuote = Selectable<SharedQuotesTable>;
export type Known = { quote: SharedQuote; order: Order };

const LINK = "pay a shared quote";

/** The key in a quote's link. The same each time, because it's made from what never changes. */
export const payToken = (quote: Pick<SharedQuote, "id" | "createdAt">): string =>
  linkToken(LINK, quote.id, PAY_LINK_DAYS, quote.createdAt);

/** The link to a shared quote. */
export const payUrl = (quote: Pick<SharedQuote, "id" | "createdAt">): string =>
  appUrl(config().origins, `/pay/${payToken(quote)}`);

const noQuote = () =>
  new Problem(
    "not-found",
    "link",
    "This link is incomplete or wrong.",
    "Copy the whole link, or ask the person who sent it to share the quote again.",
  );

/**
 * The quote that a link opens, with its order.
 * @throws not-found if the link isn't ours, gone if its author took it back
 */
export async function findByToken(token: string, db: Reader = database()): Promise<Known> {
  const read = readLinkToken(LINK, "sharedQuote", token);
  const quote =
    read && !read.expired
      ? await db.selectFrom("shared_quotes").selectAll().where("id", "=", read.id).executeTakeFirst()
      : undefined;
  if (!quote) throw noQuote();
  if (quote.endedWhy === "revoked")
    throw new Problem("gone", "quote_revoked", SHARED_QUOTE_WORDS.revoked.message, SHARED_QUOTE_WORDS.revoked.advice);
  return { quote, order: await getOrder(quote.orderId, db) };
}

/** The same for a command: the order is locked first, so what is read of the quote then can't change. */
export async function lockByToken(ctx: CommandContext, token: string): Promise<Known> {
  const { quote } = await findByToken(token, ctx.tx);
  const order = await lockOrder(ctx.tx, quote.orderId);
  return { order, quote: (await findByToken(token, ctx.tx)).quote };
}

/** The quote of an order that isn't ended, or null. */
export async function findCurrent(orderId: string, db: Reader = database()): Promise<SharedQuote | null> {
  const quote = await db
    .selectFrom("shared_quotes")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  return quote ?? null;
}

/** The payment with a quote's link that paid its order, or null. */
export async function findPaidBy(quoteId: string, db: Reader = database()) {
  const payment = await db
    .selectFrom("payments as p")
    .innerJoin("payment_payers as y", "y.paymentId", "p.id")
    .select(["p.id", "p.amountMinor", "p.currency", "p.succeededAt", "p.cardLabel", "y.email"])
    .where("y.sharedQuoteId", "=", quoteId)
    .where("p.status", "=", "succeeded")
    .where("p.surplus", "=", false)
    .executeTakeFirst();
  return payment ?? null;
}

export const hasSamePrice = (quote: SharedQuote, order: Order): boolean =>
  order.quotedAt?.getTime() === quote.quotedAt.getTime() &&
  order.totalMinor === quote.price.totalMinor &&
  isDeepStrictEqual(order.price, quote.price);

/** Whether a shared quote can be paid now, and if not, why. */
export async function stateOf({ quote, order }: Known, now: Date, db: Reader = database()): Promise<SharedQuoteState> {
  return sharedQuoteState({
    quote,
    isSamePrice: hasSamePrice(quote, order),
    order,
    paidByLink: order.paidAt !== null && (await findPaidBy(quote.id, db)) !== null,
    now,
  });
}
