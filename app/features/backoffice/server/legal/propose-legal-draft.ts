import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { LEGAL_NOTICE_DAYS, leavesNotice, legalTextFaults, startOfDay } from "#app/features/accounts/rules/legal.ts";
import { listLegalFigures } from "#app/features/accounts/server/legal/legal-documents.ts";
import { lockLegalDraft } from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { legalVersions } from "./legal-versions.ts";

/**
 * Asks another admin to approve the actor's draft, from the start of a day (UTC) or as soon as it's approved.
 * @throws invalid by field when nothing changes, the text names a figure that doesn't exist, the summary is missing, or
 * the date isn't far enough ahead; conflict when it has moved on
 */
export const proposeLegalDraft = command({
  input: legalVersions.seenDraft.extend({
    reason: reasonText("Enter a reason. Every admin will see it.", 3),
    /** "2026-12-15", or "" for as soon as it's approved. */
    effectiveOn: z.string(),
  }),
  load: ({ draftId }, { tx }) => lockLegalDraft(tx, draftId),
  allow: legalVersions.isDrafter,
  async run({ input, thing: draft, ...ctx }): Promise<void> {
    legalVersions.requireSeen(draft, input.revision);
    legalVersions.requireEditable(draft);
    const newest = await legalVersions.requireNewest(ctx.tx, draft);
    if (draft.body === newest.body)
      throw invalid("no_changes", "This draft changes nothing yet.", "Change the text and save it, then propose it.");
    const [fault] = legalTextFaults(draft.body, new Set(Object.keys(await listLegalFigures())));
    if (fault) throw invalid("text", fault, "Correct the text, save it, and propose it again.");
    if (draft.summary === "")
      throw invalid("summary", "Say what changed.", "Readers see it on the page. Enter it above, save, and try again.");
    const effectiveAt = input.effectiveOn === "" ? null : dayOf(input.effectiveOn);
    const wrong = (message: string) =>
      invalid("effective", message, "Correct the date and propose the text again.", { effectiveOn: message });
    if (input.effectiveOn !== "" && !effectiveAt) throw wrong("Choose a date.");
    legalVersions.requireAhead(effectiveAt, newest, ctx.now, wrong);
    if (draft.announce && (!effectiveAt || !leavesNotice(effectiveAt, ctx.now, 1)))
      throw wrong(
        `People are told ${LEGAL_NOTICE_DAYS} days before. Choose a date at least ${LEGAL_NOTICE_DAYS + 1} days ahead, so that there's a day for the approval.`,
      );
    await legalVersions.propose(ctx, draft, { effectiveAt, reason: input.reason });
    await ctx.fact("legal.proposed", {
      subjectId: draft.id,
      data: {
        draftId: draft.id,
        document: draft.document,
        summary: draft.summary,
        reason: input.reason,
        effectiveOn: effectiveAt ? input.effectiveOn : null,
      },
      topics: ["staff"],
    });
  },
});

/** The start of a day that exists, or null. */
function dayOf(typed: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(typed)) return null;
  const at = startOfDay(typed);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed) ? at : null;
}
