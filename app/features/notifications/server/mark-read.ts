import { sql } from "kysely";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { isInFeedOf, staffFeeds } from "../rules/feeds.ts";

/**
 * Marks one notification read: the row itself for the reader's own, a separate mark for a shared row. Safe to repeat.
 */
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
    // An announcement that has ended or is older than the account is not in this reader's list.
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

/**
 * Marks all of the reader's own rows read, and adds their marks to the staff feeds, which stay unread for everyone
 * else. Announcements stay unread. @returns how many were marked
 */
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
    const feeds = actor.kind === "person" ? staffFeeds(actor) : [];
    const marked =
      feeds.length === 0
        ? []
        : await tx
            .insertInto("notification_reads")
            .columns(["notificationId", "userId", "readAt"])
            .expression((e) =>
              e
                .selectFrom("notifications as n")
                .select((s) => ["n.id", s.val(uid).as("userId"), sql<Date>`${now}::timestamptz`.as("readAt")])
                .where("n.forRole", "in", feeds)
                .where("n.userId", "is", null)
                .where("n.type", "=", "admin_notification"),
            )
            .onConflict((c) => c.doNothing())
            .returning("notificationId")
            .execute();
    const changed = Number(done.numUpdatedRows) + marked.length;
    if (changed > 0) await publish(tx, [`user:${uid}`], { kind: "notification", orderId: null });
    return changed;
  },
});
