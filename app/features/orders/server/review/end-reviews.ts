import type { CommandContext } from "#app/platform/server/core/command.ts";

/**
 * Ends the reviews of an order's work that nobody has done yet, because it won't be delivered. Lock the order first.
 */
export async function endReviews({ tx, now }: Pick<CommandContext, "tx" | "now">, orderId: string): Promise<void> {
  await tx
    .updateTable("qa_reviews")
    .set({ status: "void", decidedAt: now })
    .where("orderId", "=", orderId)
    .where("status", "=", "waiting")
    .execute();
}
