import { uidOf } from "#app/platform/rules/core/actor.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { decideBy, lateDecisionFlow } from "../../rules/deadline/late-order.ts";
import type { Order } from "../views/find-order.ts";
import { openDecisionOf } from "./find-late-decision.ts";

/**
 * Moves the open decision about an order by a row of its table, if there is one where the row begins. The order is
 * locked.
 * @returns whether it was moved
 */
export async function moveLateDecision(
  ctx: CommandContext,
  order: Order,
  move: keyof typeof lateDecisionFlow.moves,
): Promise<boolean> {
  const decision = await openDecisionOf(ctx.tx, order.id).executeTakeFirst();
  const row = lateDecisionFlow.moves[move];
  if (!decision || row.to === "back" || !(row.from as readonly string[]).includes(decision.status)) return false;
  const reopened = row.to === "open";
  await ctx.tx
    .updateTable("late_decisions")
    .set({
      status: row.to,
      decidedBy: reopened ? null : uidOf(ctx.actor),
      decidedAt: reopened ? null : ctx.now,
      ...(reopened
        ? { decideByAt: decideBy(ctx.now, order.windowMs, await deadlinesOfOrder(order, ctx.tx)), escalatedAt: null }
        : {}),
    })
    .where("id", "=", decision.id)
    .execute();
  return true;
}
