import { z } from "zod";
import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { changeSentence } from "#app/features/policy/rules/figures.ts";
import { lockVersion } from "#app/features/policy/server/version-rows.ts";
import { completeFigures, needsPayNotice, policyChanges, policyFaults } from "../../rules/policy-document.ts";
import { policyVersions } from "./policy-versions.ts";
import { PAY_NOTICE_DAYS } from "#app/features/pricing/rules/pay-figures.ts";

/**
 * Asks another admin to approve the actor's draft, from a date or as soon as it's approved.
 * @throws invalid by field when nothing changes, figures contradict each other, or the date isn't ahead; conflict when
 * it has moved on
 */
export const proposePolicyDraft = command({
  input: policyVersions.seenDraft.extend({
    reason: reasonText("Enter a reason. Every admin will see it.", 3),
    /** "2026-11-24T14:05" on the clocks of the one who proposes; "" for as soon as it's approved. */
    effectiveAt: z.string(),
  }),
  load: ({ draftId }, { tx }) => lockVersion(tx, draftId),
  allow: policyVersions.isDrafter,
  async run({ input, thing: draft, ...ctx }): Promise<void> {
    policyVersions.requireOpen(draft);
    policyVersions.requireSeen(draft, input.revision);
    const newest = await policyVersions.requireNewest(ctx.tx, draft);
    const figures = completeFigures(draft.figures);
    const changes = policyChanges(newest.figures, figures).map(changeSentence);
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
    policyVersions.requireAhead(effectiveAt, newest, ctx.now, wrong);
    const soonest = after(ctx.now, (PAY_NOTICE_DAYS + 1) * DAY);
    if (needsPayNotice(newest.figures, figures) && (!effectiveAt || effectiveAt < soonest))
      throw wrong(
        `Some editors would be paid less, and they're told ${PAY_NOTICE_DAYS} days before. Choose a date at least ${PAY_NOTICE_DAYS + 1} days ahead, so that there's a day for the approval.`,
      );
    await policyVersions.propose(ctx, draft, { effectiveAt, reason: input.reason });
    await ctx.fact("policy.proposed", {
      subjectId: draft.id,
      data: { draftId: draft.id, changes, reason: input.reason, effectiveAt: effectiveAt?.toISOString() ?? null },
      topics: ["staff"],
    });
  },
});
