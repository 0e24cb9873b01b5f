import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { lockLegalVersion } from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { withdrawAnnouncement } from "#app/features/notifications/server/announcements/withdraw-announcement.ts";
import { legalVersions } from "./legal-versions.ts";

/**
 * Cancels a scheduled version before it takes effect, and withdraws what account holders were told. Versions approved
 * after it have to be canceled first. Repeating it does nothing.
 */
export const cancelLegalVersion = command({
  input: z.object({
    document: z.string(),
    version: z.string().max(20),
    note: reasonText("Enter a reason. Every admin will see it.", 3),
  }),
  load: ({ document, version }, { tx }) => lockLegalVersion(tx, document, version),
  allow: (actor) => may(actor, "legal") || only("legal", "change legal texts"),
  async run({ input, thing: row, ...ctx }): Promise<void> {
    if (row.status === "canceled") return;
    await legalVersions.cancel(ctx, row, input.note);
    // An admin may have withdrawn it already.
    const shown = await ctx.tx
      .selectFrom("announcements")
      .select("id")
      .where("id", "=", row.announcementId)
      .where("status", "=", "published")
      .executeTakeFirst();
    if (shown) await withdrawAnnouncement.inside(ctx, shown);
    await ctx.fact("legal.canceled", {
      subjectId: row.id,
      data: { document: row.document, version: row.version!, reason: input.note },
      topics: ["staff"],
    });
    await forgetPages(ctx.tx);
  },
});
