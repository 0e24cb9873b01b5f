import { z } from "zod";
import { uidOf } from "#app/platform/rules/actor.ts";
import { notFound } from "#app/platform/rules/errors.ts";
import { command } from "#app/platform/server/command.ts";
import { publish } from "#app/platform/server/live.ts";
import { isInFeedOf } from "../rules/feeds.ts";

/** Marks one notification read: its own row for one's own, a mark of one's own for a row that is one for many. Safe to repeat. */
export const markRead = command({
  input: z.object({ id: z.string() }),
  load: async ({ id }, { tx, actor, now }) => {
    const row = await tx
      .selectFrom("notifications as n")
      .leftJoin("users as u", (j) => j.on("u.uid", "=", uidOf(actor)))
      .select(["n.id", "n.userId", "n.forRole", "n.category", "n.createdAt", "n.expiresAt", "u.createdAt as since"])
      .where("n.id", "=", id)
      .executeTakeFirst();
    if (!row) throw notFound("notification");
    // An announcement that is over, or older than the account, stands in nobody's list.
    if (row.category !== null && ((row.expiresAt && row.expiresAt <= now) || (row.since && row.createdAt < row.since)))
      throw notFound("notification");
    return row;
  },
  allow: (actor, n) => isInFeedOf(actor, n),
  run: async ({ thing, tx, actor, now }) => {
    const uid = uidOf(actor)!;
    const done =
      thing.userId !== null
        ? await tx
            .updateTable("notifications")
            .set({ read: true, unread: false, readAt: now })
            .where("id", "=", thing.id)
            .where("unread", "=", true)
            .returning("id")
            .executeTakeFirst()
        : await tx
            .insertInto("notification_reads")
            .values({ notificationId: thing.id, userId: uid, readAt: now })
            .onConflict((c) => c.doNothing())
            .returning("notificationId")
            .executeTakeFirst();
    if (!done) return;
    await publish(tx, [`user:${uid}`], { kind: "notification", orderId: null });
    if (thing.category !== null) await publish(tx, ["staff"], { kind: "announcement.read", orderId: null });
  },
});

/** Marks one's own unread items read; announcements and staff items stay as they are. @returns how many there were */
export const markAllRead = command({
  input: z.object({}),
  load: async () => null,
  allow: (actor) => actor.kind === "person" && actor.emailVerified,
  run: async ({ tx, actor, now }) => {
    const uid = uidOf(actor)!;
    const done = await tx
      .updateTable("notifications")
      .set({ read: true, unread: false, readAt: now })
      .where("userId", "=", uid)
      .where("unread", "=", true)
      .where("type", "<>", "announcement")
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) > 0) await publish(tx, [`user:${uid}`], { kind: "notification", orderId: null });
    return Number(done.numUpdatedRows);
  },
});
