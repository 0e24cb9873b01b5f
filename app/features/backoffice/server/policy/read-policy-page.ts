import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { Figures } from "#app/features/policy/rules/figures.ts";
import { cancelableUntil, policyVersionName, whyOutdated } from "#app/features/policy/rules/version-flow.ts";
import { policyNow, policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import { type PolicyRow, findNewest } from "#app/features/policy/server/version-rows.ts";
import { POLICY_SUBJECTS, completeFigures, policyChanges, policyFaults } from "../../rules/policy-document.ts";
import { sampleEffects } from "../../rules/policy-samples.ts";
import { allowDuty } from "../allow-duty.ts";

const MOST = 100;

const rows = () =>
  database()
    .selectFrom("policy_versions as v")
    .leftJoin("users as d", "d.uid", "v.draftedBy")
    .leftJoin("users as c", "c.uid", "v.decidedBy")
    .selectAll("v")
    .select(["d.displayName as drafter", "c.displayName as decider"]);
type Named = PolicyRow & { drafter: string | null; decider: string | null };

/** A version's status, as on its badge. */
export type VersionState = "draft" | "waiting" | "scheduled" | "in effect" | "replaced" | "canceled" | "discarded";

const line = (row: Named, current: number, at: Date) => ({
  id: row.id,
  version: row.version,
  state: stateOf(row, current, at),
  reason: row.reason,
  effectiveAt: row.effectiveAt?.toISOString() ?? null,
  drafter: row.drafter,
  draftedAt: row.draftedAt.toISOString(),
  decider: row.decider,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  note: row.decisionNote,
  revertedFrom: row.revertedFrom,
});
export type VersionLine = ReturnType<typeof line>;

function stateOf(row: PolicyRow, current: number, at: Date): VersionState {
  if (row.status === "proposed") return "waiting";
  if (row.status !== "approved") return row.status;
  if (row.effectiveAt! > at) return "scheduled";
  return row.version === current ? "in effect" : "replaced";
}

/** Asked of the database: right after an approval, the process may not have heard of it yet. */
const inEffect = (at: Date) => policyNow({ tx: database(), now: at });

/** The differences between two versions, and their effect on sample orders. */
const effects = (before: Figures, after: Figures) => ({
  changes: policyChanges(before, after),
  effects: sampleEffects(completeFigures(before), completeFigures(after)),
});

/** The policy in effect, drafts, and the history. @throws refused unless admin */
export async function readPolicyOverview(actor: Actor) {
  allowDuty(actor, "policy", "the policy");
  const at = now();
  const current = await inEffect(at);
  const all = await rows().where("v.status", "<>", "discarded").orderBy("v.draftedAt", "desc").limit(MOST).execute();
  const lines = all.map((row) => line(row, current.version, at));
  const figures = completeFigures(current.figures);
  const scheduled = all
    .filter((row) => row.status === "approved" && row.effectiveAt! > at)
    .toSorted((a, b) => a.version! - b.version!);
  return {
    subjects: POLICY_SUBJECTS,
    figures,
    current: lines.find((it) => it.version === current.version) ?? null,
    open: lines.filter((it) => it.state === "draft" || it.state === "waiting"),
    ownDraft:
      all.find((r) => r.draftedBy === uidOf(actor) && (r.status === "draft" || r.status === "proposed"))?.id ?? null,
    scheduled: scheduled.map((row, i) => ({
      ...line(row, current.version, at),
      // Each builds on the one before it.
      changes: policyChanges(scheduled[i - 1]?.figures ?? figures, row.figures),
    })),
    history: lines.filter((it) => it.version !== null).toSorted((a, b) => b.version! - a.version!),
  };
}

/**
 * A draft with its changes, what has to be corrected first, and sample orders before and after. For an approved one,
 * also its version.
 * @throws refused, not-found
 */
export async function readPolicyDraft(actor: Actor, draftId: string) {
  allowDuty(actor, "policy", "the policy");
  const row = await rows().where("v.id", "=", draftId).executeTakeFirst();
  if (!row) throw notFound("policy draft");
  const newest = await findNewest();
  const before = newest?.figures ?? {};
  const figures = completeFigures(row.figures);
  const own = row.draftedBy === uidOf(actor);
  const at = now();
  return {
    ...line(row, 0, at),
    revision: row.revision,
    // With the page: the price list is only on the server, so that public pages don't carry a second one.
    subjects: POLICY_SUBJECTS,
    figures,
    own,
    decides: true,
    /** Why the draft has to be brought up to date first, or null. */
    outdated: whyOutdated(row.basedOn, newest?.version ?? 1, policyVersionName),
    newestVersion: newest?.version ?? 1,
    faults: policyFaults(figures),
    ...effects(before, figures),
  };
}
export type PolicyDraftView = Awaited<ReturnType<typeof readPolicyDraft>>;

/** An approved version: what it changed, and sample orders before and after. @throws refused, not-found */
export async function readPolicyVersion(actor: Actor, version: number) {
  allowDuty(actor, "policy", "the policy");
  const row = Number.isSafeInteger(version)
    ? await rows().where("v.version", "=", version).executeTakeFirst()
    : undefined;
  if (!row) throw notFound("policy version");
  const at = now();
  const current = await inEffect(at);
  const before = row.version === 1 ? row.figures : (await policyOfVersion(row.basedOn)).figures;
  const figures = completeFigures(row.figures);
  return {
    ...line(row, current.version, at),
    subjects: POLICY_SUBJECTS,
    figures,
    ...effects(before, figures),
    mayCancel: row.status === "approved" && at < cancelableUntil(row.effectiveAt!),
    mayRevertTo: row.status === "approved" && row.version !== current.version && row.effectiveAt! <= at,
  };
}
