import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Deadlines, shiftDeadlines } from "../../rules/change/deadline-shift.ts";
import { shiftDecision } from "../late/shift-decision.ts";
import type { Order } from "../views/find-order.ts";
import { moveOrder, orderFact } from "./move-order.ts";

/** The effect of ending a pause: every deadline moves by its length. Nothing if the clock was running. */
export function resumeClock(order: Order, now: Date): Partial<Deadlines> & { pausedAt?: null; pausedMs?: number } {
  if (!order.pausedAt) return {};
  const pausedMs = Math.max(0, now.getTime() - order.pausedAt.getTime());
  const { autoAcceptAt: _a, revisionUntilAt: _r, ...deadlines } = shiftDeadlines(order, pausedMs);
  return { pausedAt: null, pausedMs: order.pausedMs + pausedMs, ...deadlines };
}

/** The last blocking query was answered, withdrawn, or timed out: the clock continues. */
export async function resumeOrder(
  ctx: CommandContext,
  order: Order,
  queryId: string,
  why: "answered" | "withdrawn" | "waited",
): Promise<Order> {
  const pausedMs = order.pausedAt ? Math.max(0, ctx.now.getTime() - order.pausedAt.getTime()) : 0;
  const resumed = await moveOrder(ctx, order, "resume", resumeClock(order, ctx.now));
  await shiftDecision(ctx, order.id, pausedMs);
  await orderFact(ctx, resumed, "order.resumed", { queryId, pausedMs, why }, queryId);
  return resumed;
}
