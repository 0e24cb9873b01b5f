import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { AT_WORK } from "#app/features/orders/rules/flow.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { pauseOrder } from "#app/features/orders/server/lifecycle/pause-order.ts";
import { MESSAGE_LIMIT, writeMessage } from "./write-message.ts";

/**
 * The editor asks the author a question. A blocking one pauses the order's clock, but only during the first edit.
 * Otherwise it's still sent, and `notice` says that the clock keeps running.
 */
export const askQuery = command({
  input: z.object({
    orderId: z.string(),
    body: z
      .string()
      .trim()
      .min(3, "Write a question.")
      .max(MESSAGE_LIMIT, "Shorten your question to 5,000 characters or fewer."),
    blocking: z.boolean().default(false),
    clientKey: z.string().max(64).optional(),
    attachmentIds: z.array(z.string()).optional(),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can ask its author.",
  run: async (ctx) => {
    const { input, thing: order } = ctx;
    if (!AT_WORK.includes(order.status))
      throw conflict(
        "not_at_work",
        "You can ask questions only while the order is in progress.",
        "Write a message instead.",
      );
    const pauses = input.blocking && (order.status === "in_progress" || order.status === "awaiting_client");
    const { id, again } = await writeMessage(ctx, order, {
      kind: "query",
      body: input.body,
      blocking: pauses,
      clientKey: input.clientKey,
      attachmentIds: input.attachmentIds,
    });
    const notice =
      input.blocking && !pauses
        ? order.status === "assigned"
          ? "Question sent, but your due date isn't on hold. A question can pause it only after you start the work."
          : "Question sent, but your due date isn't on hold. Corrections and revisions have their own due date."
        : null;
    if (again) return { id, paused: false, notice };
    await orderFact(ctx, order, "query.asked", { messageId: id, blocking: pauses }, id);
    const paused = pauses && order.status === "in_progress";
    if (paused) await pauseOrder(ctx, order, id);
    return { id, paused, notice };
  },
});
