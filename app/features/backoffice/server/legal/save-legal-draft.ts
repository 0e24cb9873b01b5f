import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { LEGAL_LIMITS, mustAnnounce } from "#app/features/accounts/rules/legal.ts";
import { lockLegalDraft, saveLegalRow } from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { countChanges, diffTexts } from "../../rules/text-diff.ts";
import { legalVersions } from "./legal-versions.ts";

/** Text as it's stored: each line break is one character, and there is none at the end. */
const plain = (text: string): string => text.replaceAll(/\r\n?/g, "\n").trimEnd();

/**
 * Saves the actor's own draft. What has to be corrected before it can be proposed is shown on the draft, so that
 * nothing typed is refused. Saving the same again does nothing.
 * @throws invalid by field if a text is too long; conflict if the draft was changed elsewhere or is being decided
 */
export const saveLegalDraft = command({
  input: legalVersions.seenDraft.extend({
    body: z
      .string()
      .transform(plain)
      .pipe(
        z
          .string()
          .max(LEGAL_LIMITS.body, `Shorten the text to ${LEGAL_LIMITS.body.toLocaleString("en-US")} characters.`)
          .refine((text) => !text.includes("\0"), "Remove the character that can't be shown, then save again."),
      ),
    summary: z
      .string()
      .transform((text) => text.replaceAll(/\s+/g, " ").trim())
      .pipe(z.string().max(LEGAL_LIMITS.summary, `Use at most ${LEGAL_LIMITS.summary} characters.`)),
    /** "yes" to tell account holders. */
    announce: z.enum(["yes", ""]).default(""),
  }),
  load: ({ draftId }, { tx }) => lockLegalDraft(tx, draftId),
  allow: legalVersions.isDrafter,
  async run({ input, thing: draft, ...ctx }): Promise<{ changed: boolean }> {
    const announce = input.announce === "yes" || mustAnnounce(draft.document);
    const fields = [
      ...(input.summary === draft.summary ? [] : ["summary"]),
      ...(announce === draft.announce ? [] : ["announcement"]),
    ];
    if (input.body === draft.body && fields.length === 0) return { changed: false };
    legalVersions.requireSeen(draft, input.revision);
    legalVersions.requireEditable(draft);
    await saveLegalRow(ctx.tx, draft, { body: input.body, summary: input.summary, announce });
    await ctx.fact("legal.draft_saved", {
      subjectId: draft.id,
      data: { document: draft.document, ...countChanges(diffTexts(draft.body, input.body)), fields },
      topics: ["staff"],
    });
    return { changed: true };
  },
});
