import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import type { LegalVersion } from "#app/features/accounts/rules/legal.ts";
import { listLegalVersions } from "#app/features/accounts/server/legal/legal-documents.ts";
import type { LegalRow } from "#app/features/accounts/server/legal/legal-version-rows.ts";
import { whyOutdated } from "../../rules/legal-draft.ts";

/** True for the person whose draft it is, or why not. */
export const isLegalDrafter = (actor: Actor, draft: LegalRow): true | string =>
  may(actor, "legalDrafts") && uidOf(actor) === draft.draftedBy
    ? true
    : "Only the person who started this draft can change it.";

/** True for every admin who didn't write it, or why not: a change needs two people. */
export function isLegalChecker(actor: Actor, draft: LegalRow): true | string {
  if (!may(actor, "legal")) return only("legal", "decide about legal texts");
  return uidOf(actor) !== draft.draftedBy || "Another admin has to decide about your text.";
}

/** @throws conflict if the draft was approved or discarded */
export function requireOpen(draft: LegalRow): void {
  if (draft.version !== null)
    throw conflict(
      "draft_approved",
      "This text was approved already.",
      "Nothing was saved. Start a new draft to change something else.",
    );
  if (draft.status === "discarded")
    throw conflict("draft_discarded", "This draft was discarded.", "Nothing was saved. Start a new draft instead.");
}

/** @throws conflict if the draft is waiting for approval */
export function requireEditable(draft: LegalRow): void {
  requireOpen(draft);
  if (draft.status !== "draft")
    throw conflict(
      "draft_proposed",
      "This draft is waiting for approval, so it can't be changed.",
      "Take it back first, then save again.",
    );
}

/** @throws conflict if the draft was saved since the requesting page was opened */
export function requireSeen(draft: LegalRow, revision: number): void {
  if (draft.revision === revision) return;
  throw conflict(
    "draft_changed",
    "This draft was changed after you opened the page.",
    "What you typed is still here. Open the draft in another tab to see the change, then reload this page and enter yours again.",
  );
}

/**
 * The newest version, which the draft builds on.
 * @throws conflict when another one was approved since the draft began, or the one it began with was canceled
 */
export async function requireNewestText(tx: Tx, draft: LegalRow): Promise<LegalVersion> {
  const [newest] = await listLegalVersions(draft.document, tx);
  const why = whyOutdated(draft.basedOn, newest!.version);
  if (why === null) return newest!;
  throw conflict(
    "newer_version",
    why,
    "The admin who drafted it can compare the texts and bring the draft up to date. Then check it again.",
  );
}
