import type { CommandContext } from "#app/platform/server/core/command.ts";

/**
 * Ends all open invites of an order except the winner's: `lost` if someone accepted, `withdrawn` if the order is no
 * longer available. Notifies each editor right away.
 */
export async function endInvites(
  ctx: CommandContext,
  orderId: string,
  to: "lost" | "withdrawn",
  winnerId: string | null = null,
): Promise<number> {
  let update = ctx.tx
    .updateTable("invites")
    .set({ status: to, respondedAt: ctx.now })
    .where("orderId", "=", orderId)
    .where("status", "=", "sent");
  if (winnerId) update = update.where("id", "<>", winnerId);
  const ended = await update.returning(["id", "editorId"]).execute();
  for (const i of ended)
    await ctx.fact("invite.lost", {
      orderId,
      subjectId: i.editorId,
      topics: [`user:${i.editorId}`],
      data: { inviteId: i.id, editorId: i.editorId },
    });
  return ended.length;
}
