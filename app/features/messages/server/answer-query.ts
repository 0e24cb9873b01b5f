import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { UNANSWERED } from "#app/features/orders/rules/work/hand-back.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { changeOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { resumeOrder } from "#app/features/orders/server/lifecycle/resume-order.ts";
import { anyBlocking, openQuery } from "./find-queries.ts";
import { MESSAGE_LIMIT, sentBefore, writeMessage } from "./write-message.ts";

/**
 * The author answers a question. If it was the last blocking one, the clock resumes and every due date moves by the
 * paused time.
 */
export const answerQuery = command({
  byImpersonator: true,
  input: z.object({
    orderId: z.string(),
    queryId: z.string(),
    body: z
      .string()
      .trim()
      .min(1, "Write an answer.")
      .max(MESSAGE_LIMIT, "Shorten your answer to 5,000 characters or fewer."),
    clientKey: z.string().max(64).optional(),
    attachmentIds: z.array(z.string()).optional(),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can answer the editor's questions.",
  run: async (ctx) => {
    const {
      input: { queryId, body, clientKey, attachmentIds },
      thing: order,
      tx,
      now,
    } = ctx;
    // A resend: the first answer arrived, but its sender lost the connection.
    const same = clientKey ? await sentBefore(ctx, order.id, clientKey) : null;
    if (same) return { id: same, resumed: false };
    const query = await openQuery(tx, order.id, queryId);
    const { id } = await writeMessage(ctx, order, {
      kind: "answer",
      body,
      answersId: query.id,
      clientKey,
      attachmentIds,
    });
    await tx.updateTable("messages").set({ answeredAt: now }).where("id", "=", query.id).execute();
    await orderFact(ctx, order, "query.answered", { messageId: id, queryId: query.id }, query.id);
    const { [UNANSWERED]: unanswered, ...flags } = order.flags;
    const current = unanswered ? await changeOrder(ctx, order, { flags: json(flags) }) : order;
    const resumed = order.status === "awaiting_client" && !(await anyBlocking(tx, order.id));
    if (resumed) await resumeOrder(ctx, current, query.id, "answered");
    return { id, resumed };
  },
});
