import { isDeepStrictEqual } from "node:util";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { withTax } from "#app/features/pricing/rules/price-tax.ts";
import { findTax } from "#app/features/tax/server/find-tax.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { type Order, lockOrder } from "../views/find-order.ts";

/** A buyer has few orders with a price that nobody has started to pay. */
const MOST = 100;

/** An order's held price with the tax of its buyer and of today. */
async function taxedNow(ctx: CommandContext, order: Order & { price: PriceReceipt }): Promise<PriceReceipt> {
  const { rule } = await findTax(order, ctx.now, ctx.tx, order.quotedAt ?? ctx.now);
  return withTax(order.price, rule);
}

const hasPrice = (order: Order): order is Order & { price: PriceReceipt } => order.price !== null;

/** Whether the tax of today makes a held price another one. */
export const isTaxOver = async (ctx: CommandContext, order: Order): Promise<boolean> =>
  hasPrice(order) && (await taxedNow(ctx, order)).totalMinor !== order.totalMinor;

/**
 * Gives an order with a held price the tax of its buyer as they are now, at the rates and registrations of today. The
 * rest of the price stays. @param order locked, and `quoted`
 */
export async function taxAgain(ctx: CommandContext, order: Order): Promise<Order> {
  if (!hasPrice(order)) return order;
  const price = await taxedNow(ctx, order);
  if (isDeepStrictEqual(price.tax, order.price.tax)) return order;
  return changeOrder(ctx, order, { price: json(price), taxMinor: price.taxMinor, totalMinor: price.totalMinor });
}

/**
 * The billing details of somebody or of an organization changed, or the answer about their VAT ID: prices that are held
 * for them get the tax that follows. Orders whose payment is open keep theirs until the author changes the order. Safe
 * to repeat.
 */
export async function followBilling({ subjectId, kind }: Fact): Promise<void> {
  if (!subjectId) return;
  const byOrganization = kind.startsWith("organization.");
  let query = database().selectFrom("orders").select("id").where("status", "=", "quoted").limit(MOST);
  query = byOrganization
    ? query.where("organizationId", "=", subjectId)
    : query.where("userId", "=", subjectId).where("organizationId", "is", null);
  for (const { id } of await query.execute())
    await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, id);
      if (order.status === "quoted") await taxAgain(ctx, order);
    });
}
