import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Order } from "./find-order.ts";
import { changeOrder } from "../lifecycle/move-order.ts";

/** Sets or clears who has something unread on an order: a step of writing and of reading messages. */
export const markUnread = (
  ctx: CommandContext,
  order: Order,
  set: { unreadByClient?: boolean; unreadByEditor?: boolean },
): Promise<Order> => changeOrder(ctx, order, set);
