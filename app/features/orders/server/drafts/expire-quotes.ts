import { sql } from "kysely";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";

/** Clock rule: a price is held for 7 days, and an order that isn't paid by then expires. @returns how many */
export async function expireQuotes(now: Date): Promise<number> {
  const due = await database()
    .selectFrom("orders")
    .select("id")
    .where("status", "in", ["quoted", "awaiting_payment"])
    .where("quoteExpiresAt", "<=", now)
    // The offer that set the price ends with it, and the order is a draft again: see watch-quotes.ts.
    .where(sql<boolean>`price->'custom' is null`)
    .limit(200)
    .execute();
  let expired = 0;
  for (const { id } of due)
    expired += await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, id);
      // Paid, or reopened, since it was found.
      if (
        (order.status !== "quoted" && order.status !== "awaiting_payment") ||
        !order.quoteExpiresAt ||
        order.quoteExpiresAt > now
      )
        return 0;
      await orderFact(ctx, await moveOrder(ctx, order, "expire"), "order.expired", {});
      return 1;
    });
  return expired;
}
