import { json } from "#app/platform/server/core/database.ts";
import { eachText } from "../rules/profile-texts.ts";
import { forgetSnippets } from "./snippets.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";

/** Ends somebody's work as an editor when they leave: no invites, no public page. */
export async function endEditor({ tx }: CommandContext, uid: string): Promise<void> {
  await tx.deleteFrom("editor_pages").where("editorId", "=", uid).execute();
  await tx.updateTable("editors").set({ matchReady: false, publicAt: null }).where("uid", "=", uid).execute();
  await forgetPages(tx);
}

/**
 * Erases what an editor or applicant wrote about themselves. Approved documents and legal details are kept as long as
 * the law requires. Then the clock deletes them.
 */
export async function forgetEditor({ tx, now }: CommandContext, uid: string): Promise<void> {
  await forgetSnippets(tx, uid);
  await tx
    .updateTable("editors")
    .set({
      ...eachText(() => ""),
      fields: json([]),
      languages: json([]),
      variants: json([]),
      services: json([]),
      timeZone: "UTC",
      calendar: null,
      quietHours: null,
      levelFixedReason: null,
      pauseReason: null,
    })
    .where("uid", "=", uid)
    .execute();
  await tx
    .updateTable("editor_applications")
    .set({ answers: json({}), note: "", updatedAt: now })
    .where("uid", "=", uid)
    .execute();
  await tx
    .updateTable("application_files")
    .set({ removedAt: now })
    .where("uid", "=", uid)
    .where("removedAt", "is", null)
    .execute();
  await tx.deleteFrom("kyc_requests").where("uid", "=", uid).execute();
}
