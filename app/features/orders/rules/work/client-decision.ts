/** The decisions that an order asks of its author because it's late or nobody has taken it. */
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { mayWaitBeyond } from "../deadline/late-order.ts";
import { revisionTimes } from "../deadline/late-revision.ts";
import { type TimedOrder, timesOf } from "../deadline/lateness.ts";

export type ClientDecision = {
  /** No editor has taken the order, it's very late, or its revision is. */
  kind: "no_editor" | "late" | "late_revision";
  /** When it's refunded or closed without an answer. */
  by: Date;
};

type Decided = Omit<TimedOrder, "searchBeganAt"> & {
  flags: Record<string, string>;
  paidAt: Date | null;
  revisionDueAt: Date | null;
  revisionPromisedAt: Date | null;
};

/**
 * What the author of an order can choose now, or null. The order's page, the dashboard, and lists all ask this.
 * @param policy the one the order was sold with
 */
export function clientDecision(
  order: Decided,
  now: Date,
  policy: Pick<DeadlinePolicy, "veryLateBp" | "lateRevision">,
): ClientDecision | null {
  const revision = revisionTimes(order, policy);
  if (revision) return revision.closableAt <= now ? { kind: "late_revision", by: revision.closesAt } : null;
  const refundAt = mayWaitBeyond(timesOf(order), now, policy);
  // Somebody who chose to wait has decided. They can still change their mind on the order's page.
  if (refundAt) return order.waitUntilAt && order.waitUntilAt > now ? null : { kind: "late", by: refundAt };
  return order.status === "paid" && order.deliveredAt === null && order.flags.clientOffered && order.dueAt
    ? { kind: "no_editor", by: order.dueAt }
    : null;
}
