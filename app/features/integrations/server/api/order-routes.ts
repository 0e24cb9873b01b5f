import { z } from "zod";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { askEarlyStart } from "#app/features/payments/server/checkout/early-start.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { cancellationOf } from "#app/features/payments/server/cancel/cancellation.ts";
import { readChoices } from "#app/features/orders/rules/draft/choices.ts";
import { discardDraft } from "#app/features/orders/server/drafts/discard-draft.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { askForQuote } from "#app/features/orders/server/drafts/quote-order.ts";
import { saveDraft } from "#app/features/orders/server/drafts/save-draft.ts";
import { startDraft } from "#app/features/orders/server/drafts/start-draft.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { type Order, findOrder } from "#app/features/orders/server/views/find-order.ts";
import { quoteCall } from "#app/features/orders/server/views/order-calls.ts";
import { apiStatus, statusesOf } from "../../rules/order-status.ts";
import { Page, listOf, pageOf } from "./lists.ts";
import { apiRoute } from "./api-route.ts";
import {
  Currency,
  DraftBody,
  Instant,
  Minor,
  OrderObject,
  PriceLine,
  Status,
  choicesView,
  named,
  patchOf,
} from "./order-schemas.ts";

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** An order as the API answers it. */
export const orderView = (order: Order): z.infer<typeof OrderObject> => ({
  object: "order",
  id: order.id,
  number: order.number,
  status: apiStatus(order.status),
  title: order.title,
  choices: choicesView(readChoices(order.choices)),
  words: order.words,
  billable_words: order.billableWords,
  currency: order.currency,
  total_minor: order.price ? order.totalMinor : null,
  paid_minor: order.paidMinor,
  refunded_minor: order.refundedMinor,
  price_lines: (order.price?.lines ?? []).map(({ amountMinor, ...line }) => ({ ...line, amount_minor: amountMinor })),
  created_at: order.createdAt.toISOString(),
  quoted_at: iso(order.quotedAt),
  quote_expires_at: iso(order.quoteExpiresAt),
  paid_at: iso(order.paidAt),
  due_at: iso(order.dueAt),
  delivered_at: iso(order.deliveredAt),
  accepted_at: iso(order.acceptedAt),
  revision_due_at: iso(order.revisionDueAt),
  revision_until_at: iso(order.revisionUntilAt),
  canceled_at: iso(order.cancelledAt),
  files_deleted_at: iso(order.filesDeletedAt),
  organization: order.organizationId,
  url: addressOn(
    config().origins.app,
    order.status === "draft" ? `/order/new/form?order=${order.id}` : `/order/${order.id}`,
  ),
});

/** One of the caller's own orders. @throws not-found for anybody else's, also if its owner edits it */
export async function ownOrder(actor: Person, id: string | undefined): Promise<Order> {
  const order = await findOrder(id ?? "");
  if (!order || order.userId !== actor.uid) throw notFound("order");
  return order;
}

const again = async (actor: Person, id: string) => orderView(await ownOrder(actor, id));

const OrderPrice = named(
  "OrderPrice",
  z.object({
    object: z.literal("price"),
    available: z.boolean(),
    reason: z.string().nullable().describe("Why it isn't available, and what to do."),
    total_minor: Minor.nullable(),
    currency: Currency.nullable(),
    price_lines: z.array(PriceLine),
    due_at: Instant.nullable().describe("When it would be delivered if it were paid now."),
    window_ms: z.int().nullable().describe("The time from payment to delivery."),
    needs_consent: z
      .boolean()
      .describe(
        "Whether consent_overflow is needed: the text is over the turnaround's word limit, so it takes longer.",
      ),
  }),
  "What a draft would cost now, and when it would be delivered. The quote freezes both.",
);

const Checkout = named(
  "Checkout",
  z.object({ object: z.literal("checkout"), url: z.url(), payment: z.string() }),
  "The card provider's page, on which a person pays.",
);

const Cancellation = named(
  "Cancellation",
  z.object({
    object: z.literal("cancellation"),
    possible: z.boolean(),
    refund_minor: Minor.nullable(),
    currency: Currency,
    basis: z.array(z.string()),
  }),
  "What canceling now would refund, and why.",
);

const EarlyStart = z
  .object({ version: z.string(), text: z.string() })
  .nullable()
  .describe("What a consumer with a right of withdrawal must agree to before paying; null for everybody else.");

export const orderRoutes = [
  apiRoute({
    method: "GET",
    path: "/orders",
    id: "listOrders",
    group: "Orders",
    summary: "List orders",
    scope: "orders:read",
    query: z.strictObject({ ...Page, status: Status.optional() }),
    answer: named("OrderList", listOf(OrderObject)),
    example: { query: "status=delivered&limit=10" },
    async handle({ actor, query: { limit, starting_after: after, status } }) {
      if (after !== undefined) await ownOrder(actor, after);
      const rows = await database()
        .selectFrom("orders")
        .selectAll()
        .where("userId", "=", actor.uid)
        .$if(status !== undefined, (q) => q.where("status", "in", statusesOf(status!)))
        .$if(after !== undefined, (q) => q.where("id", "<", after!))
        .orderBy("id", "desc")
        .limit(limit + 1)
        .execute();
      return pageOf(rows as Order[], limit, orderView);
    },
  }),
  apiRoute({
    method: "POST",
    path: "/orders",
    id: "createOrder",
    group: "Orders",
    summary: "Create a draft",
    notes: "Upload its files next, then ask for a quote. With an organization's key, the organization pays.",
    scope: "orders:write",
    body: DraftBody,
    answer: OrderObject,
    status: 201,
    example: {
      body: {
        service: "copyediting",
        turnaround: "7d",
        subfield: "ecology",
        variant: "UK",
        document_type: "research-article",
        style_guide: "apa",
        instructions: "The journal wants an abstract of 250 words.",
      },
    },
    async handle({ actor, caller, body }) {
      const { id } = await startDraft(actor, { another: true });
      if (caller.organization)
        await choosePayer(actor, { orderId: id, organizationId: caller.organization.id, titleHidden: false });
      const patch = patchOf(body);
      if (Object.keys(patch).length > 0) await saveDraft(actor, { orderId: id, patch });
      return again(actor, id);
    },
  }),
  apiRoute({
    method: "GET",
    path: "/orders/:id",
    id: "getOrder",
    group: "Orders",
    summary: "Get an order",
    scope: "orders:read",
    answer: OrderObject,
    handle: async ({ actor, params }) => orderView(await ownOrder(actor, params.id)),
  }),
  apiRoute({
    method: "PATCH",
    path: "/orders/:id",
    id: "updateOrder",
    group: "Orders",
    summary: "Change a draft",
    notes: "Changing an order that has a quote but isn't paid makes it a draft again.",
    scope: "orders:write",
    body: DraftBody,
    answer: OrderObject,
    example: { body: { turnaround: "14d", add_ons: { cover_letter: true } } },
    async handle({ actor, params, body }) {
      const { id } = await ownOrder(actor, params.id);
      await saveDraft(actor, { orderId: id, patch: patchOf(body) });
      return again(actor, id);
    },
  }),
  apiRoute({
    method: "DELETE",
    path: "/orders/:id",
    id: "discardOrder",
    group: "Orders",
    summary: "Discard an unpaid order",
    notes: "Its files are deleted. Cancel a paid order instead.",
    scope: "orders:write",
    answer: OrderObject,
    async handle({ actor, params }) {
      const { id } = await ownOrder(actor, params.id);
      await discardDraft(actor, { orderId: id });
      return again(actor, id);
    },
  }),
  apiRoute({
    method: "GET",
    path: "/orders/:id/price",
    id: "getOrderPrice",
    group: "Orders",
    summary: "Price a draft's files",
    notes: "A file must be counted first, which takes seconds. `service` and `turnaround` must be chosen.",
    scope: "prices:read",
    answer: OrderPrice,
    async handle({ actor, params, request }) {
      const { id } = await ownOrder(actor, params.id);
      const { offer } = await quoteCall(actor, { orderId: id }, request.headers);
      if (!offer?.offered)
        return {
          object: "price" as const,
          available: false,
          reason: offer
            ? `${offer.reason} ${offer.advice}`.trim()
            : "Add a manuscript, and choose a service and a turnaround that the price list offers for it.",
          total_minor: null,
          currency: null,
          price_lines: [],
          due_at: null,
          window_ms: null,
          needs_consent: false,
        };
      const { receipt, dueAt, needsConsent } = offer;
      return {
        object: "price" as const,
        available: true,
        reason: null,
        total_minor: receipt.totalMinor,
        currency: receipt.currency,
        price_lines: receipt.lines.map(({ amountMinor, ...line }) => ({ ...line, amount_minor: amountMinor })),
        due_at: dueAt.toISOString(),
        window_ms: receipt.windowMs,
        needs_consent: needsConsent,
      };
    },
  }),
  apiRoute({
    method: "POST",
    path: "/orders/:id/quote",
    id: "quoteOrder",
    group: "Orders",
    summary: "Quote a draft",
    notes:
      "Freezes the price on the order. With `expected_total_minor` and `expected_window_ms` it's refused with `price_changed` if either is different by now.",
    scope: "orders:write",
    body: z.strictObject({ expected_total_minor: Minor.optional(), expected_window_ms: z.int().optional() }),
    answer: OrderObject,
    errors: ["incomplete", "not_offered", "price_changed"],
    async handle({ actor, params, body }) {
      const { id } = await ownOrder(actor, params.id);
      const { expected_total_minor: totalMinor, expected_window_ms: windowMs } = body;
      if ((totalMinor === undefined) !== (windowMs === undefined))
        throw conflict(
          "expected_both",
          "The expected price and time belong together.",
          "Send both from the same price, or neither.",
        );
      await askForQuote(actor, {
        orderId: id,
        ...(totalMinor !== undefined && windowMs !== undefined ? { seen: { totalMinor, windowMs } } : {}),
      });
      return again(actor, id);
    },
  }),
  apiRoute({
    method: "GET",
    path: "/orders/:id/terms",
    id: "getOrderTerms",
    group: "Orders",
    summary: "What must be agreed to before paying",
    scope: "orders:read",
    answer: named("OrderTerms", z.object({ object: z.literal("order_terms"), early_start: EarlyStart })),
    async handle({ actor, params }) {
      const { id } = await ownOrder(actor, params.id);
      return { object: "order_terms", early_start: await askEarlyStart(actor, id) };
    },
  }),
  apiRoute({
    method: "POST",
    path: "/orders/:id/checkout",
    id: "payOrder",
    group: "Orders",
    summary: "Start the payment",
    notes:
      "Answers with the card provider's page. Paying there accepts the terms of service and the refund and revision policy. A buyer with a right of withdrawal agrees to the text of `GET /orders/{id}/terms` by its version in `early_start`.",
    scope: "orders:write",
    body: z.strictObject({ early_start: z.string().max(40).nullable().optional() }),
    answer: Checkout,
    errors: ["not_quoted", "already_paid", "price_over", "early_start", "no_editor_free"],
    async handle({ actor, params, body }) {
      const { id } = await ownOrder(actor, params.id);
      const { url, paymentId } = await startPayment(actor, { orderId: id, earlyStart: body.early_start ?? null });
      return { object: "checkout", url, payment: paymentId };
    },
  }),
  apiRoute({
    method: "POST",
    path: "/orders/:id/accept",
    id: "acceptOrder",
    group: "Orders",
    summary: "Accept a delivery",
    scope: "orders:write",
    answer: OrderObject,
    async handle({ actor, params }) {
      const { id } = await ownOrder(actor, params.id);
      await acceptOrder(actor, { orderId: id });
      return again(actor, id);
    },
  }),
  apiRoute({
    method: "POST",
    path: "/orders/:id/revision",
    id: "requestRevision",
    group: "Orders",
    summary: "Request a free revision",
    scope: "orders:write",
    body: z.strictObject({ note: z.string().describe("What to change, for the editor.") }),
    answer: OrderObject,
    errors: ["no_revision"],
    example: { body: { note: "Please shorten the discussion, and keep the term “soil moisture”." } },
    async handle({ actor, params, body }) {
      const { id } = await ownOrder(actor, params.id);
      await requestRevision(actor, { orderId: id, note: body.note });
      return again(actor, id);
    },
  }),
  apiRoute({
    method: "GET",
    path: "/orders/:id/cancellation",
    id: "getCancellation",
    group: "Orders",
    summary: "See what canceling would refund",
    scope: "orders:read",
    answer: Cancellation,
    async handle({ actor, params }) {
      const order = await ownOrder(actor, params.id);
      const terms = await cancellationOf(actor, order);
      return {
        object: "cancellation" as const,
        possible: terms !== null,
        refund_minor: terms?.clientMinor ?? null,
        currency: order.currency,
        basis: [...(terms?.basis ?? [])],
      };
    },
  }),
  apiRoute({
    method: "POST",
    path: "/orders/:id/cancel",
    id: "cancelOrder",
    group: "Orders",
    summary: "Cancel a paid order",
    notes: "With the refund from `GET /orders/{id}/cancellation`. If it's different by now, nothing is canceled.",
    scope: "orders:write",
    body: z.strictObject({ expected_refund_minor: Minor.min(0), reason: z.string().max(1_000).optional() }),
    answer: OrderObject,
    errors: ["amount_changed", "delivered"],
    example: { body: { expected_refund_minor: 15000, reason: "We found a mistake in the data." } },
    async handle({ actor, params, body }) {
      const { id } = await ownOrder(actor, params.id);
      await cancelOrder(actor, {
        orderId: id,
        expectedRefundMinor: body.expected_refund_minor,
        ...(body.reason === undefined ? {} : { reason: body.reason }),
      });
      return again(actor, id);
    },
  }),
];
