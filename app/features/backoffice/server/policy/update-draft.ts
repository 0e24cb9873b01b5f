import { command } from "#app/platform/server/core/command.ts";
import { rebaseFigures } from "#app/features/policy/rules/figures.ts";
import { policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import { findNewest, saveVersion } from "#app/features/policy/server/version-rows.ts";
import { completeFigures } from "../../rules/policy-document.ts";
import { policyVersions } from "./policy-versions.ts";

/**
 * Bases the actor's draft on the newest version: its own changes stay, and everything else is the newest. Safe to
 * repeat.
 */
export const updatePolicyDraft = command({
  ...policyVersions.ownDraft,
  async run({ thing: draft, ...ctx }): Promise<void> {
    policyVersions.requireEditable(draft);
    const newest = await findNewest(ctx.tx);
    if (!newest || draft.basedOn === newest.version) return;
    const began = await policyOfVersion(draft.basedOn, ctx.tx);
    const figures = rebaseFigures(
      completeFigures(began.figures),
      completeFigures(draft.figures),
      completeFigures(newest.figures),
    );
    await saveVersion(ctx.tx, draft, { figures, basedOn: newest.version! });
  },
});
