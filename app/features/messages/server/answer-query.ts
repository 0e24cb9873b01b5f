import { z } from "zod";
import { command } from "#app/platform/server/command.ts";
import { can } from "#app/features/orders/rules/policy.ts";
import { lockOrder } from "#app/features/orders/server/find-order.ts";
import { orderFact } from "#app/features/orders/server/move-order.ts";
import { resumeOrder } from "#app/features/orders/server/resume-order.ts";
import { anyBlocking, openQuery } from "./find-queries.ts";
import { MESSAGE_LIMIT, writeMessage } from "./write-message.ts";

/** The author answers a question. When it was the last that stopped the clock, the clock goes on and every date moves by the time it stood. */
export const answerQuery = command({
  input: z.object({
    orderId: z.string(),
    queryId: z.string(),
    body: z.string().trim().min(1, "Write the answer.").max(MESSAGE_LIMIT, "An answer is at most 5,000 characters long."),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author may answer the editor's questions.",
  run: async (deed) => {
    const { input, thing: order, tx, now } = deed;
    const query = await openQuery(tx, order.id, input.queryId);
    const { id } = await writeMessage(deed, order, { kind: "answer", body: input.body, answersId: query.id });
    await tx.updateTable("messages").set({ answeredAt: now }).where("id", "=", query.id).execute();
    await orderFact(deed, order, "query.answered", { messageId: id, queryId: query.id }, query.id);
    const resumed = order.status === "awaiting_client" && !(await anyBlocking(tx, order.id));
    if (resumed) await resumeOrder(deed, order, query.id, "answered");
    return { id, resumed };
  },
});
