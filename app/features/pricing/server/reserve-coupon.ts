import type { Selectable } from "kysely";
import type { CouponsTable } from "#db/schema.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Tx, lockName } from "#app/platform/server/core/database.ts";
import { type CouponUse, cardProblem, isPersonal, limitProblem } from "../rules/coupon.ts";
import { asCoupon, personKeyOf, withUses } from "./find-coupon.ts";

type Step = Pick<CommandContext, "tx" | "now">;
type Buyer = { id: string; userId: string | null; couponId: string | null };
type OrdersBefore = () => Promise<number>;

/** The coupon's row, locked until commit, so that two checkouts can't take its last use. */
const lockCoupon = (tx: Tx, id: string) =>
  tx.selectFrom("coupons").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();

/** Two coupons for first orders are two rows, so the person who uses them is locked as well. */
async function lockFirst(tx: Tx, row: Selectable<CouponsTable>, person: string): Promise<void> {
  if (row.firstOrderOnly) await lockName(tx, `first order ${person}`);
}

const usesOf = async (
  tx: Tx,
  row: Selectable<CouponsTable>,
  order: Buyer,
  ordersBefore: OrdersBefore,
  card: string | null = null,
): Promise<CouponUse> =>
  withUses(
    row,
    { uid: order.userId, orderId: order.id, card, ordersBefore: row.firstOrderOnly ? await ordersBefore() : 0 },
    tx,
  );

/**
 * Holds an order's coupon for the checkout about to open, and releases any other code the order had. Safe to repeat.
 * Lock the order first.
 * @param ordersBefore the client's other paid orders, asked only for a coupon for first orders
 * @returns `problem`: why it can't be held, in words for the client, or null. `personal`: whether its limits depend on
 * who pays, so that the card must be checked before it's charged.
 */
export async function reserveCoupon(
  { tx, now }: Step,
  order: Buyer,
  ordersBefore: OrdersBefore,
): Promise<{ problem: string | null; personal: boolean }> {
  const { couponId } = order;
  await tx
    .updateTable("coupon_uses")
    .set({ state: "released" })
    .where("orderId", "=", order.id)
    .where("state", "=", "reserved")
    .$if(couponId !== null, (q) => q.where("couponId", "<>", couponId))
    .execute();
  if (couponId === null || order.userId === null) return { problem: null, personal: false };
  const personKey = (await personKeyOf(order.userId, tx)) ?? "";
  const row = await lockCoupon(tx, couponId);
  await lockFirst(tx, row, personKey);
  const personal = isPersonal(asCoupon(row));
  const held = await tx
    .selectFrom("coupon_uses")
    .select("orderId")
    .where("couponId", "=", couponId)
    .where("orderId", "=", order.id)
    .where("state", "<>", "released")
    .executeTakeFirst();
  if (held) return { problem: null, personal };
  const problem = limitProblem(await usesOf(tx, row, order, ordersBefore));
  if (problem === null) await hold(tx, order, { state: "reserved", createdAt: now, personKey, cardFingerprint: null });
  return { problem, personal };
}

/**
 * Checks an order's coupon against the card that is about to be charged, and keeps the card with the hold. Safe to
 * repeat. Lock the order first.
 * @param orders the other orders paid for by the client, and those paid for with the card
 * @returns why the card can't pay with it, in words for the client, or null
 */
export async function checkCouponCard(
  { tx, now }: Step,
  order: Buyer,
  card: string | null,
  orders: { byClient: OrdersBefore; byCard: OrdersBefore },
): Promise<string | null> {
  const { couponId } = order;
  if (couponId === null || order.userId === null) return null;
  const personKey = (await personKeyOf(order.userId, tx)) ?? "";
  const row = await lockCoupon(tx, couponId);
  await lockFirst(tx, row, personKey);
  if (card !== null) await lockFirst(tx, row, card);
  const byClient = await usesOf(tx, row, order, orders.byClient);
  const byEither = async () => Math.max(await orders.byClient(), await orders.byCard());
  const byCard = card === null ? byClient : await usesOf(tx, row, order, byEither, card);
  const problem = cardProblem(byClient, byCard);
  if (problem === null) await hold(tx, order, { state: "reserved", createdAt: now, personKey, cardFingerprint: card });
  return problem;
}

/** Writes an order's hold on its coupon. */
async function hold(
  tx: Tx,
  { id: orderId, couponId, userId }: Buyer,
  held: { state: "reserved"; createdAt: Date; personKey: string; cardFingerprint: string | null },
): Promise<void> {
  await tx
    .insertInto("coupon_uses")
    .values({ couponId: couponId!, orderId, userId: userId!, ...held })
    .onConflict((c) => c.columns(["couponId", "orderId"]).doUpdateSet(held))
    .execute();
}
