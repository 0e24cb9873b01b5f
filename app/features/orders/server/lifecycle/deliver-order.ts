import type { CommandContext } from "#app/platform/server/core/command.ts";
import { autoAcceptAt, revisionUntilAt } from "#app/features/pricing/rules/deadlines.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { type EditFormat, checkedFormatOf } from "../../rules/work/edit-formats.ts";
import type { Order } from "../views/find-order.ts";
import type { Submission } from "../work/find-work.ts";
import { whyNotWithinPolicy } from "../policy/check-policy.ts";
import { moveOrder, orderFact } from "./move-order.ts";
import { payOfEditor } from "./pay-of-editor.ts";

/**
 * Delivers a submission: from now on the author sees its files. A step of the command that decides this (after QA, or
 * without it).
 * @throws conflict if it breaks the order's policy
 * @param order locked, in `submitted` or `qa_review`
 * @returns the delivered order
 */
export async function deliverOrder(ctx: CommandContext, order: Order, submission: Submission): Promise<Order> {
  const { now, tx } = ctx;
  const outside = await whyNotWithinPolicy(order.id, submission.id, tx);
  if (outside) throw outside;
  // A redone first round has its own date, too.
  const due = order.revisionDueAt ?? (submission.round === 1 ? order.dueAt : null);
  const lateMs = due ? Math.max(0, now.getTime() - due.getTime()) : 0;
  await tx
    .updateTable("submissions")
    .set({ status: "delivered", deliveredAt: now })
    .where("id", "=", submission.id)
    .execute();
  const flags = Object.fromEntries(
    Object.entries(order.flags).filter(([name]) => !name.startsWith("accept_reminder_")),
  );
  const deadlines = await deadlinesOfOrder(order, tx);
  const delivered = await moveOrder(ctx, order, "deliver", {
    // The first delivery decides whether the order was on time. A later revision doesn't make it late.
    deliveredAt: order.deliveredAt ?? now,
    autoAcceptAt: autoAcceptAt(now, order.billableWords, deadlines),
    revisionUntilAt: revisionUntilAt(now, order.billableWords, deadlines),
    revisionDueAt: null,
    revisionPromisedAt: null,
    takeoverDueAt: null,
    newWordsMinor: 0,
    ...(order.deliveredAt ? {} : { deliveryPayMinor: await payOfEditor(order, tx) }),
    flags: JSON.stringify(flags),
  });
  await tx
    .updateTable("revision_versions")
    .set({ deliveredAt: now, editorId: submission.editorId })
    .where("orderId", "=", order.id)
    .where("deliveredAt", "is", null)
    .execute();
  await orderFact(
    ctx,
    delivered,
    "order.delivered",
    { submissionId: submission.id, round: submission.round, lateMs, formats: await formatsOf(ctx, submission.id) },
    submission.id,
  );
  return delivered;
}

/** What a submission's copies were checked as. */
async function formatsOf({ tx }: CommandContext, submissionId: string): Promise<EditFormat[]> {
  const parts = await tx
    .selectFrom("submission_files")
    .select("gate")
    .where("submissionId", "=", submissionId)
    .execute();
  return [...new Set(parts.map(({ gate }) => checkedFormatOf(gate)))];
}
