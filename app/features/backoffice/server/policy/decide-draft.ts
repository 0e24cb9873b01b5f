import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { changeSentence } from "#app/features/policy/rules/figures.ts";
import { lockVersion, moveVersion, policyChanged } from "#app/features/policy/server/version-rows.ts";
import {
  completeFigures,
  needsPayNotice,
  payChanges,
  policyChanges,
  policyFaults,
} from "../../rules/policy-document.ts";
import { isChecker, requireNewest, requireRevision } from "./own-draft.ts";
import { PAY_NOTICE_DAYS } from "#app/features/pricing/rules/pay-figures.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";

/**
 * Approves another admin's change. It gets the next version number and applies from its date, or at once. Orders and
 * quotes that have a price keep theirs. Approving twice does nothing.
 * @throws conflict if it has moved on, another version came first, or its date has passed
 */
export const approvePolicyDraft = command({
  input: z.object({ draftId: z.string(), revision: z.coerce.number().int() }),
  load: ({ draftId }, { tx }) => lockVersion(tx, draftId),
  allow: isChecker,
  async run({ input, thing: draft, ...ctx }): Promise<{ version: number }> {
    const { tx, now, actor } = ctx;
    if (draft.status === "approved" && draft.decidedBy === uidOf(actor)) return { version: draft.version! };
    requireRevision(draft, input.revision);
    const newest = await requireNewest(tx, draft);
    const figures = completeFigures(draft.figures);
    const [fault] = policyFaults(figures);
    if (fault)
      throw invalid("contradiction", fault.message, "Decline it, so that the admin who drafted it can correct it.");
    if (draft.effectiveAt && draft.effectiveAt <= now)
      throw conflict(
        "date_passed",
        "The effective date passed while this change was waiting.",
        "Decline it, so that the admin who drafted it can choose another date.",
      );
    const effectiveAt = draft.effectiveAt ?? now;
    if (needsPayNotice(newest?.figures ?? {}, figures) && effectiveAt < after(now, PAY_NOTICE_DAYS * DAY))
      throw conflict(
        "notice_too_short",
        `Some editors would be paid less, and they're told ${PAY_NOTICE_DAYS} days before. This date is sooner than that.`,
        "Decline it, so that the admin who drafted it can choose a later date.",
      );
    const pay = payChanges(newest?.figures ?? {}, figures);
    if (newest?.effectiveAt && newest.effectiveAt > effectiveAt)
      throw conflict(
        "scheduled_first",
        `Version ${newest.version} is scheduled and takes effect later than this change.`,
        "Cancel that version first, or decline this change so that it gets a later date.",
      );
    const { last } = await tx
      .selectFrom("policy_versions")
      .select((eb) => eb.fn.max("version").as("last"))
      .executeTakeFirstOrThrow();
    const version = (last ?? 1) + 1;
    await moveVersion(tx, draft, "approve", { version, effectiveAt, decidedBy: uidOf(actor), decidedAt: now });
    await ctx.fact("policy.approved", {
      subjectId: draft.id,
      data: {
        version,
        changes: policyChanges(newest?.figures ?? {}, figures).map(changeSentence),
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

/** Declines another admin's change, with a reason. The draft stays, so that it can be corrected. */
export const declinePolicyDraft = command({
  input: z.object({
    draftId: z.string(),
    revision: z.coerce.number().int(),
    note: reasonText("Say what should change.", 3),
  }),
  load: ({ draftId }, { tx }) => lockVersion(tx, draftId),
  allow: isChecker,
  async run({ input, thing: draft, ...ctx }): Promise<void> {
    requireRevision(draft, input.revision);
    await moveVersion(ctx.tx, draft, "decline", {
      decidedBy: uidOf(ctx.actor),
      decidedAt: ctx.now,
      decisionNote: input.note,
      proposedAt: null,
    });
    await ctx.fact("policy.declined", {
      subjectId: draft.draftedBy,
      data: { draftId: draft.id, reason: input.note },
      topics: ["staff", `user:${draft.draftedBy}`],
    });
  },
});
