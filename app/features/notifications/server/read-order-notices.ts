import type { Fact } from "#app/platform/rules/core/fact.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { publish } from "#app/platform/server/live/live.ts";

/** The reaction to reading a thread: marks the bell's items about its messages so far as read. */
export async function readOrderNotices(fact: Fact): Promise<void> {
  if (fact.kind !== "thread.read" || !fact.orderId) return;
  const { uid } = fact.data;
  await database()
    .transaction()
    .execute(async (tx) => {
      const done = await tx
        .updateTable("notifications")
        .set({ read: true, unread: false, readAt: now() })
        .where("userId", "=", uid)
        .where("unread", "=", true)
        .where("orderId", "=", fact.orderId)
        .where("type", "=", "order_message")
        .where("createdAt", "<=", fact.at)
        .executeTakeFirst();
      if (Number(done.numUpdatedRows) > 0)
        await publish(tx, [`user:${uid}`], { kind: "notification", orderId: fact.orderId });
    });
}
