import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { applyEvent } from "../provider/apply-event.ts";
import { findMissedDisputes } from "../disputes/watch-disputes.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { readRefund } from "../refunds/read-refund.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { checkPayment } from "../checkout/settle-payment.ts";
import { sendReturn, settleReturn } from "../deposits/return-deposits.ts";
import { checkDeposit } from "../deposits/settle-deposit.ts";
import { openDeposit } from "../deposits/start-deposit.ts";
import { settleRefund } from "../refunds/settle-refund.ts";

const WAIT_MS = 10 * MINUTE;
/**
 * How often to check an open checkout: often enough to catch a missed event, rarely enough for one left open all day.
 */
const ASK_AGAIN_MS = 10 * MINUTE;
const AT_ONCE = 50;

/** One failure doesn't stop the others. */
async function each<T>(
  what: string,
  things: readonly T[],
  idOf: (thing: T) => string,
  run: (thing: T) => Promise<unknown>,
): Promise<void> {
  for (const thing of things) {
    try {
      await run(thing);
    } catch (error) {
      log.error(`reconcile: ${what}`, error, { id: idOf(thing) });
    }
  }
}

/**
 * Scheduled job: catches up on missed provider events. Checks payments in progress for ten minutes, applies stored
 * events, sends unsent refunds, and checks sent ones.
 */
export async function reconcilePayments(at: Date): Promise<void> {
  const db = database();
  const long = after(at, -WAIT_MS);

  const events = await db
    .selectFrom("provider_events")
    .select("id")
    .where("appliedAt", "is", null)
    .where("receivedAt", "<=", after(at, -MINUTE))
    .orderBy("receivedAt")
    .limit(AT_ONCE)
    .execute();
  await each(
    "event",
    events,
    (e) => e.id,
    (e) => applyEvent(e.id),
  );

  const payments = await db
    .selectFrom("payments")
    .selectAll()
    .where("status", "in", ["starting", "open"])
    .where("createdAt", "<=", long)
    .where((e) => e.or([e("checkedAt", "is", null), e("checkedAt", "<=", after(at, -ASK_AGAIN_MS))]))
    .orderBy("createdAt")
    .limit(AT_ONCE)
    .execute();
  await each(
    "payment",
    payments,
    (p) => p.id,
    (p) => (p.checkoutSessionId ? checkPayment(p, p.checkoutSessionId, CLOCK) : openCheckout(p)),
  );

  const deposits = await db
    .selectFrom("deposits")
    .selectAll()
    .where("status", "in", ["starting", "open"])
    .where("createdAt", "<=", long)
    .where((e) => e.or([e("checkedAt", "is", null), e("checkedAt", "<=", after(at, -ASK_AGAIN_MS))]))
    .orderBy("createdAt")
    .limit(AT_ONCE)
    .execute();
  await each(
    "deposit",
    deposits,
    (d) => d.id,
    (d) => (d.checkoutSessionId ? checkDeposit(d, d.checkoutSessionId, CLOCK) : openDeposit(d)),
  );

  const returns = await db
    .selectFrom("deposit_returns")
    .selectAll()
    .where("status", "in", ["requested", "sent"])
    .where("createdAt", "<=", long)
    .orderBy("createdAt")
    .limit(AT_ONCE)
    .execute();
  await each(
    "return of a deposit",
    returns,
    (r) => r.id,
    async (r) => {
      if (r.providerRefundId === null) return sendReturn(r.id);
      const seen = await readRefund(r.providerRefundId);
      await transact(CLOCK, (ctx) => settleReturn(ctx, r.id, seen));
    },
  );

  const refunds = await db
    .selectFrom("refunds")
    .selectAll()
    .where("status", "in", ["requested", "sent"])
    .where("createdAt", "<=", long)
    .orderBy("createdAt")
    .limit(AT_ONCE)
    .execute();
  await each(
    "refund",
    refunds,
    (r) => r.id,
    async (r) => {
      if (r.providerRefundId === null) return sendRefund(r.id);
      const seen = await readRefund(r.providerRefundId);
      await transact(CLOCK, (ctx) => settleRefund(ctx, r.id, seen));
    },
  );

  // Once an hour is enough for changes without an event.
  if (at.getUTCMinutes() === 0)
    await findMissedDisputes(at).catch((error: unknown) => log.error("reconcile: disputes", error));
}
