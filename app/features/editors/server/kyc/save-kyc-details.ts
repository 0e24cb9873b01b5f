import { z } from "zod";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { KycDetails, detailFaults } from "../../rules/kyc/kyc-details.ts";
import { canKyc } from "../../rules/kyc/can-kyc.ts";
import { lockEditor } from "../find-editor.ts";
import { readDetails, writeDetails } from "./kyc-details.ts";
import { settleKyc } from "./settle-kyc.ts";

/**
 * An editor saves their legal details, encrypted. Changed details are compared with the documents again, which doesn't
 * stop work or pay.
 * @throws invalid by field; conflict when changed in another window
 */
export const saveKycDetails = command({
  input: z.object({
    uid: z.string(),
    details: KycDetails,
    /** The version the form was filled with; 0 for none. */
    seen: z.coerce.number().int(),
  }),
  load: ({ uid }, { tx }) => lockEditor(tx, uid),
  allow: (actor, editor) => canKyc.send(actor, editor.uid) || "Only the editor can change these details.",
  run: async ({ input: { details, seen }, thing: editor, ...ctx }): Promise<void> => {
    const faults = detailFaults(details, dayOf(ctx.now));
    if (Object.keys(faults).length > 0)
      throw invalid(
        "kyc_details",
        "Some details need your attention.",
        "Correct the marked fields and save again.",
        Object.fromEntries(Object.entries(faults).map(([name, message]) => [`details.${name}`, message])),
      );
    const kept = await readDetails(editor.uid, ctx.tx);
    if (kept && JSON.stringify(kept.details) === JSON.stringify(details)) return;
    if (seen !== (kept?.version ?? 0))
      throw conflict(
        "details_changed",
        "Your details were changed in another window.",
        "What you typed is still here. Reload the page to see the other version.",
      );
    await writeDetails(ctx.tx, editor.uid, details, ctx.now);
    await ctx.fact("kyc.details_saved", {
      subjectId: editor.uid,
      data: { uid: editor.uid, again: kept !== null },
      topics: [`user:${editor.uid}`, "staff"],
    });
    await settleKyc(ctx, editor.uid);
  },
});
