import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import {
  OWED,
  decideBy,
  decisionDueFrom,
  mayWaitBeyond,
  needsDecision,
  veryLateAt,
} from "../../rules/deadline/late-order.ts";
import { UNDELIVERED, timeOverAt, timesOf } from "../../rules/deadline/lateness.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import { raiseFlag } from "../lifecycle/raise-flag.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { openDecisionOf } from "./find-late-decision.ts";
import { moveLateDecision } from "./move-late-decision.ts";

const AT_ONCE = 500;

/** Runs `step` on each of these orders, locked. */
const eachOf = (
  due: Parameters<typeof sweep<{ id: string }>>[1],
  step: (ctx: CommandContext, order: Order) => Promise<void>,
): Promise<number> =>
  sweep("follow a late order", due, async (ctx, { id }) => step(ctx, await lockOrder(ctx.tx, id)), AT_ONCE);

/**
 * Clock: opens a decision for staff about every very late order that an editor has, tells the client what they can do,
 * tells admins when no decision was made in time, and ends decisions that no longer make sense.
 */
export async function watchLateOrders(now: Date): Promise<void> {
  const late = (await database()
    .selectFrom("orders as o")
    .selectAll("o")
    .where("o.status", "in", UNDELIVERED)
    .where("o.deliveredAt", "is", null)
    .where("o.dueAt", "<=", now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("late_decisions as d")
            .select("d.id")
            .whereRef("d.orderId", "=", "o.id")
            .where("d.status", "in", ["open", "proposed"]),
        ),
      ),
    )
    .orderBy("o.dueAt")
    .limit(AT_ONCE)
    .execute()) as Order[];
  const due: Order[] = [];
  for (const order of late)
    if (!order.flags.veryLate && isDue(order, now, await deadlinesOfOrder(order))) due.push(order);
  await eachOf(due, open);
  const overdue = database()
    .selectFrom("late_decisions as d")
    .innerJoin("orders as o", "o.id", "d.orderId")
    .select("d.orderId as id")
    .where("d.status", "=", "open")
    .where("d.decideByAt", "<=", now)
    .where("d.escalatedAt", "is", null)
    .where("o.status", "in", OWED);
  await eachOf(overdue, escalate);
  const left = database()
    .selectFrom("late_decisions as d")
    .innerJoin("orders as o", "o.id", "d.orderId")
    .select("d.orderId as id")
    .where("d.status", "in", ["open", "proposed"])
    .where("o.status", "not in", [...OWED, "awaiting_client", "on_hold", "disputed"]);
  await eachOf(left, endIfSettled);
}

const isDue = (order: Order, now: Date, policy: DeadlinePolicy): boolean => {
  const at =
    order.status === "paid"
      ? mayWaitBeyond(timesOf(order), now, policy) && veryLateAt(order, policy)
      : decisionDueFrom(order, policy);
  return at !== null && at <= now;
};

/**
 * An order with an editor needs a decision. One without is already looking for an editor, so only its client is told,
 * once.
 */
async function open(ctx: CommandContext, order: Order): Promise<void> {
  if (!isDue(order, ctx.now, await deadlinesOfOrder(order, ctx.tx)) || order.flags.veryLate) return;
  const over = timeOverAt(timesOf(order));
  const refundAt = (over?.at ?? ctx.now).toISOString();
  if (order.status === "paid") {
    if (!(await raiseFlag(ctx, order.id, "veryLate"))) return;
    // They were told when its last editor was late.
    const told = await ctx.tx
      .selectFrom("late_decisions")
      .select("id")
      .where("orderId", "=", order.id)
      .executeTakeFirst();
    if (!told) await orderFact(ctx, order, "order.very_late", { refundAt });
    return;
  }
  const decideByAt = decideBy(ctx.now, order.windowMs, await deadlinesOfOrder(order, ctx.tx));
  const made = await ctx.tx
    .insertInto("late_decisions")
    .values({
      id: newId("lateDecision"),
      orderId: order.id,
      editorId: order.assignedTo!,
      openedAt: ctx.now,
      decideByAt,
    })
    .onConflict((c) => c.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return;
  const data = { decisionId: made.id, editorId: order.assignedTo!, decideByAt: decideByAt.toISOString(), refundAt };
  await orderFact(ctx, order, "order.decision_needed", data, made.id);
}

async function escalate(ctx: CommandContext, order: Order): Promise<void> {
  const decision = await openDecisionOf(ctx.tx, order.id).executeTakeFirst();
  if (!decision || decision.status !== "open" || decision.decideByAt > ctx.now || decision.escalatedAt) return;
  await ctx.tx.updateTable("late_decisions").set({ escalatedAt: ctx.now }).where("id", "=", decision.id).execute();
  await orderFact(
    ctx,
    order,
    "order.decision_overdue",
    { decisionId: decision.id, decideByAt: decision.decideByAt.toISOString() },
    decision.id,
  );
}

async function endIfSettled(ctx: CommandContext, order: Order): Promise<void> {
  if (!needsDecision(order)) await moveLateDecision(ctx, order, "end");
}

/** Reaction: an order that was submitted, released, canceled, or delivered needs no decision anymore. */
export async function endLateDecision(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => endIfSettled(ctx, await lockOrder(ctx.tx, fact.orderId!)));
}
