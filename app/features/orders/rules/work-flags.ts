import { after } from "#app/platform/rules/time.ts";
import { type DeadlinePolicy, DEADLINE_POLICY } from "#app/features/pricing/rules/policy.ts";
import { editorFlags, reassignTimes } from "#app/features/pricing/rules/deadlines.ts";
import type { OrderStatus } from "./flow.ts";

export type WorkFlag = "unstarted" | "idle" | "unsubmitted" | "overdue";

/** An order as far as its editor's clock goes. */
export type WorkClock = {
  status: OrderStatus;
  assignedAt: Date | null;
  editorDueAt: Date | null;
  revisionDueAt: Date | null;
  revisionsUsed: number;
  /** Time the clock stood since the editor took the order. */
  pausedMs: number;
  progressAt: Date | null;
  /** When this editor last uploaded an edited copy, if ever. */
  uploadedAt: Date | null;
};

const FIRST_ROUND: readonly OrderStatus[] = ["assigned", "in_progress", "changes_required"];
const REVISION: readonly OrderStatus[] = ["revision_requested", "in_revision"];

/** The editor's window: from taking the order, the standing time left out, to the editor's deadline. */
const windowOf = (it: WorkClock): { from: Date; to: Date } | null =>
  it.assignedAt && it.editorDueAt ? { from: after(it.assignedAt, it.pausedMs), to: it.editorDueAt } : null;

/**
 * The flags that are due now, by the name under which each is raised once. Paused, held, disputed and handed-in orders do not tick.
 * A revision has a deadline of its own: only being overdue is flagged there, once a round.
 */
export function dueFlags(
  it: WorkClock,
  now: Date,
  policy: DeadlinePolicy = DEADLINE_POLICY,
): { key: string; flag: WorkFlag }[] {
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
  // A window that was over when the order was taken has no quarters: only that it is late is worth saying.
  if (window.to > window.from && !handedInBefore) {
    if (it.status === "assigned" && now >= at.unstartedAt) say("unstarted");
    if (it.status === "in_progress" && !it.progressAt && !it.uploadedAt && now >= at.idleAt) say("idle");
    if (now >= at.unsubmittedAt) say("unsubmitted");
  }
  if (now >= at.overdueAt) say("overdue");
  return due;
}

/** Why an admin is offered to give the order to somebody else, or null. */
export function reassignReason(it: WorkClock, now: Date, policy: DeadlinePolicy = DEADLINE_POLICY): string | null {
  const window = windowOf(it);
  if (!window || (it.status !== "assigned" && it.status !== "in_progress")) return null;
  const at = reassignTimes(window.from, window.to, policy);
  if (it.status === "assigned" && now >= at.unstartedAt)
    return "Half of the editor's window is gone and the work has not been started.";
  if (!it.uploadedAt && !it.progressAt && now >= at.nothingUploadedAt)
    return "Nine tenths of the editor's window are gone: nothing was uploaded and no progress was reported.";
  return null;
}
