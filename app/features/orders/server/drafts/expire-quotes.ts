import { sql } from "kysely";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { database } from "#app/platform/server/core/database.ts";
import { lockOrder } from "../views/find-order.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";

/** Clock rule: a price is held for 7 days, and an order that isn't paid by then expires. @returns how many */
export async function expireQuotes(now: Date): Promise<number> {
  const due = database()
    .selectFrom("orders")
    .select("id")
    .where("status", "in", ["quoted", "awaiting_payment"])
    .where("quoteExpiresAt", "<=", now)
    // The offer that set the price ends with it, and the order is a draft again: see watch-quotes.ts.
    .where(sql<boolean>`price->'custom' is null`);
  return sweep("expire a quote", due, async (ctx, { id }) => {
    const order = await lockOrder(ctx.tx, id);
    // Paid, or reopened, since it was found.
    if (
      (order.status !== "quoted" && order.status !== "awaiting_payment") ||
      !order.quoteExpiresAt ||
      order.quoteExpiresAt > now
    )
      return false;
    await orderFact(ctx, await moveOrder(ctx, order, "expire"), "order.expired", {});
    return true;
  });
}
