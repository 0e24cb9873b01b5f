import type { CommandContext } from "#app/platform/server/core/command.ts";
import { limitProblem } from "../rules/coupon.ts";
import { personKeyOf, withUses } from "./find-coupon.ts";

type Buyer = { id: string; userId: string | null; couponId: string | null };

/**
 * Holds an order's coupon for the checkout about to open, and releases any other code the order had. Safe to repeat.
 * Lock the order first. The coupon's row is locked until commit, so two checkouts can't take the last use.
 * @returns why it can't be held, in words for the client, or null
 */
export async function reserveCoupon(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  order: Buyer,
): Promise<string | null> {
  const { couponId } = order;
  await tx
    .updateTable("coupon_uses")
    .set({ state: "released" })
    .where("orderId", "=", order.id)
    .where("state", "=", "reserved")
    .$if(couponId !== null, (q) => q.where("couponId", "<>", couponId))
    .execute();
  if (couponId === null || order.userId === null) return null;
  const row = await tx
    .selectFrom("coupons")
    .selectAll()
    .where("id", "=", couponId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const held = await tx
    .selectFrom("coupon_uses")
    .select("orderId")
    .where("couponId", "=", couponId)
    .where("orderId", "=", order.id)
    .where("state", "<>", "released")
    .executeTakeFirst();
  if (held) return null;
  const problem = limitProblem(await withUses(row, order.userId, order.id, tx));
  if (problem !== null) return problem;
  const hold = { state: "reserved" as const, createdAt: now, personKey: (await personKeyOf(order.userId, tx)) ?? "" };
  await tx
    .insertInto("coupon_uses")
    .values({ couponId, orderId: order.id, userId: order.userId, ...hold })
    .onConflict((c) => c.columns(["couponId", "orderId"]).doUpdateSet(hold))
    .execute();
  return null;
}
