import { profileName } from "#app/features/policy-profiles/rules/profile.ts";
import {
  type ProfileRow,
  lockProfileVersion,
  newestProfile,
  recordFirstProfiles,
} from "#app/features/policy-profiles/server/profile-rows.ts";
import { policyVersionName } from "#app/features/policy/rules/version-flow.ts";
import { versions } from "#app/features/policy/server/versions.ts";

/** Policy profiles change by versions: the content team or an admin proposes, an admin who didn't write it approves. */
export const profileVersions = versions<
  ProfileRow,
  { version: number; effectiveAt: Date | null; row: ProfileRow | null },
  { version: number }
>({
  table: "policy_profile_versions",
  noun: "profile",
  nouns: "policy profiles",
  drafts: "legalDrafts",
  decides: "legal",
  lock: lockProfileVersion,
  newest: async (tx, { profileId }) => {
    const row = await newestProfile(tx, profileId);
    return { version: row?.version ?? 0, effectiveAt: row?.effectiveAt ?? null, row };
  },
  nameOf: policyVersionName,
  numbered: true,
  // A profile applies as soon as it's approved.
  chooseAhead: "",
  bringsUpToDate: "The person who drafted it can compare the versions and bring the draft up to date.",
  takenBack: (ctx, { id, content }) =>
    ctx.fact("policy_profile.taken_back", {
      subjectId: id,
      data: { draftId: id, name: profileName(content) },
      topics: ["staff"],
    }),
  discarded: async (ctx, { id, content }) => {
    // What the product comes with stays a draft for somebody else.
    await recordFirstProfiles(ctx);
    await ctx.fact("policy_profile.discarded", {
      subjectId: id,
      data: { draftId: id, name: profileName(content) },
      topics: ["staff"],
    });
  },
  declined: (ctx, { id, content, draftedBy }, reason) =>
    ctx.fact("policy_profile.declined", {
      subjectId: draftedBy!,
      data: { draftId: id, name: profileName(content), reason },
      topics: ["staff", `user:${draftedBy!}`],
    }),
});

export const takeBackPolicyProfile = profileVersions.takeBack;
export const discardPolicyProfile = profileVersions.discard;
export const declinePolicyProfile = profileVersions.decline;
