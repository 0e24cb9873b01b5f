import type { Updateable } from "kysely";
import type { CustomQuotesTable, QuoteOffersTable } from "#db/schema.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { answersAt } from "#app/features/orders/server/read-answers.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { answerDueAt, nextReminderAt } from "../rules/promise.ts";
import {
  type OfferMove,
  type OfferStatus,
  type QuoteMove,
  type QuoteStatus,
  offerFlow,
  quoteFlow,
} from "../rules/quote-flow.ts";
import type { Offer, Quote } from "./find-quote.ts";

/** The message for somebody who was too late, by the request's current state. */
const NOW_IT_IS: Record<QuoteStatus, string> = {
  waiting: "This request is waiting for an offer.",
  offered: "An offer has been sent for this request.",
  accepted: "The author has accepted the offer.",
  paid: "The offer has been paid.",
  declined: "This request was closed without an offer.",
  withdrawn: "This request was withdrawn.",
  expired: "The offer has expired.",
};

/**
 * The only place where a request's status changes: by a row of the table, from a state that the row names. A request
 * that's back in the queue gets a new promise.
 * @throws conflict when it has moved on
 */
export async function moveQuote(
  ctx: CommandContext,
  quote: Quote,
  move: QuoteMove,
  set: Omit<Updateable<CustomQuotesTable>, "id" | "status"> = {},
): Promise<Quote> {
  const { from, to } = quoteFlow.moves[move];
  if (!(from as readonly QuoteStatus[]).includes(quote.status) || to === "back") throw movedOn(quote.status);
  const terms = await answersAt(ctx.now, ctx.tx);
  const isEnd = (quoteFlow.ends as readonly QuoteStatus[]).includes(to);
  const moved = await ctx.tx
    .updateTable("custom_quotes")
    .set({
      warnAt: null,
      ...(to === "waiting"
        ? {
            round: quote.round + 1,
            askedAt: ctx.now,
            dueAt: answerDueAt(ctx.now, terms),
            warnAt: nextReminderAt(ctx.now, ctx.now, terms),
          }
        : {}),
      ...(isEnd ? { endedAt: ctx.now } : {}),
      ...set,
      status: to,
      updatedAt: ctx.now,
    })
    .where("id", "=", quote.id)
    .where("status", "=", quote.status)
    .returningAll()
    .executeTakeFirst();
  if (!moved) throw movedOn(quote.status);
  return moved;
}

/** The only place where an offer's status changes. @throws conflict when it has moved on */
export async function moveOffer(
  ctx: CommandContext,
  offer: Offer,
  move: OfferMove,
  set: Omit<Updateable<QuoteOffersTable>, "id" | "status"> = {},
): Promise<Offer> {
  const { from, to } = offerFlow.moves[move];
  const moved =
    to === "back" || !(from as readonly OfferStatus[]).includes(offer.status)
      ? undefined
      : await ctx.tx
          .updateTable("quote_offers")
          .set({ ...set, status: to })
          .where("id", "=", offer.id)
          .where("status", "=", offer.status)
          .returningAll()
          .executeTakeFirst();
  if (!moved) throw conflict("offer_moved_on", "This offer has changed since you opened the page.", "Reload the page.");
  return moved;
}

const movedOn = (status: QuoteStatus) =>
  conflict("quote_moved_on", `${NOW_IT_IS[status]} Your action is no longer available.`, "Reload the page.");

/** Records a request's fact. Its author, staff, and an editor it's about get it as a live event. */
export async function quoteFact<K extends Extract<FactKind, `quote.${string}`>>(
  ctx: CommandContext,
  quote: Pick<Quote, "orderId" | "userId">,
  kind: K,
  data: FactData[K],
  editorId: string | null = null,
): Promise<void> {
  await ctx.fact(kind, {
    orderId: quote.orderId,
    subjectId: editorId,
    data,
    topics: [`user:${quote.userId}`, "staff", ...(editorId ? [`user:${editorId}`] : [])],
  });
}

/** Returns the order of an ended request to draft. Files and choices stay. */
export const draftAgain = { price: null, quotedAt: null, quoteExpiresAt: null, couponId: null } as const;

/** Whether an order's price comes from an offer, so that its checkout may be open. */
export const hasOfferPrice = (order: Order): boolean =>
  order.status === "quoted" || order.status === "awaiting_payment";
