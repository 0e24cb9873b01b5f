import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import type { SharedQuote } from "./find-shared-quote.ts";

/** An author's shared quote, with its order locked. For anyone who can't see the order it doesn't exist. */
export async function lockShared(
  ctx: CommandContext,
  sharedQuoteId: string,
): Promise<{ quote: SharedQuote; order: Order }> {
  const find = async () =>
    isId("sharedQuote", sharedQuoteId)
      ? await ctx.tx.selectFrom("shared_quotes").selectAll().where("id", "=", sharedQuoteId).executeTakeFirst()
      : undefined;
  const found = await find();
  if (!found) throw notFound("quote");
  const order = await lockOrder(ctx.tx, found.orderId);
  if (!can.view(ctx.actor, order)) throw notFound("quote");
  return { quote: (await find())!, order };
}
