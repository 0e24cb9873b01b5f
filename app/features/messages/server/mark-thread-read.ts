import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { markUnread } from "#app/features/orders/server/views/mark-unread.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { readTo } from "./thread-reads.ts";
import { roleOn } from "./write-message.ts";

/**
 * Marks the thread as read up to `upTo` (default: its end). Clears the author's or editor's unread flag if nothing is
 * newer. Staff have no flag, only a read mark.
 */
export const markThreadRead = command({
  input: z.object({ orderId: z.string(), upTo: z.string().max(64).optional() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.view(actor, order),
  run: async (ctx) => {
    const { input, thing: order, tx, actor, now } = ctx;
    const uid = uidOf(actor);
    if (!uid) return;
    const role = roleOn(actor, order);
    const last = await tx
      .selectFrom("messages")
      .select("id")
      .where("orderId", "=", order.id)
      .$if(input.upTo !== undefined, (q) => q.where("id", "<=", input.upTo!))
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (last) await readTo(tx, order.id, uid, last.id, now);
    const newer =
      input.upTo === undefined
        ? undefined
        : await tx
            .selectFrom("messages")
            .select("id")
            .where("orderId", "=", order.id)
            .where("id", ">", input.upTo)
            .where("authorId", "is distinct from", uid)
            .limit(1)
            .executeTakeFirst();
    if (newer) return;
    const falls = role === "client" ? order.unreadByClient : role === "editor" ? order.unreadByEditor : false;
    if (!falls) return;
    await markUnread(ctx, order, role === "client" ? { unreadByClient: false } : { unreadByEditor: false });
    await orderFact(ctx, order, "thread.read", { uid, role });
  },
});
