import { z } from "zod";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { readThread } from "#app/features/messages/server/read-thread.ts";
import { MESSAGE_LIMIT } from "#app/features/messages/server/write-message.ts";
import { apiRoute } from "./api-route.ts";
import { listOf } from "./lists.ts";
import { Instant, named } from "./order-schemas.ts";
import { ownOrder } from "./order-routes.ts";

const Message = named(
  "Message",
  z.object({
    object: z.literal("message"),
    id: z.string(),
    order: z.string(),
    kind: z.enum(["message", "query", "answer"]).describe("A query is an editor's question, which may stop the clock."),
    author: z.enum(["client", "editor", "support"]),
    author_name: z.string(),
    own: z.boolean(),
    body: z.string(),
    created_at: Instant,
  }),
  "A message between an author, an editor, and support, about one order.",
);

export const messageRoutes = [
  apiRoute({
    method: "GET",
    path: "/orders/:id/messages",
    id: "listMessages",
    group: "Messages",
    summary: "List an order's messages",
    notes: "The latest 200, oldest first.",
    scope: "messages",
    answer: named("MessageList", listOf(Message)),
    async handle({ actor, params }) {
      const { id } = await ownOrder(actor, params.id);
      const { items, earlier } = await readThread(actor, id);
      return {
        object: "list" as const,
        data: items.map((item) => ({
          object: "message" as const,
          id: item.id,
          order: id,
          kind: item.kind as "message",
          author: item.authorRole as "client",
          author_name: item.authorName,
          own: item.own,
          body: item.body,
          created_at: item.at.toISOString(),
        })),
        has_more: earlier,
      };
    },
  }),
  apiRoute({
    method: "POST",
    path: "/orders/:id/messages",
    id: "postMessage",
    group: "Messages",
    summary: "Write a message",
    scope: "messages",
    body: z.strictObject({
      body: z.string().trim().min(1).max(MESSAGE_LIMIT),
      ask_support: z.boolean().optional().describe("Asks support to join."),
    }),
    answer: named("PostedMessage", z.object({ object: z.literal("message"), id: z.string(), order: z.string() })),
    status: 201,
    example: { body: { body: "The figures follow tomorrow." } },
    async handle({ actor, params, body, writeId }) {
      const { id: orderId } = await ownOrder(actor, params.id);
      const { id } = await postMessage(actor, {
        orderId,
        body: body.body,
        clientKey: writeId,
        ...(body.ask_support ? { askStaff: true } : {}),
      });
      return { object: "message", id, order: orderId };
    },
  }),
];
