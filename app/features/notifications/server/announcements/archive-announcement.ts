import { only } from "#app/platform/rules/core/duties.ts";
import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { ANNOUNCEMENT_STATUS_WORDS, isOver } from "../../rules/announcement-flow.ts";
import { mayAnnounce } from "../../rules/announcement.ts";
import { lockAnnouncement } from "./lock-announcement.ts";

/** Archives an announcement that has ended, or restores it. Its readers stay on record. Safe to repeat. */
export const archiveAnnouncement = command({
  input: z.object({ id: z.string(), archived: z.boolean() }),
  load: ({ id }, { tx }) => lockAnnouncement(tx, id),
  allow: (actor) => mayAnnounce(actor) || only("announcements", "archive announcements"),
  async run({ input: { archived }, thing: it, tx, now, fact }): Promise<{ changed: boolean }> {
    if ((it.archivedAt !== null) === archived) return { changed: false };
    if (!isOver(it.status))
      throw conflict(
        "moved-on",
        `This announcement is ${ANNOUNCEMENT_STATUS_WORDS[it.status].toLowerCase()}.`,
        it.status === "published" ? "Withdraw it before you archive it." : "You can delete it instead.",
      );
    await tx
      .updateTable("announcements")
      .set({ archivedAt: archived ? now : null })
      .where("id", "=", it.id)
      .execute();
    await fact("announcement.archived", {
      subjectId: it.id,
      data: { audience: it.audience, archived },
      topics: ["staff"],
    });
    return { changed: true };
  },
});
