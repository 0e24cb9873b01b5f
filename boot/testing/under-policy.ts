import type { KindRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { GENERIC_PROFILES } from "#app/features/policy-profiles/rules/first-profiles.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { NOON } from "./world.ts";

/** Puts an order under version 3 of the policy of the University of Example, which allows this. */
export async function putUnderPolicy(orderId: string, rule: KindRule, supervisorName?: string): Promise<void> {
  const id = newId("policyProfileVersion");
  const { content } = GENERIC_PROFILES[0]!;
  await database()
    .insertInto("policy_profile_versions")
    .values({
      id,
      profileId: id.replace("_", "-"),
      version: 3,
      status: "approved",
      content: json({ ...content, institution: "University of Example", generic: false, kinds: rule }),
      basedOn: 2,
      effectiveAt: NOON,
      draftedBy: "usr_ada",
      draftedAt: NOON,
      decidedBy: "usr_ben",
      decidedAt: NOON,
      readBy: "usr_ada",
      readOn: "2026-11-20",
    })
    .execute();
  await database()
    .insertInto("order_policies")
    .values({
      orderId,
      versionId: id,
      keptAt: NOON,
      ...(supervisorName ? { supervisorName, consentedAt: NOON } : {}),
    })
    .execute();
}
