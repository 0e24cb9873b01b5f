import type { Tx } from "#app/platform/server/core/database.ts";

/** Deletes the quotes that were shared of these orders, except those that were paid: they belong to their invoices. */
export async function forgetSharedQuotes(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .deleteFrom("shared_quotes as q")
    .where("q.orderId", "in", orderIds)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("payment_payers as y")
            .innerJoin("payments as p", "p.id", "y.paymentId")
            .select("y.paymentId")
            .whereRef("y.sharedQuoteId", "=", "q.id")
            .where("p.status", "=", "succeeded"),
        ),
      ),
    )
    .execute();
}
