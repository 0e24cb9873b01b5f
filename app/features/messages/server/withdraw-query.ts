import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderTopics } from "#app/features/orders/server/lifecycle/move-order.ts";
import { resumeOrder } from "#app/features/orders/server/lifecycle/resume-order.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { anyBlocking, openQuery } from "./find-queries.ts";

/** The editor no longer needs the answer. The clock resumes if nothing else blocks it. */
export const withdrawQuery = command({
  input: z.object({ orderId: z.string(), queryId: z.string() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can withdraw its questions.",
  run: async (ctx) => {
    const { input, thing: order, tx, now } = ctx;
    const query = await openQuery(tx, order.id, input.queryId);
    await tx.updateTable("messages").set({ answeredAt: now }).where("id", "=", query.id).execute();
    const resumed = order.status === "awaiting_client" && !(await anyBlocking(tx, order.id));
    if (resumed) await resumeOrder(ctx, order, query.id, "withdrawn");
    else await publish(tx, orderTopics(order), { kind: "query.withdrawn", orderId: order.id });
    return { resumed };
  },
});
