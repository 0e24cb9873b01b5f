import type { CommandContext } from "#app/platform/server/core/command.ts";
import { readingDueAt } from "../../rules/review/second-reading.ts";
import { moveOrder } from "../lifecycle/move-order.ts";
import type { Order } from "../views/find-order.ts";
import type { Submission } from "../work/find-work.ts";
import { skipReading } from "./end-reading.ts";
import { beginReading, readingFact } from "./lock-reading.ts";

/**
 * Passes the first editor's work on to the second reader, whether or not somebody has taken the reading yet. If the
 * first editor left no time for it, the order continues without. A step of the job that finishes a submission.
 * @param order locked, in `submitted`
 * @returns whether the order is now in second reading
 */
export async function passOn(ctx: CommandContext, order: Order, submission: Submission): Promise<boolean> {
  if (!order.secondReader || order.deliveredAt || submission.round !== 1) return false;
  const reading = await beginReading(ctx, order);
  if (reading.status !== "searching" && reading.status !== "taken") return false;
  const dueAt = readingDueAt(order);
  if (!dueAt || dueAt <= ctx.now) {
    await skipReading(ctx, { order, reading }, "editor_late");
    return false;
  }
  const moved = await moveOrder(ctx, order, "pass_on");
  const ready = await ctx.tx
    .updateTable("second_readings")
    .set({ submissionId: submission.id, readyAt: reading.readerId ? ctx.now : null })
    .where("id", "=", reading.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await readingFact(ctx, { order: moved, reading: ready }, "reading.ready", {
    readingId: reading.id,
    readerId: reading.readerId,
    submissionId: submission.id,
    dueAt: dueAt.toISOString(),
  });
  return true;
}
