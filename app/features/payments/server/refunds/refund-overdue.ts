import { sweep } from "#app/platform/server/core/sweep.ts";
import { database } from "#app/platform/server/core/database.ts";
import { takenOverLate } from "#app/features/orders/rules/work/takeover.ts";
import { UNDELIVERED, timeOverAt, timesOf } from "#app/features/orders/rules/deadline/lateness.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { partDoneBp } from "../../rules/part-done.ts";
import { refundFor } from "../../rules/refund.ts";
import { cancelByClock } from "../cancel/cancel-order.ts";
import { refundFactsOf } from "../cancel/cancellation.ts";

const AT_ONCE = 200;
const REASONS = {
  "no-editor": "No editor accepted the order before its due date.",
  "late-beyond": "The order is late by more than the full turnaround.",
} as const;
const WAITED = "The order wasn't delivered by the date its author chose to wait for.";

const overOf = (order: Order) => timeOverAt(timesOf(order));

/** Clock rule: no order waits forever. One that nobody accepts or delivers ends with a full refund. */
export async function refundOverdue(now: Date): Promise<void> {
  const late = (await database()
    .selectFrom("orders")
    .selectAll()
    .where("status", "in", UNDELIVERED)
    .where("deliveredAt", "is", null)
    .where("dueAt", "<=", now)
    .orderBy("dueAt")
    .limit(AT_ONCE)
    .execute()) as Order[];
  await sweep(
    "refund an overdue order",
    late.filter((order) => isOver(order, now)),
    async (ctx, { id }) => {
      const order = await lockOrder(ctx.tx, id);
      const over = overOf(order);
      if (!over || over.at > now) return;
      const terms = refundFor(over.why, {
        ...(await refundFactsOf(order, ctx.tx)),
        editorFault: order.assignedTo !== null && !takenOverLate(order),
        partDoneBp: partDoneBp(
          { ...order, acceptedAt: order.assignedAt, progressWords: order.progressAt ? order.progressWords : null },
          now,
        ),
      });
      await cancelByClock(ctx, order, terms, order.waitUntilAt ? WAITED : REASONS[over.why]);
    },
  );
}

const isOver = (order: Order, now: Date): boolean => {
  const over = overOf(order);
  return over !== null && over.at <= now;
};
