import type { Selectable } from "kysely";
import type { ProviderTransactionsTable } from "#db/schema.ts";
import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { bookTransaction } from "./book-transaction.ts";
import { type SeenTransaction, orderOfTransaction } from "./seen-transaction.ts";

export type ProviderTransaction = Selectable<ProviderTransactionsTable>;

/**
 * Stores a transaction of the card provider and books it, each only once. Safe to repeat, out of order, and
 * concurrently. The caller has locked its order, if it has one.
 * @returns whether it's in the journal now; if not, the payment, refund, or dispute it belongs to isn't booked yet
 */
export async function storeTransaction(ctx: CommandContext, seen: SeenTransaction, orderId: string | null) {
  await ctx.tx
    .insertInto("provider_transactions")
    .values({ ...seen, orderId, readAt: ctx.now })
    .onConflict((c) => c.column("id").doNothing())
    .execute();
  const row = await ctx.tx
    .selectFrom("provider_transactions")
    .selectAll()
    .where("id", "=", seen.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.bookedAt !== null || bookTransaction(ctx, row);
}

/** The same in its own transaction. */
export async function settleTransaction(seen: SeenTransaction): Promise<boolean> {
  const orderId = await orderOfTransaction(seen);
  return transact(PROVIDER, async (ctx) => {
    if (orderId !== null) await lockOrder(ctx.tx, orderId);
    return storeTransaction(ctx, seen, orderId);
  });
}
