import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { changeSentence } from "#app/features/policy/rules/figures.ts";
import { lockVersion, policyChanged } from "#app/features/policy/server/version-rows.ts";
import {
  completeFigures,
  needsPayNotice,
  payChanges,
  policyChanges,
  policyFaults,
} from "../../rules/policy-document.ts";
import { policyVersions } from "./policy-versions.ts";
import { PAY_NOTICE_DAYS } from "#app/features/pricing/rules/pay-figures.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";

/**
 * Approves another admin's change. It gets the next version number and applies from its date, or at once. Orders and
 * quotes that have a price keep theirs. Approving twice does nothing.
 * @throws conflict if it has moved on, another version came first, or its date has passed
 */
export const approvePolicyDraft = command({
  input: policyVersions.seenDraft,
  load: ({ draftId }, { tx }) => lockVersion(tx, draftId),
  allow: policyVersions.isChecker,
  async run({ input, thing: draft, ...ctx }): Promise<{ version: number }> {
    const { tx, now, actor } = ctx;
    if (draft.status === "approved" && draft.decidedBy === uidOf(actor)) return { version: draft.version! };
    policyVersions.requireSeen(draft, input.revision);
    const newest = await policyVersions.requireNewest(tx, draft);
    const figures = completeFigures(draft.figures);
    const [fault] = policyFaults(figures);
    if (fault)
      throw invalid("contradiction", fault.message, "Decline it, so that the admin who drafted it can correct it.");
    const effectiveAt = policyVersions.effectOf(draft, newest, now);
    if (needsPayNotice(newest.figures, figures) && effectiveAt < after(now, PAY_NOTICE_DAYS * DAY))
      throw conflict(
        "notice_too_short",
        `Some editors would be paid less, and they're told ${PAY_NOTICE_DAYS} days before. This date is sooner than that.`,
        "Decline it, so that the admin who drafted it can choose a later date.",
      );
    const pay = payChanges(newest.figures, figures);
    const { last } = await tx
      .selectFrom("policy_versions")
      .select((eb) => eb.fn.max("version").as("last"))
      .executeTakeFirstOrThrow();
    const version = (last ?? 1) + 1;
    await policyVersions.approve(ctx, draft, effectiveAt, { version });
    await ctx.fact("policy.approved", {
      subjectId: draft.id,
      data: {
        version,
        changes: policyChanges(newest.figures, figures).map(changeSentence),
        reason: draft.reason,
        effectiveAt: effectiveAt.toISOString(),
        draftedBy: draft.draftedBy!,
        ...(pay.length > 0 ? { pay } : {}),
      },
      topics: ["staff"],
    });
    await policyChanged(tx);
    return { version };
  },
});
