import { only } from "#app/platform/rules/core/duties.ts";
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { canMoveAnnouncement } from "../../rules/announcement-flow.ts";
import { mayAnnounce, timeProblems } from "../../rules/announcement.ts";
import { COLUMNS, itemOf } from "../notification-item.ts";
import { lockAnnouncement, moveAnnouncement, eventAudience } from "./lock-announcement.ts";

/**
 * Publishes an announcement now: one shared row in `notifications` and an event to its audience. Safe to repeat.
 * @param input.version the version the admin reviewed. A newer one isn't published unseen.
 */
export const publishAnnouncement = command({
  input: z.object({ id: z.string(), version: z.int().optional() }),
  load: ({ id }, { tx }) => lockAnnouncement(tx, id),
  allow: (actor) => mayAnnounce(actor) || only("announcements", "publish announcements"),
  async run({ input: { version }, thing: it, tx, now, fact }): Promise<{ changed: boolean }> {
    if (it.status === "published") return { changed: false };
    if (version !== undefined && version !== it.version && canMoveAnnouncement("publish", it.status))
      throw conflict(
        "changed",
        "Someone changed this announcement after you opened it.",
        "Review the current version, then publish it. Nothing was published.",
      );
    const problem = timeProblems({ startsAt: null, expiresAt: it.expiresAt }, false, now).expiresAt;
    if (problem && canMoveAnnouncement("publish", it.status))
      throw invalid("times", problem, "Change the end time, then publish it.", { expiresAt: problem });
    const notificationId = newId("notification");
    await moveAnnouncement({ tx, now }, it, "publish", { publishedAt: now });
    await tx
      .insertInto("notifications")
      .values({
        id: notificationId,
        key: `announcement:${it.id}`,
        userId: null,
        type: "announcement",
        category: it.audience,
        kind: "announcement.published",
        subject: it.id,
        title: it.title,
        body: it.body,
        link: it.link,
        severity: it.severity,
        createdAt: now,
        expiresAt: it.expiresAt,
      })
      .execute();
    await tx.updateTable("announcements").set({ notificationId }).where("id", "=", it.id).execute();
    await fact("announcement.published", {
      subjectId: it.id,
      data: { audience: it.audience, severity: it.severity },
      topics: ["staff"],
    });
    const row = await tx
      .selectFrom("notifications as n")
      .select(COLUMNS)
      .where("n.id", "=", notificationId)
      .executeTakeFirstOrThrow();
    await eventAudience(tx, it, { shown: itemOf({ ...row, readAt: null }) });
    return { changed: true };
  },
});
