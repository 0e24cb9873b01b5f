import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { queryTimes } from "#app/features/pricing/rules/deadlines.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { raiseFlag } from "#app/features/orders/server/lifecycle/raise-flag.ts";
import { UNANSWERED } from "#app/features/orders/rules/work/hand-back.ts";
import { resumeOrder } from "#app/features/orders/server/lifecycle/resume-order.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";

/**
 * Clock rule: reminds the author of a blocking question, twice. After some days, the editor may continue without an
 * answer, and the question stays open but no longer blocks.
 */
export async function watchQueries(now: Date): Promise<void> {
  const waiting = await database()
    .selectFrom("messages as m")
    .innerJoin("orders as o", "o.id", "m.orderId")
    .select(["m.id", "m.orderId", "m.createdAt", "o.flags", "o.policyVersion"])
    .where("o.status", "=", "awaiting_client")
    .where("m.kind", "=", "query")
    .where("m.blocking", "=", true)
    .where("m.answeredAt", "is", null)
    .orderBy("m.id")
    .limit(1_000)
    .execute();
  for (const query of waiting) {
    const { reminderAts, giveUpAt } = queryTimes(query.createdAt, await deadlinesOfOrder(query));
    const hoursOf = (at: Date) => Math.round((at.getTime() - query.createdAt.getTime()) / HOUR);
    const due = reminderAts.filter((at) => now >= at).map(hoursOf);
    if (now < giveUpAt && due.every((hours) => query.flags[`query:${query.id}:${hours}`])) continue;
    await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, query.orderId);
      const still = await ctx.tx
        .selectFrom("messages")
        .select("id")
        .where("id", "=", query.id)
        .where("blocking", "=", true)
        .where("answeredAt", "is", null)
        .executeTakeFirst();
      if (order.status !== "awaiting_client" || !still) return;
      if (now >= giveUpAt) {
        await ctx.tx.updateTable("messages").set({ blocking: false }).where("id", "=", query.id).execute();
        await raiseFlag(ctx, order.id, UNANSWERED);
        const others = await ctx.tx
          .selectFrom("messages")
          .select("id")
          .where("orderId", "=", order.id)
          .where("kind", "=", "query")
          .where("blocking", "=", true)
          .where("answeredAt", "is", null)
          .executeTakeFirst();
        if (!others) await resumeOrder(ctx, order, query.id, "waited");
        return;
      }
      for (const hours of due)
        if (await raiseFlag(ctx, order.id, `query:${query.id}:${hours}`))
          await orderFact(ctx, order, "query.reminded", { messageId: query.id, hours }, query.id);
    });
  }
}
