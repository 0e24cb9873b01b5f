import type { Fact } from "#app/platform/rules/core/fact.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { publish } from "#app/platform/server/live/live.ts";

/**
 * The reaction to an owner reading their ticket: marks the bell's items about it so far as read. The staff feed is
 * shared and keeps its own marks.
 */
export async function readTicketNotices(fact: Fact): Promise<void> {
  if (fact.kind !== "thread.read" || !isId("ticket", fact.subjectId)) return;
  const { uid } = fact.data;
  await database()
    .transaction()
    .execute(async (tx) => {
      const done = await tx
        .updateTable("notifications")
        .set({ read: true, unread: false, readAt: now() })
        .where("userId", "=", uid)
        .where("unread", "=", true)
        .where("subject", "=", fact.subjectId!)
        .where("kind", "like", "ticket.%")
        .where("createdAt", "<=", fact.at)
        .executeTakeFirst();
      if (Number(done.numUpdatedRows) > 0) await publish(tx, [`user:${uid}`], { kind: "notification", orderId: null });
    });
}
