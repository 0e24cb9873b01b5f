import { z } from "zod";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { acceptOffer } from "#app/features/quotes/server/accept-offer.ts";
import { type OwnOffer, type OwnQuote, readOwnQuote } from "#app/features/quotes/server/read-own-quote.ts";
import { requestQuote } from "#app/features/quotes/server/request-quote.ts";
import { withdrawRequest } from "#app/features/quotes/server/withdraw-request.ts";
import { apiRoute } from "./api-route.ts";
import { orderView, ownOrder } from "./order-routes.ts";
import { Currency, Instant, Minor, OrderObject, PriceLine, instantOrNull, named } from "./order-schemas.ts";

const Offer = named(
  "Offer",
  z.object({
    object: z.literal("offer"),
    id: z.string(),
    status: z.string(),
    price_lines: z.array(PriceLine),
    total_minor: Minor,
    currency: Currency,
    window_ms: z.int().describe("The time from payment to delivery."),
    note: z.string(),
    sent_at: Instant,
    expires_at: Instant,
  }),
  "A price that support offers for one order.",
);

const CustomQuote = named(
  "CustomQuote",
  z.object({
    object: z.literal("custom_quote"),
    id: z.string(),
    order: z.string(),
    status: z.string(),
    requirements: z.string(),
    wanted_at: instantOrNull,
    due_at: Instant.describe("By when it's answered."),
    end_reason: z.string(),
    offer: Offer.nullable().describe("The offer that can be accepted now."),
  }),
  "A request for a price that isn't on the price list, and its answer.",
);

const offerView = (it: OwnOffer): z.infer<typeof Offer> => ({
  object: "offer",
  id: it.id,
  status: it.status,
  price_lines: it.lines.map(({ amountMinor, ...line }) => ({ ...line, amount_minor: amountMinor })),
  total_minor: it.totalMinor,
  currency: it.currency,
  window_ms: it.windowMs,
  note: it.note,
  sent_at: it.sentAt.toISOString(),
  expires_at: it.expiresAt.toISOString(),
});

const quoteView = (it: OwnQuote): z.infer<typeof CustomQuote> => ({
  object: "custom_quote",
  id: it.id,
  order: it.order.id,
  status: it.status,
  requirements: it.requirements,
  wanted_at: it.wantedAt?.toISOString() ?? null,
  due_at: it.dueAt.toISOString(),
  end_reason: it.endReason,
  offer: it.offer && offerView(it.offer),
});

async function ownQuote(actor: Person, orderId: string | undefined): Promise<OwnQuote> {
  const { id } = await ownOrder(actor, orderId);
  const quote = await readOwnQuote(actor, id);
  if (!quote) throw notFound("custom quote");
  return quote;
}

const base = { group: "Custom quotes" } as const;

export const quoteRoutes = [
  apiRoute({
    ...base,
    method: "POST",
    path: "/orders/:id/custom_quote",
    id: "requestCustomQuote",
    summary: "Ask for a custom quote",
    notes: "For what the price list doesn't offer. Asking twice is one request.",
    scope: "orders:write",
    body: z.strictObject({
      requirements: z.string().describe("What's needed, in a sentence or two."),
      wanted_at: z
        .string()
        .max(40)
        .optional()
        .describe("A date and time such as 2026-12-24T14:00, in the time zone of the account."),
    }),
    answer: CustomQuote,
    status: 201,
    errors: ["incomplete", "has_price", "re_edit"],
    example: { body: { requirements: "A book chapter of 60,000 words, with the index and all captions." } },
    async handle({ actor, params, body }) {
      const { id } = await ownOrder(actor, params.id);
      await requestQuote(actor, {
        orderId: id,
        quoteRequirements: body.requirements,
        quoteWantedAt: body.wanted_at ?? "",
      });
      return quoteView(await ownQuote(actor, id));
    },
  }),
  apiRoute({
    ...base,
    method: "GET",
    path: "/orders/:id/custom_quote",
    id: "getCustomQuote",
    summary: "Get a custom quote and its offer",
    scope: "orders:read",
    answer: CustomQuote,
    handle: async ({ actor, params }) => quoteView(await ownQuote(actor, params.id)),
  }),
  apiRoute({
    ...base,
    method: "POST",
    path: "/orders/:id/custom_quote/accept",
    id: "acceptOffer",
    summary: "Accept an offer",
    notes: "The order then has the offer's price and can be paid. `offer` says which one was read.",
    scope: "orders:write",
    body: z.strictObject({ offer: z.string().max(60) }),
    answer: OrderObject,
    errors: ["offer_over"],
    example: { body: { offer: "off_01m8jymj0k3hrgbanb8q92n6te" } },
    async handle({ actor, params, body }) {
      const quote = await ownQuote(actor, params.id);
      await acceptOffer(actor, { quoteId: quote.id, offerId: body.offer });
      return orderView(await ownOrder(actor, quote.order.id));
    },
  }),
  apiRoute({
    ...base,
    method: "POST",
    path: "/orders/:id/custom_quote/withdraw",
    id: "withdrawCustomQuote",
    summary: "Withdraw a request",
    scope: "orders:write",
    answer: CustomQuote,
    async handle({ actor, params }) {
      const quote = await ownQuote(actor, params.id);
      await withdrawRequest(actor, { quoteId: quote.id });
      return quoteView(await ownQuote(actor, quote.order.id));
    },
  }),
];
