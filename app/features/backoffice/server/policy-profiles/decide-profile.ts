import { dayOf } from "#app/platform/rules/core/day.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { profileFaults, profileName, profileText } from "#app/features/policy-profiles/rules/profile.ts";
import { type ProfileRow, lockProfileVersion } from "#app/features/policy-profiles/server/profile-rows.ts";
import { profileVersions } from "./profile-versions.ts";

/** @throws invalid with the first thing that's still open */
function requireComplete({ content, readOn }: ProfileRow, now: Date, advice: string): void {
  const today = dayOf(now);
  const [fault] = [
    ...profileFaults(content, readOn),
    ...(content.reviewOn !== null && content.reviewOn <= today
      ? ["Choose a date for the next review that is ahead."]
      : []),
  ];
  if (fault) throw invalid("incomplete", fault, advice);
}

/**
 * Asks another admin to approve the actor's draft.
 * @throws invalid while something is open or nothing changes; conflict when it has moved on
 */
export const proposePolicyProfile = command({
  input: profileVersions.seenDraft.extend({ reason: reasonText("Enter a reason. Every admin will see it.", 3) }),
  load: ({ draftId }, { tx }) => lockProfileVersion(tx, draftId),
  allow: profileVersions.isDrafter,
  async run({ input, thing: draft, ...ctx }): Promise<void> {
    profileVersions.requireSeen(draft, input.revision);
    profileVersions.requireEditable(draft);
    const { row } = await profileVersions.requireNewest(ctx.tx, draft);
    requireComplete(draft, ctx.now, "Complete the draft, save it, and propose it again.");
    // A page that was read again is a new version, even if its rules are the same.
    if (row && profileText(row.content) === profileText(draft.content) && row.readOn === draft.readOn)
      throw invalid("no_changes", "This draft changes nothing yet.", "Change something and save it, then propose it.");
    await profileVersions.propose(ctx, draft, { effectiveAt: null, reason: input.reason });
    await ctx.fact("policy_profile.proposed", {
      subjectId: draft.id,
      data: { draftId: draft.id, name: profileName(draft.content), reason: input.reason },
      topics: ["staff"],
    });
  },
});

/**
 * Approves another person's profile. It gets its number, and students can choose it at once. Approving twice does
 * nothing.
 * @throws conflict if it has moved on, or another version came first
 */
export const approvePolicyProfile = command({
  input: profileVersions.seenDraft,
  load: ({ draftId }, { tx }) => lockProfileVersion(tx, draftId),
  allow: profileVersions.isChecker,
  async run({ input, thing: draft, ...ctx }): Promise<{ profileId: string; version: number }> {
    const { profileId, content } = draft;
    if (draft.status === "approved" && draft.decidedBy === uidOf(ctx.actor))
      return { profileId, version: draft.version! };
    profileVersions.requireOpen(draft);
    profileVersions.requireSeen(draft, input.revision);
    const newest = await profileVersions.requireNewest(ctx.tx, draft);
    requireComplete(draft, ctx.now, "Decline it, so that the person who drafted it can complete it.");
    const version = newest.version + 1;
    await profileVersions.approve(ctx, draft, profileVersions.effectOf(draft, newest, ctx.now), { version });
    await ctx.fact("policy_profile.approved", {
      subjectId: draft.id,
      data: { profileId, name: profileName(content), version, reason: draft.reason, offered: content.offered },
      topics: ["staff"],
    });
    await forgetPages(ctx.tx);
    return { profileId, version };
  },
});
