import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { command, transact } from "#app/platform/server/core/command.ts";
import type { Deed } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/policy.ts";
import { type Order, findOrder, lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";

async function begin(deed: Deed, order: Order): Promise<Order> {
  const started = await moveOrder(deed, order, "start", { startedAt: deed.now });
  await orderFact(deed, started, "order.started", {});
  return started;
}

/** The editor begins: from now on cancelling is no longer free. */
export const startOrder = command({
  input: z.object({ orderId: z.string() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can start it.",
  run: (deed) => begin(deed, deed.thing),
});

/** Opening the source is starting: called when the editor presses "Start and download". Does nothing for anyone but the order's editor, and nothing twice. */
export async function startOrderIfAssigned(actor: Actor, orderId: string): Promise<void> {
  const seen = await findOrder(orderId);
  if (!seen || seen.status !== "assigned" || !can.work(actor, seen)) return;
  await transact(actor, async (deed) => {
    const order = await lockOrder(deed.tx, orderId);
    if (order.status === "assigned" && can.work(actor, order)) await begin(deed, order);
  });
}
