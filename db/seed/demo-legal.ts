import { DAY, after } from "#app/platform/rules/core/time.ts";
import { approveLegalDraft } from "#app/features/backoffice/server/legal/decide-legal-draft.ts";
import { proposeLegalDraft } from "#app/features/backoffice/server/legal/propose-legal-draft.ts";
import { readLegalDraft } from "#app/features/backoffice/server/legal/read-legal-page.ts";
import { saveLegalDraft } from "#app/features/backoffice/server/legal/save-legal-draft.ts";
import { startLegalDraft } from "#app/features/backoffice/server/legal/start-legal-draft.ts";
import { personOf } from "./cast.ts";

const BEFORE = "Don't ask an editor to work for you outside {{siteName}}.";
const AFTER = "Don't ask an editor to work for you, or to exchange files with you, outside {{siteName}}.";

/** A new version of the acceptable use policy: Ada drafted it, Ben approved it, and it takes effect in a month. */
export async function seedLegalTexts(at: Date): Promise<void> {
  const [ada, ben] = [personOf("ada"), personOf("ben")];
  const { draftId } = await startLegalDraft(ada, { document: "acceptable-use-policy" });
  const draft = await readLegalDraft(ada, draftId);
  const body = draft.body.replace(BEFORE, AFTER);
  if (body === draft.body) throw new Error("The acceptable use policy no longer says what the demo changes.");
  await saveLegalDraft(ada, {
    draftId,
    revision: draft.revision,
    body,
    summary: "Files are exchanged with editors only through orders.",
    announce: "",
  });
  await proposeLegalDraft(ada, {
    draftId,
    revision: draft.revision + 1,
    reason: "Two editors were asked to send files by email.",
    effectiveOn: after(at, 30 * DAY)
      .toISOString()
      .slice(0, 10),
  });
  await approveLegalDraft(ben, { draftId, revision: draft.revision + 2 });
}
