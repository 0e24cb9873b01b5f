import { policyVersionName } from "#app/features/policy/rules/version-flow.ts";
import { type PolicyRow, findNewest, lockVersion } from "#app/features/policy/server/version-rows.ts";
import { versions } from "#app/features/policy/server/versions.ts";

type Newest = Pick<PolicyRow, "effectiveAt" | "figures"> & { version: number };

/** The policy changes by versions: an admin proposes, another one approves. */
export const policyVersions = versions<PolicyRow, Newest, { version: number }>({
  table: "policy_versions",
  noun: "change",
  nouns: "policy changes",
  drafts: "policy",
  decides: "policy",
  lock: lockVersion,
  async newest(tx) {
    const row = await findNewest(tx);
    return { version: row?.version ?? 1, effectiveAt: row?.effectiveAt ?? null, figures: row?.figures ?? {} };
  },
  nameOf: policyVersionName,
  numbered: true,
  chooseAhead: "Choose a date in the future, or leave it empty.",
  bringsUpToDate: "The admin who drafted it can bring it up to date, which keeps the draft's own changes.",
  takenBack: (ctx, { id }) =>
    ctx.fact("policy.taken_back", { subjectId: id, data: { draftId: id }, topics: ["staff"] }),
  discarded: (ctx, { id }) => ctx.fact("policy.discarded", { subjectId: id, data: { draftId: id }, topics: ["staff"] }),
  declined: (ctx, { id, draftedBy }, reason) =>
    ctx.fact("policy.declined", {
      subjectId: draftedBy,
      data: { draftId: id, reason },
      topics: ["staff", `user:${draftedBy}`],
    }),
});

export const takeBackPolicyDraft = policyVersions.takeBack;
export const discardPolicyDraft = policyVersions.discard;
export const declinePolicyDraft = policyVersions.decline;
