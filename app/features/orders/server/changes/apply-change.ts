import { pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import type { Selectable, Updateable } from "kysely";
import type { OrderChangesTable, OrdersTable } from "#db/schema.ts";
import { after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { orderedOf } from "#app/features/pricing/rules/ordered.ts";
import { isWorkFlag } from "../../rules/work/work-flags.ts";
import { changeOrder, orderFact } from "../lifecycle/move-order.ts";
import type { Order } from "../views/find-order.ts";

export type OrderChange = Selectable<OrderChangesTable>;

/** What facts about a change say. */
export const aboutChange = (order: Order, change: OrderChange) => ({
  changeId: change.id,
  side: change.side,
  what: change.what,
  newDueAt: order.dueAt && change.earlierMs !== 0 ? after(order.dueAt, -change.earlierMs).toISOString() : null,
  newEditorDueAt:
    order.editorDueAt && change.earlierMs !== 0 ? after(order.editorDueAt, -change.earlierMs).toISOString() : null,
  /** Above zero: to pay. Below: refunded. */
  differenceMinor: change.price.totalMinor - change.oldTotalMinor,
});

/**
 * The author and the editor agreed, and nothing is left to pay: the order is what they agreed on, and every date
 * follows.
 */
export async function applyChange(
  ctx: CommandContext,
  order: Order,
  change: OrderChange,
  priced: Omit<Updateable<OrdersTable>, "id" | "status" | "heldFrom" | "updatedAt">,
): Promise<Order> {
  const { price, earlierMs } = change;
  const moved = (at: Date | null) => (at ? after(at, -earlierMs) : null);
  const about = aboutChange(order, change);
  const changed = await changeOrder(ctx, order, {
    ...priced,
    service: price.service,
    turnaround: price.turnaround,
    choices: json({
      ...order.choices,
      service: price.service,
      turnaround: price.turnaround,
      addOns: orderedOf(price, await pricingOfOrder(order, ctx.tx)).addOns,
    }),
    windowMs: order.windowMs - earlierMs,
    dueAt: moved(order.dueAt),
    editorDueAt: moved(order.editorDueAt),
    flags: json(Object.fromEntries(Object.entries(order.flags).filter(([name]) => !isWorkFlag(name)))),
  });
  await ctx.tx
    .updateTable("order_changes")
    .set({ status: "agreed", decidedAt: ctx.now })
    .where("id", "=", change.id)
    .execute();
  await orderFact(ctx, changed, "change.applied", { ...about, editorPayMinor: changed.editorPayMinor }, change.id);
  return changed;
}

/** The change that a charge is for, locked along with its order. */
export const changeOfCharge = (ctx: Pick<CommandContext, "tx">, chargeId: string): Promise<OrderChange | undefined> =>
  ctx.tx
    .selectFrom("order_changes")
    .selectAll()
    .where("chargeId", "=", chargeId)
    .where("status", "=", "to_pay")
    .forUpdate()
    .executeTakeFirst();

/** The author didn't pay for a change: it's closed with its charge. */
export async function leaveChange(ctx: CommandContext, chargeId: string, ended: boolean): Promise<void> {
  await ctx.tx
    .updateTable("order_changes")
    .set({ status: ended ? "ended" : "unpaid", decidedAt: ctx.now })
    .where("chargeId", "=", chargeId)
    .where("status", "=", "to_pay")
    .execute();
}
