import type { CommandContext } from "#app/platform/server/core/command.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import type { SeenCheckout } from "./read-checkout.ts";
import { isProviderRefusal, stripe } from "../provider/stripe.ts";

export const REFUND_TEST_JOB = "refund-test-payment";

/** The latest test payment, for the setup checklist. */
export const findTestPayment = (db: Reader = database()) =>
  db
    .selectFrom("test_payments")
    .select(["id", "status", "amountMinor", "currency", "failure", "createdAt", "paidAt", "refundedAt"])
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();

/** Whether the card provider and its webhooks have ever carried a test payment through. */
export const findPaidTest = (db: Reader = database()) =>
  db
    .selectFrom("test_payments")
    .select(["paidAt", "refundedAt"])
    .where("paidAt", "is not", null)
    .orderBy("paidAt", "desc")
    .limit(1)
    .executeTakeFirst();

/** Brings a test payment in line with the provider. Safe to repeat, and in any order. @returns what happened */
export async function settleTestPayment(ctx: CommandContext, id: string, seen: SeenCheckout): Promise<string> {
  if (seen.state === "expired") {
    await ctx.tx
      .updateTable("test_payments")
      .set({ status: "failed", failure: "The payment page expired." })
      .where("id", "=", id)
      .where("status", "in", ["starting", "open"])
      .execute();
    return "test payment expired";
  }
  if (seen.state !== "paid") return "test payment under way";
  const paid = await ctx.tx
    .updateTable("test_payments")
    .set({ status: "paid", paidAt: ctx.now, paymentIntentId: seen.paymentIntentId, failure: null })
    .where("id", "=", id)
    .where("paidAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!paid) return "nothing new";
  await ctx.fact("payment.test_paid", { subjectId: id, data: { amountMinor: seen.amountMinor }, topics: ["staff"] });
  await enqueue(ctx.tx, REFUND_TEST_JOB, { testPaymentId: id });
  return "test payment paid";
}

/**
 * The job that gives a test payment back. Its id is the idempotency key.
 * @throws the provider's error, when it can be retried
 */
export async function refundTestPayment(id: string): Promise<void> {
  const payment = await database().selectFrom("test_payments").selectAll().where("id", "=", id).executeTakeFirst();
  if (!payment || payment.status !== "paid" || !payment.paymentIntentId) return;
  try {
    await stripe().refunds.create(
      { payment_intent: payment.paymentIntentId, metadata: { testPaymentId: id } },
      { idempotencyKey: `test-refund:${id}` },
    );
  } catch (error) {
    if (!isProviderRefusal(error)) throw error;
    await database()
      .updateTable("test_payments")
      .set({ failure: `The refund was refused: ${error.message}`.slice(0, 300) })
      .where("id", "=", id)
      .execute();
    return;
  }
  await database()
    .updateTable("test_payments")
    .set({ status: "refunded", refundedAt: now(), failure: null })
    .where("id", "=", id)
    .where("status", "=", "paid")
    .execute();
}
