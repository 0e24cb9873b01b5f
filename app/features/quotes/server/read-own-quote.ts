import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import { findTax } from "#app/features/tax/server/find-tax.ts";
import { now } from "#app/platform/server/core/clock.ts";
import type { PriceLine } from "#app/features/pricing/rules/price-receipt.ts";
import { withTax } from "#app/features/pricing/rules/price-tax.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { answersAt } from "#app/features/orders/server/read-answers.ts";
import { can } from "../rules/can.ts";
import type { OfferStatus, QuoteReason, QuoteStatus } from "../rules/quote-flow.ts";
import { findQuoteOfOrder } from "./find-quote.ts";

/** An offer as its author reads it. */
export type OwnOffer = {
  id: string;
  status: OfferStatus;
  lines: PriceLine[];
  totalMinor: number;
  /** The billing detail that its tax can't be calculated without. */
  taxMissing: "country" | "state" | null;
  currency: string;
  windowMs: number;
  note: string;
  /** The editor who has agreed. */
  editor: string | null;
  sentAt: Date;
  expiresAt: Date;
  answeredAt: Date | null;
  answerNote: string;
  answerTotalMinor: number | null;
  answerWantedAt: Date | null;
};

export type OwnQuote = {
  id: string;
  status: QuoteStatus;
  reason: QuoteReason;
  requirements: string;
  wantedAt: Date | null;
  dueAt: Date;
  /** Business days within which a counteroffer sent now is answered. */
  answerDays: number;
  endReason: string;
  order: { id: string; number: string; title: string; status: OrderStatus; words: number; paid: boolean };
  /** The offer the author can answer now. */
  offer: OwnOffer | null;
  /** Earlier offers and their answers, newest first. */
  past: OwnOffer[];
};

const MOST = 20;

/**
 * The author's request for an order: the open one, or the last. Null if there was none, or it isn't theirs. Leaves out
 * offers that weren't sent.
 */
export async function readOwnQuote(actor: Actor, orderId: string | null): Promise<OwnQuote | null> {
  if (!isId("order", orderId)) return null;
  const quote = await findQuoteOfOrder(orderId);
  if (!quote || !can.answer(actor, quote)) return null;
  const order = (await findOrder(orderId))!;
  const offers = await database()
    .selectFrom("quote_offers as f")
    .leftJoin("users as u", "u.uid", "f.editorId")
    .selectAll("f")
    .select("u.displayName as editor")
    .where("f.quoteId", "=", quote.id)
    .where("f.sentAt", "is not", null)
    .orderBy("f.sentAt", "desc")
    .orderBy(sql`f.id`, "desc")
    .limit(MOST)
    .execute();
  const at = now();
  const { rule, missing } = await findTax(order, at);
  // Once an offer is accepted, its price is on the order.
  const withOwnTax = (f: (typeof offers)[number]) =>
    f.status === "accepted" && order.price?.custom?.offerId === f.id ? order.price : withTax(f.price, rule);
  const views = offers.map((f): OwnOffer => ({
    id: f.id,
    status: f.status,
    lines: withOwnTax(f).lines,
    totalMinor: withOwnTax(f).totalMinor,
    taxMissing: f.status === "sent" ? missing : null,
    currency: f.currency,
    windowMs: f.windowMs,
    note: f.note,
    editor: f.editor,
    sentAt: f.sentAt!,
    expiresAt: f.expiresAt!,
    answeredAt: f.answeredAt,
    answerNote: f.answerNote,
    answerTotalMinor: f.answerTotalMinor,
    answerWantedAt: f.answerWantedAt,
  }));
  const isCurrent = (f: OwnOffer): boolean => f.status === "sent" || f.status === "accepted";
  return {
    id: quote.id,
    status: quote.status,
    reason: quote.reason,
    requirements: quote.requirements,
    wantedAt: quote.wantedAt,
    dueAt: quote.dueAt,
    answerDays: (await answersAt(at)).quote.answerDays,
    endReason: quote.endReason,
    order: {
      id: order.id,
      number: order.number,
      title: order.title,
      status: order.status,
      words: order.billableWords,
      paid: order.paidAt !== null,
    },
    offer: views.find(isCurrent) ?? null,
    past: views.filter((f) => !isCurrent(f)),
  };
}
