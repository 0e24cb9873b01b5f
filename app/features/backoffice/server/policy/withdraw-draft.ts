import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { lockVersion, moveVersion } from "#app/features/policy/server/version-rows.ts";
import { isDrafter } from "./own-draft.ts";

const draftInput = z.object({ draftId: z.string() });

/** Withdraws the actor's proposal, so that they can change it. Repeating it does nothing. */
export const takeBackPolicyDraft = command({
  input: draftInput,
  load: ({ draftId }, { tx }) => lockVersion(tx, draftId),
  allow: isDrafter,
  async run({ thing: draft, ...ctx }): Promise<void> {
    if (draft.status === "draft") return;
    await moveVersion(ctx.tx, draft, "take_back", { proposedAt: null });
    await ctx.fact("policy.taken_back", { subjectId: draft.id, data: { draftId: draft.id }, topics: ["staff"] });
  },
});

/** Discards the actor's draft. Repeating it does nothing. */
export const discardPolicyDraft = command({
  input: draftInput,
  load: ({ draftId }, { tx }) => lockVersion(tx, draftId),
  allow: isDrafter,
  async run({ thing: draft, ...ctx }): Promise<void> {
    if (draft.status === "discarded") return;
    await moveVersion(ctx.tx, draft, "discard", { decidedAt: ctx.now });
    await ctx.fact("policy.discarded", { subjectId: draft.id, data: { draftId: draft.id }, topics: ["staff"] });
  },
});
