import type { Fact } from "#app/platform/rules/core/fact.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { withTax } from "#app/features/pricing/rules/price-tax.ts";
import { policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import { findTax } from "#app/features/tax/server/find-tax.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { lockOrder } from "../views/find-order.ts";

/** An author has few orders with a price that they haven't started to pay. */
const MOST = 100;

/**
 * Somebody's billing details or the answer about their VAT ID changed: prices that are held for them get the tax that
 * follows. Orders whose payment is open keep theirs until the author changes the order. Safe to repeat.
 */
export async function followBilling({ subjectId: uid }: Fact): Promise<void> {
  if (!uid) return;
  const held = await database()
    .selectFrom("orders")
    .select("id")
    .where("userId", "=", uid)
    .where("status", "=", "quoted")
    .limit(MOST)
    .execute();
  for (const { id } of held)
    await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, id);
      if (order.status !== "quoted" || !order.price) return;
      const policy = await policyOfVersion(order.policyVersion, ctx.tx);
      const { rule } = await findTax(uid, order.quotedAt ?? ctx.now, policy, ctx.tx);
      const price = withTax(order.price, rule);
      if (JSON.stringify(price.tax) === JSON.stringify(order.price.tax)) return;
      await changeOrder(ctx, order, { price: json(price), taxMinor: price.taxMinor, totalMinor: price.totalMinor });
    });
}
