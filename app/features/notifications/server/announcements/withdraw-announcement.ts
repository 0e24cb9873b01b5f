import { only } from "#app/platform/rules/core/duties.ts";
import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { mayAnnounce } from "../../rules/announcement.ts";
import { hideNotification, lockAnnouncement, moveAnnouncement } from "./lock-announcement.ts";

/** Withdraws a published announcement from every list. Safe to repeat. */
export const withdrawAnnouncement = command({
  input: z.object({ id: z.string() }),
  load: ({ id }, { tx }) => lockAnnouncement(tx, id),
  allow: (actor) => mayAnnounce(actor) || only("announcements", "withdraw announcements"),
  async run({ thing: it, tx, now, fact }): Promise<{ changed: boolean }> {
    if (it.status === "withdrawn") return { changed: false };
    await moveAnnouncement({ tx, now }, it, "withdraw", { endedAt: now });
    await fact("announcement.withdrawn", { subjectId: it.id, data: { audience: it.audience }, topics: ["staff"] });
    await hideNotification(tx, it);
    return { changed: true };
  },
});
