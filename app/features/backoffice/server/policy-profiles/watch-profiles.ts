import { sql } from "kysely";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { profileName } from "#app/features/policy-profiles/rules/profile.ts";
import { recordFirstProfiles } from "#app/features/policy-profiles/server/profile-rows.ts";

/** At startup: records the profiles that the product comes with. */
export const recordFirstPolicyProfiles = (): Promise<void> =>
  transact(CLOCK, (ctx) => recordFirstProfiles({ ...ctx, now: now() }));

/** Clock rule: reminds staff once of each offered profile whose page should be read again. @returns how many */
export const watchPolicyProfiles = (_now: Date): Promise<number> =>
  transact(CLOCK, async (ctx) => {
    const due = await ctx.tx
      .updateTable("policy_profile_versions as v")
      .set({ remindedAt: ctx.now })
      .where("v.status", "=", "approved")
      .where("v.remindedAt", "is", null)
      .where(
        sql<boolean>`v.content ->> 'offered' = 'true' and v.content ->> 'reviewOn' <= ${ctx.now.toISOString().slice(0, 10)}`,
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("policy_profile_versions as later")
              .select("later.id")
              .whereRef("later.profileId", "=", "v.profileId")
              .where("later.status", "=", "approved")
              .whereRef("later.version", ">", "v.version"),
          ),
        ),
      )
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
