import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { cancelableUntil } from "#app/features/policy/rules/version-flow.ts";
import { versionLabel } from "#app/features/accounts/rules/legal.ts";
import { listLegalVersions } from "#app/features/accounts/server/legal/legal-documents.ts";
import { lockLegalVersion, moveLegalRow } from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { withdrawAnnouncement } from "#app/features/notifications/server/announcements/withdraw-announcement.ts";

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
    if (ctx.now >= cancelableUntil(row.effectiveAt!))
      throw conflict(
        "in_effect",
        "This version is already in effect, or will be within a minute.",
        "To undo it, go back to an earlier version.",
      );
    const [newest] = await listLegalVersions(row.document, ctx.tx);
    if (newest!.version !== row.version)
      throw conflict(
        "built_upon",
        `The version of ${versionLabel(newest!.version)} builds on this one.`,
        "Cancel that version first.",
      );
    await moveLegalRow(ctx.tx, row, "cancel", { decisionNote: input.note, decidedAt: ctx.now });
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
