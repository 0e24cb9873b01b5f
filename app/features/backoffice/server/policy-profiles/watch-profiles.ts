import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { profileName } from "#app/features/policy-profiles/rules/profile.ts";
import { markReminded, recordFirstProfiles } from "#app/features/policy-profiles/server/profile-rows.ts";

/** At startup: records the profiles that the product comes with. */
export const recordFirstPolicyProfiles = (): Promise<void> =>
  transact(CLOCK, (ctx) => recordFirstProfiles({ ...ctx, now: now() }));

/** Clock rule: reminds staff once of each offered profile whose page should be read again. @returns how many */
export const watchPolicyProfiles = (_now: Date): Promise<number> =>
  transact(CLOCK, async (ctx) => {
    const due = await markReminded(ctx);
    for (const { id, profileId, content } of due)
      await ctx.fact("policy_profile.review_due", {
        subjectId: id,
        data: { profileId, name: profileName(content), reviewOn: content.reviewOn! },
        topics: ["staff"],
      });
    return due.length;
  });
