import { sql } from "kysely";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { MOST_REMIND_MS } from "#app/features/policy/rules/keep-figures.ts";
import { keptMs } from "#app/features/policy/server/read-keep.ts";
import { lockOrder } from "../views/find-order.ts";
import { orderFact } from "../lifecycle/move-order.ts";

/**
 * Clock rule: tells an author some days before an order's files are deleted, once, and again if the date has changed
 * since. How many follows the policy that applied when the order ended.
 */
export async function remindOfDeletion(now: Date): Promise<void> {
  const due = database()
    .selectFrom("orders")
    .select("id")
    .where("filesDeletedAt", "is", null)
    .where("deletionAskedAt", "is", null)
    .where("filesDueAt", ">", now)
    .where("filesDueAt", "<=", after(now, MOST_REMIND_MS))
    .where(
      sql<boolean>`"filesDueAt" <= ${now}::timestamptz + ${keptMs("remindMs", sql`coalesce(orders."keepFromAt", ${now}::timestamptz)`)} * interval '1 millisecond'`,
    )
    .where(sql<boolean>`"remindedOfDueAt" is distinct from "filesDueAt"`)
    .where((e) =>
      e.exists(
        e
          .selectFrom("files as f")
          .select("f.id")
          .whereRef("f.orderId", "=", "orders.id")
          .where("f.removedAt", "is", null),
      ),
    )
    .orderBy("filesDueAt");
  await sweep("remind of a deletion", due, async (ctx, { id }) => {
    const order = await lockOrder(ctx.tx, id);
    const dueAt = order.filesDueAt;
    if (!dueAt || order.deletionStartedAt || order.deletionAskedAt) return;
    if (order.remindedOfDueAt?.getTime() === dueAt.getTime()) return;
    await ctx.tx.updateTable("orders").set({ remindedOfDueAt: dueAt }).where("id", "=", id).execute();
    await orderFact(ctx, order, "files.due_soon", { dueAt: dueAt.toISOString() });
  });
}
