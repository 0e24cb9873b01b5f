import { sweep } from "#app/platform/server/core/sweep.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { AT_WORK } from "../../rules/flow.ts";
import { type WorkClock, dueFlags } from "../../rules/work/work-flags.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { lastUploadAt, listOrderFiles } from "../work/find-work.ts";
import { orderFact } from "./move-order.ts";
import { raiseFlag } from "./raise-flag.ts";

/** The clock of an order's editor, as input for the rules. */
export const workClock = (order: Order, uploadedAt: Date | null): WorkClock => ({
  status: order.status,
  assignedAt: order.assignedAt,
  editorDueAt: order.editorDueAt,
  revisionDueAt: order.revisionDueAt,
  revisionsUsed: order.revisionsUsed,
  pausedMs: order.pausedMs,
  progressAt: order.progressAt,
  uploadedAt,
});

/** Clock rule: flags, once each, that an editor hasn't started, shows no sign of work, hasn't submitted, or is late. */
export async function flagLateWork(now: Date): Promise<void> {
  const working = (await database()
    .selectFrom("orders")
    .selectAll()
    .where(
      "status",
      "in",
      AT_WORK.filter((s) => s !== "awaiting_client"),
    )
    .limit(2_000)
    .execute()) as Order[];
  const due: { id: string; policy: DeadlinePolicy }[] = [];
  for (const seen of working) {
    const policy = await deadlinesOfOrder(seen);
    // Checked without files first, because an upload can only remove a flag.
    if (dueFlags(workClock(seen, null), now, policy).some((f) => !seen.flags[f.key])) due.push({ id: seen.id, policy });
  }
  await sweep("flag late work", due, async (ctx, { id, policy }) => {
    const order = await lockOrder(ctx.tx, id);
    const uploadedAt = lastUploadAt(await listOrderFiles(order.id, ctx.tx), order.assignedTo, order.assignedAt);
    for (const { key, flag } of dueFlags(workClock(order, uploadedAt), now, policy))
      if (order.assignedTo && (await raiseFlag(ctx, order.id, key)))
        await orderFact(ctx, order, `order.${flag}`, { editorId: order.assignedTo });
  });
}
