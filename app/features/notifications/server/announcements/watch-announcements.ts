import { sweep } from "#app/platform/server/core/sweep.ts";
import { type CommandContext } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { hideNotification, lockAnnouncement, moveAnnouncement } from "./lock-announcement.ts";
import { publishAnnouncement } from "./publish-announcement.ts";

/** Scheduled job: publishes announcements that are due and ends those that have expired. */
export async function watchAnnouncements(now: Date): Promise<void> {
  const due = database()
    .selectFrom("announcements")
    .select("id")
    .where((e) =>
      e.or([
        e.and([e("status", "=", "scheduled"), e(e.fn.coalesce("startsAt", "createdAt"), "<=", now)]),
        e.and([e("status", "=", "published"), e("expiresAt", "is not", null), e("expiresAt", "<=", now)]),
      ]),
    )
    .orderBy("id");
  await sweep("publish or end an announcement", due, async (ctx, { id }) => {
    if (await endAnnouncement(ctx, id, now)) return;
    // Another worker or an admin may have changed it since it was listed.
    const it = await ctx.tx
      .selectFrom("announcements")
      .select(["status", "startsAt", "createdAt"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (it?.status === "scheduled" && (it.startsAt ?? it.createdAt) <= now)
      await publishAnnouncement.inside(ctx, { id });
  });
}

/**
 * Ends an announcement whose end time has passed, including a scheduled one that was never published.
 * @returns whether it ended
 */
export async function endAnnouncement(ctx: CommandContext, id: string, now: Date = ctx.now): Promise<boolean> {
  const there = await ctx.tx.selectFrom("announcements").select("id").where("id", "=", id).executeTakeFirst();
  if (!there) return false;
  const it = await lockAnnouncement(ctx.tx, id);
  if (!it.expiresAt || it.expiresAt > now || (it.status !== "published" && it.status !== "scheduled")) return false;
  await moveAnnouncement(ctx, it, "expire", { endedAt: now });
  await ctx.fact("announcement.expired", { subjectId: id, data: { audience: it.audience }, topics: ["staff"] });
  if (it.status === "published") await hideNotification(ctx.tx, it);
  return true;
}
