import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { isThreadOver } from "../rules/thread-words.ts";
import { contactAdvice } from "../rules/contact-details.ts";
import { MESSAGE_LIMIT, writeMessage } from "./write-message.ts";

/**
 * Posts a message on an order's thread. The same `clientKey` is stored once. `askStaff` works for authors and editors;
 * on a canceled or refunded order, staff are always asked.
 */
export const postMessage = command({
  byImpersonator: true,
  input: z.object({
    orderId: z.string(),
    body: z
      .string()
      .trim()
      .min(1, "Write a message.")
      .max(MESSAGE_LIMIT, "Shorten your message to 5,000 characters or fewer."),
    clientKey: z.string().max(64).optional(),
    attachmentIds: z.array(z.string()).optional(),
    askStaff: z.boolean().optional(),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) =>
    can.message(actor, order) || "Only the author, the editor, and our staff can write here, once the order is paid.",
  run: async (ctx) => {
    const {
      input: { body, clientKey, attachmentIds, askStaff },
      thing: order,
    } = ctx;
    const { id, role, again } = await writeMessage(ctx, order, {
      kind: "message",
      body,
      clientKey,
      attachmentIds,
      askStaff: askStaff || isThreadOver(order.status),
    });
    if (!again) await orderFact(ctx, order, "message.posted", { messageId: id, authorRole: role }, id);
    return { id, advice: role === "client" || role === "editor" ? contactAdvice(body, "sent") : null };
  },
});
