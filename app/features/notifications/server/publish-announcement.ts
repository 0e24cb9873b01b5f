import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/errors.ts";
import { newId } from "#app/platform/rules/ids.ts";
import { command } from "#app/platform/server/command.ts";
import { canMoveAnnouncement } from "../rules/announcement-flow.ts";
import { mayAnnounce, timeProblems } from "../rules/announcement.ts";
import { lockAnnouncement, moveAnnouncement, ringAudience } from "./lock-announcement.ts";

/**
 * Publishes an announcement now: one row for many in `notifications`, and a ring to those who hear it. Doing it twice does it once.
 * @param input.version the one that was looked at: another that was saved meanwhile is not published unseen
 */
export const publishAnnouncement = command({
  input: z.object({ id: z.string(), version: z.int().optional() }),
  load: ({ id }, { tx }) => lockAnnouncement(tx, id),
  allow: (actor) => mayAnnounce(actor) || "Only an admin publishes announcements.",
  async run({ input: { version }, thing: it, tx, now, fact }): Promise<{ changed: boolean }> {
    if (it.status === "published") return { changed: false };
    if (version !== undefined && version !== it.version && canMoveAnnouncement("publish", it.status))
      throw conflict(
        "changed",
        "Somebody has changed this announcement meanwhile.",
        "Read it again before you publish it; nothing was changed.",
      );
    const problem = timeProblems({ startsAt: null, expiresAt: it.expiresAt }, false, now).expiresAt;
    if (problem && canMoveAnnouncement("publish", it.status))
      throw invalid("times", problem, "Change its end, then publish it.", { expiresAt: problem });
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
    await ringAudience(tx, it);
    return { changed: true };
  },
});
