import { notFound } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { type Dispute, findDispute } from "./find-dispute.ts";

/** A dispute with its order, both locked, the order first. @throws not-found */
export async function lockDispute(ctx: CommandContext, id: string): Promise<{ order: Order; dispute: Dispute }> {
  const found = await findDispute(id, ctx.tx);
  if (!found) throw notFound("dispute");
  const order = await lockOrder(ctx.tx, found.orderId);
  const dispute = await ctx.tx
    .selectFrom("disputes")
    .selectAll()
    .where("id", "=", found.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { order, dispute };
}
