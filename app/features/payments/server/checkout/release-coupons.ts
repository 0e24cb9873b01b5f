import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { releaseHold } from "./release-hold.ts";
import { closeCheckout } from "./close-checkout.ts";

/** How long an unpaid checkout may reserve a limited coupon. */
const HOLD_MS = HOUR;
const AT_ONCE = 50;

/**
 * Scheduled job: releases coupons whose checkout ended without releasing them (after a crash), and closes checkouts
 * that have held a limited coupon for an hour. The client can open a new checkout, and a payment made first counts.
 */
export async function releaseCoupons(at: Date): Promise<void> {
  const db = database();
  const held = await db
    .selectFrom("coupon_uses as u")
    .innerJoin("coupons as c", "c.id", "u.couponId")
    .leftJoin("payments as p", (j) => j.onRef("p.orderId", "=", "u.orderId").on("p.status", "in", ["starting", "open"]))
    .select(["u.orderId", "p.id as paymentId"])
    .where("u.state", "=", "reserved")
    .where((e) =>
      e.or([
        e("p.id", "is", null),
        e.and([e("c.totalLimit", "is not", null), e("u.createdAt", "<=", after(at, -HOLD_MS))]),
      ]),
    )
    .orderBy("u.createdAt")
    .limit(AT_ONCE)
    .execute();
  for (const { orderId, paymentId } of held) {
    try {
      const open = paymentId
        ? await db
            .selectFrom("payments")
            .selectAll()
            .where("id", "=", paymentId)
            .where("status", "in", ["starting", "open"])
            .executeTakeFirst()
        : undefined;
      if (open) await closeCheckout(open);
      else
        await transact(CLOCK, async (ctx) => {
          await lockOrder(ctx.tx, orderId);
          await releaseHold(ctx.tx, orderId);
        });
    } catch (error) {
      log.error("couldn't release coupon", error, { orderId });
    }
  }
}
