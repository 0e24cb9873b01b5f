import { z } from "zod";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { lockEditor } from "../find-editor.ts";
import { readDetails } from "./kyc-details.ts";
import { settleKyc } from "./settle-kyc.ts";

/**
 * An admin confirms that changed details match the documents.
 * @throws conflict when they changed again since they were read
 */
export const confirmKycDetails = command({
  input: z.object({ uid: z.string(), version: z.coerce.number().int() }),
  load: ({ uid }, { tx }) => lockEditor(tx, uid),
  allow: (actor, editor) =>
    (may(actor, "people") && actor.uid !== editor.uid) || "Only an admin can confirm an editor's details.",
  run: async ({ input: { version }, thing: editor, ...ctx }): Promise<void> => {
    const kept = await readDetails(editor.uid, ctx.tx);
    if (!kept) throw notFound("editor's details");
    if (kept.version !== version)
      throw conflict("details_changed", "The editor changed these details again.", "Open them again, then confirm.");
    if (kept.checkedAt) return;
    await ctx.tx
      .updateTable("kyc_details")
      .set({ checkedAt: ctx.now, checkedBy: ctx.actor.kind === "person" ? ctx.actor.uid : null })
      .where("uid", "=", editor.uid)
      .execute();
    await ctx.fact("kyc.details_confirmed", {
      subjectId: editor.uid,
      data: { uid: editor.uid },
      topics: [`user:${editor.uid}`, "staff"],
    });
    await settleKyc(ctx, editor.uid);
  },
});
