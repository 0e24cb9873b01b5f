import { EDIT_KINDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import {
  approvePolicyProfile,
  proposePolicyProfile,
} from "#app/features/backoffice/server/policy-profiles/decide-profile.ts";
import { readProfileVersionPage } from "#app/features/backoffice/server/policy-profiles/read-profile-pages.ts";
import { confirmProfileRead, savePolicyProfile } from "#app/features/backoffice/server/policy-profiles/save-profile.ts";
import { startPolicyProfile } from "#app/features/backoffice/server/policy-profiles/start-profile.ts";
import { recordFirstPolicyProfiles } from "#app/features/backoffice/server/policy-profiles/watch-profiles.ts";
import type { ProfileContent } from "#app/features/policy-profiles/rules/profile.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { personOf } from "./cast.ts";

const PUBLISHED = ["oxford", "leicester", "birmingham-research", "glasgow-research", "monash-medicine"];

/** A few real policies, as Ada completed and Ben approved them. What a policy doesn't name is for comments. */
export async function seedPolicies(at: Date): Promise<void> {
  const [ada, ben] = [personOf("ada"), personOf("ben")];
  await recordFirstPolicyProfiles();
  const day = (days: number) =>
    after(at, days * DAY)
      .toISOString()
      .slice(0, 10);
  for (const [i, profileId] of PUBLISHED.entries()) {
    const { draftId } = await startPolicyProfile(ada, { profileId });
    const seen = async () => ({ draftId, revision: (await readProfileVersionPage(ada, draftId)).revision });
    const { generic: _set, ...content } = (await readProfileVersionPage(ada, draftId)).content;
    const kinds = Object.fromEntries(
      EDIT_KINDS.map((kind) => [kind, content.kinds[kind] ?? "comment"]),
    ) as ProfileContent["kinds"];
    await savePolicyProfile(ada, { ...(await seen()), content: { ...content, kinds, reviewOn: day(300 + 10 * i) } });
    await confirmProfileRead(ada, { ...(await seen()), readOn: day(0), whole: "yes" });
    await proposePolicyProfile(ada, { ...(await seen()), reason: "Students have asked for it." });
    await approvePolicyProfile(ben, await seen());
  }
}
