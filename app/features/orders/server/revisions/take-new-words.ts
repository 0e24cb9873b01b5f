import type { CommandContext } from "#app/platform/server/core/command.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { revisionDueFrom } from "../../rules/change/new-words.ts";
import type { OrderCharge } from "../charges/order-charges.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import type { Order } from "../views/find-order.ts";

/** The author answered, so the revision's time starts, unless another editor has it by now with their own date. */
async function startClock({ tx, now }: CommandContext, order: Order) {
  const own = order.revisionPromisedAt === null && order.takeoverDueAt === null && order.revisionDueAt !== null;
  return own ? { revisionDueAt: revisionDueFrom(order, now, await deadlinesOfOrder(order, tx)) } : {};
}

/** The author paid for new words: the editor of the revision gets their share of the price when it's delivered. */
export async function takeNewWords(ctx: CommandContext, order: Order, charge: OrderCharge): Promise<Order> {
  await ctx.tx
    .updateTable("revision_versions")
    .set({ status: "paid", decidedAt: ctx.now })
    .where("chargeId", "=", charge.id)
    .execute();
  return changeOrder(ctx, order, { newWordsMinor: charge.listMinor, ...(await startClock(ctx, order)) });
}

/** The author didn't pay for new words, so the revision continues without them. */
export async function leaveNewWords(ctx: CommandContext, order: Order, charge: OrderCharge): Promise<Order> {
  const left = await ctx.tx
    .updateTable("revision_versions")
    .set({ status: "unpaid", decidedAt: ctx.now })
    .where("chargeId", "=", charge.id)
    .where("status", "=", "charged")
    .returning("id")
    .executeTakeFirst();
  return left ? changeOrder(ctx, order, await startClock(ctx, order)) : order;
}
