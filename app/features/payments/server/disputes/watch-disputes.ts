import { CLOCK, PROVIDER } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { reminderDue } from "../../rules/dispute.ts";
import { stripe } from "../provider/stripe.ts";
import { type Dispute, hasOpenChargeback } from "./find-dispute.ts";
import { paymentOfIntent } from "../checkout/payment-of-intent.ts";
import { readDispute, seenDisputeIn } from "./read-dispute.ts";
import { freeze, settleDispute } from "./settle-dispute.ts";

const AT_ONCE = 200;
/** How often the provider is asked about a dispute that nothing was heard of. */
const ASK_AGAIN_MS = 6 * HOUR;
/** How far back to look for disputes whose first event never arrived. */
const LOOK_BACK_MS = 3 * DAY;

/**
 * Clock: reminds admins of deadlines, stops orders that couldn't be stopped when their payment was disputed, and
 * catches up on events of open disputes that never came.
 */
export async function watchDisputes(now: Date): Promise<void> {
  const open = await database()
    .selectFrom("disputes")
    .selectAll()
    .where("status", "in", ["needs_response", "under_review"])
    .orderBy("evidenceDueAt")
    .limit(AT_ONCE)
    .execute();
  for (const dispute of open)
    await follow(dispute, now).catch((error: unknown) =>
      log.error("dispute not followed", error, { disputeId: dispute.id }),
    );
}

async function follow(dispute: Dispute, now: Date): Promise<void> {
  if (after(dispute.checkedAt, ASK_AGAIN_MS) <= now) {
    const seen = await readDispute(dispute.providerDisputeId);
    await transact(PROVIDER, (ctx) => settleDispute(ctx, { id: dispute.paymentId, orderId: dispute.orderId }, seen));
  }
  await transact(CLOCK, async (ctx) => {
    const order = await lockOrder(ctx.tx, dispute.orderId);
    // After a hold ended or another move was in progress, an order may continue although its payment is disputed.
    if (await hasOpenChargeback(ctx.tx, order.id)) await freeze(ctx, order);
    const row = await ctx.tx
      .selectFrom("disputes")
      .selectAll()
      .where("id", "=", dispute.id)
      .where("status", "=", "needs_response")
      .forUpdate()
      .executeTakeFirst();
    const due = row ? reminderDue(row, ctx.now) : null;
    if (!row || !due || row.sendingAt) return;
    await ctx.tx
      .updateTable("disputes")
      .set(due === "last" ? { lastRemindedAt: ctx.now } : { remindedAt: ctx.now })
      .where("id", "=", row.id)
      .execute();
    const data = { disputeId: row.id, dueAt: row.evidenceDueAt!.toISOString() };
    await orderFact(ctx, order, "dispute.reminded", data, row.id);
  });
}

/** Settles the latest disputes at the provider that we don't know yet. @returns how many were new */
export async function findMissedDisputes(now: Date): Promise<number> {
  const since = Math.floor(after(now, -LOOK_BACK_MS).getTime() / 1000);
  const { data } = await stripe().disputes.list({ created: { gte: since }, limit: 100 });
  let found = 0;
  for (const one of data) {
    const seen = seenDisputeIn(one);
    const known = await database()
      .selectFrom("disputes")
      .select("id")
      .where("providerDisputeId", "=", seen.providerDisputeId)
      .executeTakeFirst();
    const payment = known ? null : await paymentOfIntent(seen.paymentIntent);
    if (!payment) continue;
    const outcome = await transact(PROVIDER, (ctx) => settleDispute(ctx, payment, seen));
    if (outcome !== "nothing new") found++;
  }
  return found;
}
