import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { z } from "zod";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { config } from "#app/platform/server/core/config.ts";
import { command } from "#app/platform/server/core/command.ts";
import { database, lockName } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { isProviderRefusal, providerDown } from "../provider/stripe.ts";
import { createSession } from "./create-session.ts";

const AMOUNT_MINOR = 100;

/** The open test payment, or a new one. The row exists before the provider is asked. */
const takeTestPayment = command({
  input: z.object({}),
  async load(_input, { tx, now }) {
    await lockName(tx, "test payment");
    return tx
      .selectFrom("test_payments")
      .selectAll()
      .where("status", "in", ["starting", "open"])
      .where((q) => q.or([q("expiresAt", "is", null), q("expiresAt", ">", now)]))
      .orderBy("createdAt", "desc")
      .executeTakeFirst();
  },
  allow: (actor) => may(actor, "money") || only("money", "make a test payment"),
  async run({ thing: open, tx, actor, now }) {
    if (open) return open;
    return tx
      .insertInto("test_payments")
      .values({
        id: newId("testPayment"),
        amountMinor: AMOUNT_MINOR,
        currency: CURRENCY,
        createdBy: actor.kind === "person" ? actor.uid : "",
        createdAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  },
});

/**
 * Starts a test payment of $1.00, which is refunded as soon as it arrives.
 * @returns the URL of the provider's page @throws refused; busy when the provider doesn't respond or refuses
 */
export async function startTestPayment(actor: Actor): Promise<string> {
  const payment = await takeTestPayment(actor, {});
  if (payment.url) return payment.url;
  const page = `${config().origins.app}/admin/admin-tools?show=setup`;
  try {
    const session = await createSession(payment, {
      shown: { name: "Test payment", description: "Refunded as soon as it arrives" },
      about: { testPaymentId: payment.id },
      memo: "Test payment",
      back: { paid: `${page}#card`, cancelled: `${page}#card` },
    });
    await database()
      .updateTable("test_payments")
      .set({
        status: "open",
        checkoutSessionId: session.id,
        url: session.url,
        expiresAt: new Date(session.expires_at * 1000),
        failure: null,
      })
      .where("id", "=", payment.id)
      .where("status", "=", "starting")
      .execute();
    if (session.url) return session.url;
    throw providerDown();
  } catch (error) {
    log.error("couldn't open the test payment", error);
    if (isProviderRefusal(error))
      await database()
        .updateTable("test_payments")
        .set({ status: "failed", failure: error.message.slice(0, 300) })
        .where("id", "=", payment.id)
        .where("status", "=", "starting")
        .execute();
    throw providerDown();
  }
}
