import { z } from "zod";
import type { Actor } from "#app/platform/rules/actor.ts";
import { notFound } from "#app/platform/rules/errors.ts";
import { command } from "#app/platform/server/command.ts";
import { publish } from "#app/platform/server/live.ts";

const reads = (actor: Actor, n: { userId: string | null; forRole: string | null; category: string | null }): boolean => {
  if (actor.kind !== "person" || !actor.emailVerified) return false;
  if (n.userId !== null) return n.userId === actor.uid;
  if (n.forRole !== null) return (n.forRole === "admin" && actor.isAdmin) || (n.forRole === "support" && actor.isSupport);
  return n.category === "global" || n.category === actor.role;
};

/** Marks one notification read: its own row for one's own, a mark of one's own for a row that is one for many. Safe to repeat. */
export const markRead = command({
  input: z.object({ id: z.string() }),
  load: async ({ id }, { tx }) => {
    const row = await tx.selectFrom("notifications").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) throw notFound("notification");
    return row;
  },
  allow: (actor, n) => reads(actor, n),
  run: async ({ thing, tx, actor, now }) => {
    const uid = actor.kind === "person" ? actor.uid : "";
    if (thing.userId !== null) await tx.updateTable("notifications").set({ read: true, unread: false, readAt: now }).where("id", "=", thing.id).where("unread", "=", true).execute();
    else await tx.insertInto("notification_reads").values({ notificationId: thing.id, userId: uid, readAt: now }).onConflict((c) => c.doNothing()).execute();
    await publish(tx, [`user:${uid}`], { kind: "notification", orderId: null });
  },
});

/** Marks one's own unread items read; announcements and staff items stay as they are. */
export const markAllRead = command({
  input: z.object({}),
  load: async () => null,
  allow: (actor) => actor.kind === "person" && actor.emailVerified,
  run: async ({ tx, actor, now }) => {
    const uid = actor.kind === "person" ? actor.uid : "";
    const done = await tx.updateTable("notifications").set({ read: true, unread: false, readAt: now }).where("userId", "=", uid).where("unread", "=", true).where("type", "<>", "announcement").executeTakeFirst();
    await publish(tx, [`user:${uid}`], { kind: "notification", orderId: null });
    return Number(done.numUpdatedRows);
  },
});
