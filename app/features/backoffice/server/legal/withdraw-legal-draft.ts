import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { listLegalVersions } from "#app/features/accounts/server/legal/legal-documents.ts";
import { lockLegalDraft, moveLegalRow, saveLegalRow } from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { isLegalDrafter, requireEditable } from "./own-legal-draft.ts";

const draftInput = z.object({ draftId: z.string() });

/** Withdraws the actor's proposal, so that they can change it. Repeating it does nothing. */
export const takeBackLegalDraft = command({
  input: draftInput,
  load: ({ draftId }, { tx }) => lockLegalDraft(tx, draftId),
  allow: isLegalDrafter,
  async run({ thing: draft, ...ctx }): Promise<void> {
    if (draft.status === "draft") return;
    await moveLegalRow(ctx.tx, draft, "take_back", { proposedAt: null });
    await ctx.fact("legal.taken_back", {
      subjectId: draft.id,
      data: { draftId: draft.id, document: draft.document },
      topics: ["staff"],
    });
  },
});

/** Discards the actor's draft. Repeating it does nothing. */
export const discardLegalDraft = command({
  input: draftInput,
  load: ({ draftId }, { tx }) => lockLegalDraft(tx, draftId),
  allow: isLegalDrafter,
  async run({ thing: draft, ...ctx }): Promise<{ document: string }> {
    const { document } = draft;
    if (draft.status === "discarded") return { document };
    await moveLegalRow(ctx.tx, draft, "discard", { decidedAt: ctx.now });
    await ctx.fact("legal.discarded", {
      subjectId: draft.id,
      data: { draftId: draft.id, document },
      topics: ["staff"],
    });
    return { document };
  },
});

/**
 * Records that the actor compared their draft with the newest version, on which it's based from now on. Its text stays
 * as it is: the page shows what differs. Safe to repeat.
 */
export const updateLegalDraft = command({
  input: draftInput,
  load: ({ draftId }, { tx }) => lockLegalDraft(tx, draftId),
  allow: isLegalDrafter,
  async run({ thing: draft, ...ctx }): Promise<void> {
    requireEditable(draft);
    const [newest] = await listLegalVersions(draft.document, ctx.tx);
    if (draft.basedOn !== newest!.version) await saveLegalRow(ctx.tx, draft, { basedOn: newest!.version });
  },
});
