import { command } from "#app/platform/server/core/command.ts";
import { listLegalVersions } from "#app/features/accounts/server/legal/legal-documents.ts";
import { saveLegalRow } from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { legalVersions } from "./legal-versions.ts";

/**
 * Records that the actor compared their draft with the newest version, on which it's based from now on. Its text stays
 * as it is: the page shows what differs. Safe to repeat.
 */
export const updateLegalDraft = command({
  ...legalVersions.ownDraft,
  async run({ thing: draft, ...ctx }): Promise<void> {
    legalVersions.requireEditable(draft);
    const [newest] = await listLegalVersions(draft.document, ctx.tx);
    if (draft.basedOn !== newest!.version) await saveLegalRow(ctx.tx, draft, { basedOn: newest!.version });
  },
});
