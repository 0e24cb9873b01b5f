import { sql } from "kysely";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { REMIND_MS } from "../../rules/retention.ts";
import { lockOrder } from "../views/find-order.ts";
import { orderFact } from "../lifecycle/move-order.ts";

const AT_ONCE = 200;

/**
 * Clock rule: tells an author a week before an order's files are deleted, once, and again if the date has changed
 * since.
 */
export async function remindOfDeletion(now: Date): Promise<void> {
  const due = await database()
    .selectFrom("orders")
    .select("id")
    .where("filesDeletedAt", "is", null)
    .where("deletionAskedAt", "is", null)
    .where("filesDueAt", ">", now)
    .where("filesDueAt", "<=", after(now, REMIND_MS))
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
    .orderBy("filesDueAt")
    .limit(AT_ONCE)
    .execute();
  for (const { id } of due)
    await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, id);
      const dueAt = order.filesDueAt;
      if (!dueAt || order.deletionStartedAt || order.deletionAskedAt) return;
      if (order.remindedOfDueAt?.getTime() === dueAt.getTime()) return;
      await ctx.tx.updateTable("orders").set({ remindedOfDueAt: dueAt }).where("id", "=", id).execute();
      await orderFact(ctx, order, "files.due_soon", { dueAt: dueAt.toISOString() });
    });
}
