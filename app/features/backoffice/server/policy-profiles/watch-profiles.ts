import { type RawBuilder, sql } from "kysely";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { profileName } from "#app/features/policy-profiles/rules/profile.ts";
import { recordFirstProfiles } from "#app/features/policy-profiles/server/profile-rows.ts";

/** Whether the page of the newest, offered version `v` of a profile should be read again. */
export const isReviewDue = (at: Date): RawBuilder<boolean> =>
  sql<boolean>`v.status = 'approved' and v.content ->> 'offered' = 'true'
    and v.content ->> 'reviewOn' <= ${at.toISOString().slice(0, 10)}
    and not exists (select 1 from policy_profile_versions later where later."profileId" = v."profileId"
      and later.status = 'approved' and later.version > v.version)`;

/** At startup: records the profiles that the product comes with. */
export const recordFirstPolicyProfiles = (): Promise<void> =>
  transact(CLOCK, (ctx) => recordFirstProfiles({ ...ctx, now: now() }));

/** Clock rule: reminds staff once of each offered profile whose page should be read again. @returns how many */
export const watchPolicyProfiles = (_now: Date): Promise<number> =>
  transact(CLOCK, async (ctx) => {
    const due = await ctx.tx
      .updateTable("policy_profile_versions as v")
      .set({ remindedAt: ctx.now })
      .where("v.remindedAt", "is", null)
      .where(isReviewDue(ctx.now))
      .returning(["v.id", "v.profileId", "v.content"])
      .execute();
    for (const { id, profileId, content } of due)
      await ctx.fact("policy_profile.review_due", {
        subjectId: id,
        data: { profileId, name: profileName(content), reviewOn: content.reviewOn! },
        topics: ["staff"],
      });
    return due.length;
  });
