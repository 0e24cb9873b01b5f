import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { closeCheckout } from "./close-checkout.ts";
import { releaseHold } from "./release-hold.ts";

const AT_ONCE = 50;

/**
 * Scheduled job: closes checkouts that have kept an editor's words for an hour, so that others can buy them. The client
 * can open a new checkout, and a payment made first counts.
 */
export async function endReservations(at: Date): Promise<void> {
  const db = database();
  const over = await db
    .selectFrom("order_reservations")
    .select("orderId")
    .where("heldUntilAt", "<=", at)
    .orderBy("heldUntilAt")
    .limit(AT_ONCE)
    .execute();
  for (const { orderId } of over) {
    try {
      const open = await db
        .selectFrom("payments")
        .selectAll()
        .where("orderId", "=", orderId)
        .where("status", "in", ["starting", "open"])
        .executeTakeFirst();
      if (open) await closeCheckout(open);
      else
        await transact(CLOCK, async (ctx) => {
          await lockOrder(ctx.tx, orderId);
          await releaseHold(ctx.tx, orderId);
        });
    } catch (error) {
      log.error("couldn't end reservation", error, { orderId });
    }
  }
}
