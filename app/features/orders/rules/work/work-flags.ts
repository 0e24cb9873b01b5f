import { after } from "#app/platform/rules/core/time.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { editorFlags, reassignTimes } from "#app/features/pricing/rules/deadlines.ts";
import type { OrderStatus } from "../flow.ts";

export type WorkFlag = "unstarted" | "idle" | "unsubmitted" | "overdue";

/** The parts of an order that the editor's clock depends on. */
export type WorkClock = {
  status: OrderStatus;
  assignedAt: Date | null;
  editorDueAt: Date | null;
  revisionDueAt: Date | null;
  revisionsUsed: number;
  /** Time on hold since the editor took the order. */
  pausedMs: number;
  progressAt: Date | null;
  /** When this editor last uploaded an edited copy, if ever. */
  uploadedAt: Date | null;
};

const FIRST_ROUND: readonly OrderStatus[] = ["assigned", "in_progress", "changes_required"];
const REVISION: readonly OrderStatus[] = ["revision_requested", "in_revision"];

/** The editor's window: from taking the order to the deadline, not counting time on hold. */
const windowOf = (it: WorkClock): { from: Date; to: Date } | null =>
  it.assignedAt && it.editorDueAt ? { from: after(it.assignedAt, it.pausedMs), to: it.editorDueAt } : null;

/**
 * The flags due now, with the key under which each is raised only once. The clock doesn't run for paused, held,
 * disputed or submitted orders. A revision has its own deadline: only overdue is flagged, once a round.
 */
export function dueFlags(it: WorkClock, now: Date, policy: DeadlinePolicy): { key: string; flag: WorkFlag }[] {
  const revising = REVISION.includes(it.status) || (it.status === "changes_required" && it.revisionsUsed > 0);
  if (revising)
    return it.revisionDueAt && now >= it.revisionDueAt
      ? [{ key: `overdue:${it.revisionsUsed + 1}`, flag: "overdue" }]
      : [];
  const window = FIRST_ROUND.includes(it.status) ? windowOf(it) : null;
  if (!window) return [];
  const due: { key: string; flag: WorkFlag }[] = [];
  const say = (flag: WorkFlag) => due.push({ key: flag, flag });
  const at = editorFlags(window.from, window.to, policy);
  const handedInBefore = it.status === "changes_required";
  // If the window was already over when the order was taken, only overdue is flagged.
  if (window.to > window.from && !handedInBefore) {
    if (it.status === "assigned" && now >= at.unstartedAt) say("unstarted");
    if (it.status === "in_progress" && !it.progressAt && !it.uploadedAt && now >= at.idleAt) say("idle");
    if (now >= at.unsubmittedAt) say("unsubmitted");
  }
  if (now >= at.overdueAt) say("overdue");
  return due;
}

/** Why an admin should consider reassigning the order, or null. */
export function reassignReason(it: WorkClock, now: Date, policy: DeadlinePolicy): string | null {
  const window = windowOf(it);
  if (!window || (it.status !== "assigned" && it.status !== "in_progress")) return null;
  const at = reassignTimes(window.from, window.to, policy);
  if (it.status === "assigned" && now >= at.unstartedAt)
    return `${policy.reassign.unstartedBp / 100}% of the editor's time has passed and work hasn't started.`;
  if (!it.uploadedAt && !it.progressAt && now >= at.nothingUploadedAt)
    return `${policy.reassign.nothingUploadedBp / 100}% of the editor's time has passed with no upload and no reported progress.`;
  return null;
}

/** Flags about the editor's time: with another deadline they can be raised again. */
export const isWorkFlag = (name: string): boolean => /^(unstarted|idle|unsubmitted|overdue)(:|$)/.test(name);
