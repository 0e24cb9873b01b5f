import { z } from "zod";
import { command } from "#app/platform/server/command.ts";
import { can } from "#app/features/orders/rules/policy.ts";
import { lockOrder } from "#app/features/orders/server/find-order.ts";
import { markUnread } from "#app/features/orders/server/mark-unread.ts";
import { roleOn } from "./write-message.ts";

/** The reader has seen the thread. Staff have no unread mark of their own, so for them nothing changes. */
export const markThreadRead = command({
  input: z.object({ orderId: z.string() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.view(actor, order),
  run: async (deed) => {
    const { thing: order } = deed;
    const role = roleOn(deed.actor, order);
    if (role === "client" && order.unreadByClient) await markUnread(deed, order, { unreadByClient: false });
    if (role === "editor" && order.unreadByEditor) await markUnread(deed, order, { unreadByEditor: false });
  },
});
