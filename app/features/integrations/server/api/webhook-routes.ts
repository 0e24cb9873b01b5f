import { z } from "zod";
import { EVENT_TYPES, isEventType } from "../../rules/events.ts";
import { MAX_URL } from "../../rules/webhook.ts";
import {
  changeEndpoint,
  createEndpoint,
  pauseEndpoint,
  removeEndpoint,
  rotateSecret,
} from "../webhooks/change-endpoints.ts";
import {
  type DeliveryView,
  type Endpoint,
  getDelivery,
  listDeliveries,
  listEndpoints,
  ownEndpoint,
} from "../webhooks/find-endpoint.ts";
import { replayDelivery, resumeEndpoint, testEndpoint } from "../webhooks/send-again.ts";
import { apiRoute } from "./api-route.ts";
import { Page, listOf, pageOf } from "./lists.ts";
import { Instant, instantOrNull, named } from "./order-schemas.ts";

const EventName = named("EventType", z.enum(EVENT_TYPES), "What a webhook can be told about.");

const Webhook = named(
  "Webhook",
  z.object({
    object: z.literal("webhook"),
    id: z.string(),
    url: z.url(),
    description: z.string(),
    events: z.array(EventName),
    status: z.enum(["active", "paused"]),
    failing_since: instantOrNull.describe("Since when every attempt has failed."),
    created_at: Instant,
  }),
  "An address that events are sent to.",
);
const WithSecret = named(
  "WebhookWithSecret",
  z.object({ ...Webhook.shape, secret: z.string().describe("What its signatures are made with. Only shown here.") }),
  "A webhook with its new secret.",
);

const Delivery = named(
  "WebhookDelivery",
  z.object({
    object: z.literal("webhook_delivery"),
    id: z.string(),
    event: z.string().describe("The event's id, which is also the header webhook-id."),
    type: z.string(),
    status: z.enum(["pending", "delivered", "failed", "held"]).describe("Held: the webhook was paused."),
    attempts: z.array(
      z.object({
        at: Instant,
        ms: z.int(),
        status: z.int().nullable().describe("The answer's status; null if there was none."),
        problem: z.string().nullable(),
      }),
    ),
    created_at: Instant,
    next_at: instantOrNull,
  }),
  "An event on its way to a webhook.",
);

const view = (it: Endpoint): z.infer<typeof Webhook> => ({
  object: "webhook",
  id: it.id,
  url: it.url,
  description: it.description,
  events: it.events.filter(isEventType),
  status: it.status === "paused" ? "paused" : "active",
  failing_since: it.failingSinceAt?.toISOString() ?? null,
  created_at: it.createdAt.toISOString(),
});

const deliveryView = ({ eventId, createdAt, nextAt, ...it }: DeliveryView): z.infer<typeof Delivery> => ({
  object: "webhook_delivery",
  ...it,
  event: eventId,
  created_at: createdAt,
  next_at: nextAt,
});

const fields = {
  url: z.string().max(MAX_URL),
  description: z.string().max(200).optional(),
  events: z.array(EventName).min(1),
};

const base = { group: "Managing webhooks", scope: "webhooks" } as const;

export const webhookRoutes = [
  apiRoute({
    ...base,
    method: "GET",
    path: "/webhooks",
    id: "listWebhooks",
    summary: "List webhooks",
    answer: named("WebhookList", listOf(Webhook)),
    handle: async ({ caller }) => ({
      object: "list" as const,
      data: (await listEndpoints(caller.owner)).map(view),
      has_more: false,
    }),
  }),
  apiRoute({
    ...base,
    method: "POST",
    path: "/webhooks",
    id: "createWebhook",
    summary: "Add a webhook",
    body: z.strictObject(fields),
    answer: WithSecret,
    status: 201,
    errors: ["webhook_url", "webhook_exists"],
    example: {
      body: { url: "https://hooks.example.org/edits", events: ["order.paid", "order.delivered"] },
    },
    async handle({ actor, caller, body }) {
      const { id, secret } = await createEndpoint(actor, { ...caller.owner, ...body });
      return { ...view(await ownEndpoint(actor, id)), secret };
    },
  }),
  apiRoute({
    ...base,
    method: "PATCH",
    path: "/webhooks/:id",
    id: "updateWebhook",
    summary: "Change, pause, or resume a webhook",
    notes: "Resuming also sends what was held.",
    body: z.strictObject({ ...fields, status: z.enum(["active", "paused"]) }).partial(),
    answer: Webhook,
    example: { body: { status: "paused" } },
    async handle({ actor, params, body: { status, url, description, events } }) {
      const { id: endpointId } = await ownEndpoint(actor, params.id);
      if (url !== undefined || description !== undefined || events !== undefined)
        await changeEndpoint(actor, {
          endpointId,
          ...(url === undefined ? {} : { url }),
          ...(description === undefined ? {} : { description }),
          ...(events === undefined ? {} : { events }),
        });
      if (status) await (status === "paused" ? pauseEndpoint : resumeEndpoint)(actor, { endpointId });
      return view(await ownEndpoint(actor, endpointId));
    },
  }),
  apiRoute({
    ...base,
    method: "DELETE",
    path: "/webhooks/:id",
    id: "removeWebhook",
    summary: "Remove a webhook",
    answer: named(
      "RemovedWebhook",
      z.object({ object: z.literal("webhook"), id: z.string(), removed: z.literal(true) }),
    ),
    async handle({ actor, params }) {
      const { id } = await ownEndpoint(actor, params.id);
      await removeEndpoint(actor, { endpointId: id });
      return { object: "webhook" as const, id, removed: true as const };
    },
  }),
  apiRoute({
    ...base,
    method: "POST",
    path: "/webhooks/:id/secret",
    id: "rotateWebhookSecret",
    summary: "Make a new secret",
    notes: "For a day, every event is signed with both.",
    answer: WithSecret,
    async handle({ actor, params }) {
      const { id } = await ownEndpoint(actor, params.id);
      const { secret } = await rotateSecret(actor, { endpointId: id });
      return { ...view(await ownEndpoint(actor, id)), secret };
    },
  }),
  apiRoute({
    ...base,
    method: "POST",
    path: "/webhooks/:id/test",
    id: "testWebhook",
    summary: "Send a test event",
    notes: "Its type is `webhook.test`.",
    answer: Delivery,
    status: 201,
    errors: ["webhook_paused"],
    async handle({ actor, params }) {
      const { id } = await ownEndpoint(actor, params.id);
      const { deliveryId } = await testEndpoint(actor, { endpointId: id });
      return deliveryView(await getDelivery(deliveryId));
    },
  }),
  apiRoute({
    ...base,
    method: "GET",
    path: "/webhooks/:id/deliveries",
    id: "listWebhookDeliveries",
    summary: "List what was sent",
    notes: "Events are kept for 30 days.",
    query: z.strictObject(Page),
    answer: named("WebhookDeliveryList", listOf(Delivery)),
    async handle({ actor, params, query }) {
      const { id } = await ownEndpoint(actor, params.id);
      return pageOf(await listDeliveries(id, query.limit + 1, query.starting_after), query.limit, deliveryView);
    },
  }),
  apiRoute({
    ...base,
    method: "POST",
    path: "/webhook_deliveries/:id/replay",
    id: "replayWebhookDelivery",
    summary: "Send an event again",
    answer: Delivery,
    errors: ["webhook_paused"],
    async handle({ actor, params }) {
      const { deliveryId } = await replayDelivery(actor, { deliveryId: params.id ?? "" });
      return deliveryView(await getDelivery(deliveryId));
    },
  }),
];
