import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { changeSentence, readFigure } from "#app/features/policy/rules/figures.ts";
import { lockVersion, saveVersion } from "#app/features/policy/server/version-rows.ts";
import { POLICY_FIGURES, completeFigures, policyChanges } from "../../rules/policy-document.ts";
import { policyVersions } from "./policy-versions.ts";

/**
 * Saves the actor's own draft. Figures that weren't sent stay. Contradictions are shown on the draft and refused when
 * it's proposed. Saving the same again does nothing.
 * @throws invalid by field; conflict if the draft was changed elsewhere or is being decided
 */
export const savePolicyDraft = command({
  input: policyVersions.seenDraft.extend({
    /** The typed values, by figure. */
    typed: z.record(z.string(), z.string().max(40)),
  }),
  load: ({ draftId }, { tx }) => lockVersion(tx, draftId),
  allow: policyVersions.isDrafter,
  async run({ input, thing: draft, ...ctx }): Promise<{ changed: number }> {
    const before = completeFigures(draft.figures);
    const next: Record<string, number | null> = { ...before };
    const fields: Record<string, string> = {};
    for (const figure of POLICY_FIGURES) {
      const typed = input.typed[figure.key];
      if (typed === undefined) continue;
      const read = readFigure(figure, typed);
      if ("fault" in read) fields[figure.key] = read.fault;
      else next[figure.key] = read.value;
    }
    const [first] = Object.keys(fields);
    if (first) {
      const { label } = POLICY_FIGURES.find((f) => f.key === first)!;
      throw invalid("figures", `${label}: ${fields[first]}`, "Correct the marked fields and save again.", fields);
    }
    const changes = policyChanges(before, next);
    if (changes.length === 0) return { changed: 0 };
    policyVersions.requireSeen(draft, input.revision);
    policyVersions.requireEditable(draft);
    await saveVersion(ctx.tx, draft, { figures: next });
    await ctx.fact("policy.draft_saved", {
      subjectId: draft.id,
      data: { changes: changes.map(changeSentence) },
      topics: ["staff"],
    });
    return { changed: changes.length };
  },
});
