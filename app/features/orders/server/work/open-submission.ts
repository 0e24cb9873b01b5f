import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Order } from "../views/find-order.ts";
import { type Submission, findOpenSubmission } from "./find-work.ts";

/**
 * The submission in preparation, created if there is none. The caller has locked the order, so there's only ever one.
 */
export async function openSubmission(ctx: CommandContext, order: Order): Promise<Submission> {
  const open = await findOpenSubmission(order.id, ctx.tx);
  if (open) return open;
  // After QA sent the work back, the letter is kept for the editor to correct.
  const before = await ctx.tx
    .selectFrom("submissions")
    .select(["id", "letter"])
    .where("orderId", "=", order.id)
    .where("editorId", "=", order.assignedTo!)
    .where("status", "=", "changes_required")
    .orderBy("createdAt", "desc")
    .executeTakeFirst();
  const submission = await ctx.tx
    .insertInto("submissions")
    .values({
      id: newId("submission"),
      orderId: order.id,
      editorId: order.assignedTo!,
      round: order.revisionsUsed + 1,
      letter: before?.letter ?? "",
      createdAt: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  // Confirmations of the gate's findings are kept too, if the findings are the same.
  if (before)
    await ctx.tx
      .insertInto("gate_resolutions")
      .columns(["submissionId", "sourceFileId", "findingKey", "kind", "reason", "resolvedBy", "resolvedAt"])
      .expression((e) =>
        e
          .selectFrom("gate_resolutions")
          .select([
            e.val(submission.id).as("submissionId"),
            "sourceFileId",
            "findingKey",
            "kind",
            "reason",
            "resolvedBy",
            "resolvedAt",
          ])
          .where("submissionId", "=", before.id),
      )
      .execute();
  return submission;
}
