import type { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { createSession } from "../checkout/create-session.ts";
import { isProviderDown, isProviderRefusal, providerDown } from "../provider/stripe.ts";
import type { Deposit } from "./find-deposit.ts";
import { type OwnAmount, takeDeposit, takeGift, takeOwnDeposit } from "./take-deposit.ts";

/**
 * Starts adding money to an organization's account by card, or continues what's open.
 * @returns the URL of the provider's page
 * @throws not-found, refused; invalid amount; conflict (too_many, not_sold); busy if the provider doesn't respond
 */
export const startDeposit = async (actor: Actor, input: { organizationId: string; amount: string }) =>
  openDeposit(await takeDeposit(actor, input));

/** The same for a client's own account, in a currency that we sell in. */
export const startOwnDeposit = async (actor: Actor, input: z.input<typeof OwnAmount>) =>
  openDeposit(await takeOwnDeposit(actor, input));

/** The same for somebody else, who gets an email once it's paid. @throws also invalid (giftEmail, message), too-many */
export const startGift = async (actor: Actor, input: Parameters<typeof takeGift>[1]) =>
  openDeposit(await takeGift(actor, input));

/** Opens the provider's page of a deposit, or returns the open one. Repeating it gives the same page. @throws busy */
export async function openDeposit(deposit: Deposit): Promise<string> {
  if (deposit.url !== null) return deposit.url;
  const user = await database()
    .selectFrom("users")
    .select("email")
    .where("uid", "=", deposit.createdBy)
    .executeTakeFirst();
  const own = deposit.organizationId === null;
  const page = `${config().origins.app}${own ? "/profile/balance" : `/organizations/${deposit.organizationId}/balance`}`;
  let session;
  try {
    session = await createSession(deposit, {
      shown: { name: "Funds for an account", description: "To pay for orders" },
      about: { depositId: deposit.id },
      memo: own ? "Funds for a client's account" : "Funds for an organization's account",
      ...(user ? { email: user.email } : {}),
      back: { paid: `${page}?deposit=${deposit.id}`, cancelled: page },
    });
  } catch (error) {
    log.error("couldn't open the checkout of a deposit", error, { depositId: deposit.id });
    if (isProviderDown(error) || !isProviderRefusal(error)) throw providerDown();
    await database()
      .updateTable("deposits")
      .set({ status: "failed", failure: error.message.slice(0, 300) })
      .where("id", "=", deposit.id)
      .where("status", "=", "starting")
      .execute();
    throw new Problem(
      "busy",
      "checkout_refused",
      "The card provider didn't accept this payment.",
      "You haven't been charged. Try again, and contact us if it keeps happening.",
    );
  }
  const { url } = session;
  if (url === null) throw providerDown();
  await database()
    .updateTable("deposits")
    .set({ status: "open", checkoutSessionId: session.id, url, expiresAt: new Date(session.expires_at * 1000) })
    .where("id", "=", deposit.id)
    .where("status", "=", "starting")
    .execute();
  return url;
}
