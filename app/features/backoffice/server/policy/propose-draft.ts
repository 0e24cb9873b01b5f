import { z } from "zod";
import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { changeSentence } from "#app/features/policy/rules/figures.ts";
import { MOST_DAYS_AHEAD } from "#app/features/policy/rules/version-flow.ts";
import { lockVersion, moveVersion } from "#app/features/policy/server/version-rows.ts";
import { completeFigures, needsPayNotice, policyChanges, policyFaults } from "../../rules/policy-document.ts";
import { isDrafter, requireNewest, requireRevision, requireUndecided } from "./own-draft.ts";
import { PAY_NOTICE_DAYS } from "#app/features/pricing/rules/pay-figures.ts";

/**
 * Asks another admin to approve the actor's draft, from a date or as soon as it's approved.
 * @throws invalid by field when nothing changes, figures contradict each other, or the date isn't ahead; conflict when
 * it has moved on
 */
export const proposePolicyDraft = command({
  input: z.object({
    draftId: z.string(),
    revision: z.coerce.number().int(),
    reason: reasonText("Enter a reason. Every admin will see it.", 3),
    /** "2026-11-24T14:05" on the clocks of the one who proposes; "" for as soon as it's approved. */
    effectiveAt: z.string(),
  }),
  load: ({ draftId }, { tx }) => lockVersion(tx, draftId),
  allow: isDrafter,
  async run({ input, thing: draft, ...ctx }): Promise<void> {
    requireUndecided(draft);
    requireRevision(draft, input.revision);
    const newest = await requireNewest(ctx.tx, draft);
    const figures = completeFigures(draft.figures);
    const changes = policyChanges(newest?.figures ?? {}, figures).map(changeSentence);
    if (changes.length === 0)
      throw invalid(
        "no_changes",
        "This draft changes nothing yet.",
        "Change a figure and save it, then propose the draft.",
      );
    const [fault] = policyFaults(figures);
    if (fault) throw invalid("contradiction", fault.message, "Correct the figure, save, and propose the draft again.");
    const effectiveAt = input.effectiveAt === "" ? null : instantOf(input.effectiveAt, zoneOf(ctx.actor));
    const wrong = (message: string) =>
      invalid("effective", message, "Correct the date and propose the draft again.", { effectiveAt: message });
    if (input.effectiveAt !== "" && !effectiveAt) throw wrong("Choose a date and a time.");
    if (effectiveAt && effectiveAt <= ctx.now) throw wrong("Choose a date in the future, or leave it empty.");
    if (effectiveAt && effectiveAt > after(ctx.now, MOST_DAYS_AHEAD * DAY)) throw wrong("Choose a date within a year.");
    if (effectiveAt && newest?.effectiveAt && effectiveAt <= newest.effectiveAt)
      throw wrong(
        `Version ${newest.version} takes effect later than that. Choose a later date, or cancel that version.`,
      );
    const soonest = after(ctx.now, (PAY_NOTICE_DAYS + 1) * DAY);
    if (needsPayNotice(newest?.figures ?? {}, figures) && (!effectiveAt || effectiveAt < soonest))
      throw wrong(
        `Some editors would be paid less, and they're told ${PAY_NOTICE_DAYS} days before. Choose a date at least ${PAY_NOTICE_DAYS + 1} days ahead, so that there's a day for the approval.`,
      );
    await moveVersion(ctx.tx, draft, "propose", {
      // The reason and the date are part of what gets approved, so a proposal counts as a save.
      revision: draft.revision + 1,
      reason: input.reason,
      effectiveAt,
      proposedAt: ctx.now,
      decidedBy: null,
      decidedAt: null,
      decisionNote: null,
    });
    await ctx.fact("policy.proposed", {
      subjectId: draft.id,
      data: { draftId: draft.id, changes, reason: input.reason, effectiveAt: effectiveAt?.toISOString() ?? null },
      topics: ["staff"],
    });
  },
});
