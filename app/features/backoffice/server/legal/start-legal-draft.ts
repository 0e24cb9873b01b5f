import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { isLegalDocument, mustAnnounce, versionLabel } from "#app/features/accounts/rules/legal.ts";
import { listLegalVersions, listOwnLegalTexts } from "#app/features/accounts/server/legal/legal-documents.ts";
import {
  findOwnLegalDraft,
  insertLegalDraft,
  lockLegalTexts,
} from "#app/features/accounts/server/legal/legal-version-rows.ts";

/**
 * Starts a draft from the newest version of a document, or with an earlier version's text. An admin has one per
 * document at a time; starting again opens the one there is.
 * @throws conflict when an earlier text is asked for while a draft is open
 */
export const startLegalDraft = command({
  input: z.object({
    document: z.string(),
    /** The version whose text to use, or "". */
    revertTo: z.string().max(20).default(""),
  }),
  load: (_input, { tx }) => lockLegalTexts(tx),
  allow: (actor) => may(actor, "legalDrafts") || only("legalDrafts", "change legal texts"),
  async run({ input, ...ctx }): Promise<{ draftId: string }> {
    const { document, revertTo } = input;
    if (!isLegalDocument(document)) throw notFound("legal document");
    const uid = uidOf(ctx.actor)!;
    const own = await findOwnLegalDraft(ctx.tx, uid, document);
    if (own && revertTo !== "")
      throw conflict(
        "draft_open",
        "You already have a draft of this document.",
        "Discard it, or have it approved. Then go back to an earlier version.",
      );
    if (own) return { draftId: own.id };
    const versions = await listLegalVersions(document, ctx.tx);
    const newest = versions[0]!;
    const source = revertTo === "" ? newest : textToReturnTo();
    if (!source) throw invalid("version", "There is no such version.", "Choose one from the history.");
    const draft = await insertLegalDraft(ctx, {
      document,
      body: source.body,
      summary: "",
      announce: mustAnnounce(document),
      basedOn: newest.version,
      revertedFrom: revertTo === "" ? null : revertTo,
      draftedBy: uid,
      reason: revertTo === "" ? "" : `Back to the version of ${versionLabel(revertTo)}.`,
    });
    await ctx.fact("legal.draft_started", {
      subjectId: draft.id,
      data: { document, revertsTo: draft.revertedFrom },
      topics: ["staff"],
    });
    return { draftId: draft.id };

    /** One that was in force, or a text that the product comes with. */
    function textToReturnTo() {
      return (
        versions.find((v) => v.version === revertTo && v.effectiveAt <= ctx.now) ??
        (isLegalDocument(document) ? listOwnLegalTexts(document).find((v) => v.version === revertTo) : undefined)
      );
    }
  },
});
