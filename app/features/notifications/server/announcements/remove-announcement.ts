import { only } from "#app/platform/rules/core/duties.ts";
import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { ANNOUNCEMENT_STATUS_WORDS, isUnseen } from "../../rules/announcement-flow.ts";
import { mayAnnounce } from "../../rules/announcement.ts";
import { lockAnnouncement } from "./lock-announcement.ts";

/** Deletes an announcement that nobody has seen: a draft or a scheduled one. */
export const removeAnnouncement = command({
  input: z.object({ id: z.string() }),
  load: ({ id }, { tx }) => lockAnnouncement(tx, id),
  allow: (actor) => mayAnnounce(actor) || only("announcements", "delete announcements"),
  async run({ thing: it, tx, fact }): Promise<void> {
    if (!isUnseen(it.status))
      throw conflict(
        "moved-on",
        `This announcement is now ${ANNOUNCEMENT_STATUS_WORDS[it.status].toLowerCase()}.`,
        "People have seen it, so it stays on record. You can withdraw it instead.",
      );
    await tx.deleteFrom("announcements").where("id", "=", it.id).execute();
    await fact("announcement.removed", { subjectId: it.id, data: { audience: it.audience }, topics: ["staff"] });
  },
});
