import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { whyOutdated } from "#app/features/policy/rules/version-flow.ts";
import { type PolicyRow, findNewest } from "#app/features/policy/server/version-rows.ts";

/** True for the admin whose draft it is, or why not. */
export const isDrafter = (actor: Actor, draft: PolicyRow): true | string =>
  may(actor, "policy") && uidOf(actor) === draft.draftedBy
    ? true
    : "Only the admin who started this draft can change it.";

/** True for every other admin, or why not: a change needs two people. */
export function isChecker(actor: Actor, draft: PolicyRow): true | string {
  if (!may(actor, "policy")) return "Only admins can decide about policy changes.";
  return uidOf(actor) !== draft.draftedBy || "Another admin has to decide about your change.";
}

/** @throws conflict if the draft was approved or discarded */
export function requireUndecided(draft: PolicyRow): void {
  if (draft.version !== null)
    throw conflict(
      "draft_approved",
      `This change was approved as version ${draft.version}.`,
      "Nothing was saved. Start a new draft to change something else.",
    );
  if (draft.status === "discarded")
    throw conflict("draft_discarded", "This draft was discarded.", "Nothing was saved. Start a new draft instead.");
}

/** @throws conflict if the draft was saved since the requesting page was opened */
export function requireRevision(draft: PolicyRow, revision: number): void {
  if (draft.revision === revision) return;
  throw conflict(
    "draft_changed",
    "This draft was changed after you opened the page.",
    "What you typed is still here. Open the draft in another tab to see the change, then reload this page and enter yours again.",
  );
}

/**
 * The newest approved version, which the draft builds on.
 * @throws conflict when another one was approved since the draft began, or the one it began with was canceled
 */
export async function requireNewest(tx: Tx, draft: PolicyRow): Promise<PolicyRow | null> {
  const newest = await findNewest(tx);
  const version = newest?.version ?? 1;
  const why = whyOutdated(draft.basedOn, version);
  if (why === null) return newest;
  throw conflict(
    "newer_version",
    why,
    "The admin who drafted it can bring it up to date, which keeps the draft's own changes. Then check it again.",
  );
}
