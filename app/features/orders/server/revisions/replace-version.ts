import { conflict } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { isReviseable, revisionRefusal } from "../../rules/work/revision.ts";
import type { Order } from "../views/find-order.ts";
import { listDeliveredCopies } from "../work/find-delivery.ts";

/**
 * Removes an earlier version of a delivered source before a new one is added. A step of the command that adds it.
 * @param order locked
 * @throws conflict when no revision can be requested, or there's nothing to compare it with
 */
export async function replaceVersion(ctx: CommandContext, order: Order, sourceFileId: string | null): Promise<void> {
  const refusal = isReviseable(order.status)
    ? revisionRefusal(order, ctx.now, await deadlinesOfOrder(order, ctx.tx))
    : "A revision is already in progress.";
  if (refusal) throw conflict("no_revision", refusal, "Order a re-edit of your new version, or contact support.");
  if (!(await listDeliveredCopies(order.id, ctx.tx)).some((copy) => copy.sourceFileId === sourceFileId))
    throw conflict(
      "no_delivery",
      "This delivery has no clean copy to compare a new version with.",
      "Request the revision without a new version, or place a new order for it.",
    );
  await removeVersions(ctx, order.id, sourceFileId);
}

/** Removes the version for the next revision from its order, with the copy made from it. @param order locked */
export async function removeVersions(ctx: CommandContext, orderId: string, sourceFileId: string | null): Promise<void> {
  const removed = await ctx.tx
    .updateTable("files")
    .set({ removedAt: ctx.now })
    .where("orderId", "=", orderId)
    .where("purpose", "=", "version")
    .where("sourceFileId", "=", sourceFileId)
    .where("round", "is", null)
    .where("removedAt", "is", null)
    .returning("id")
    .execute();
  if (removed.length === 0) return;
  await ctx.tx
    .updateTable("files")
    .set({ removedAt: ctx.now })
    .where("purpose", "=", "working")
    .where(
      "sourceFileId",
      "in",
      removed.map((file) => file.id),
    )
    .where("removedAt", "is", null)
    .execute();
}
