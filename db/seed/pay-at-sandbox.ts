import type { Person } from "#app/platform/rules/core/actor.ts";
import { config } from "#app/platform/server/core/config.ts";

/** The sandbox's test cards: one that simply pays, and one whose holder disputes the payment. */
export const CARDS = { usual: "4242424242424242", disputed: "4000000000002685" } as const;

/** Pays a sandbox checkout through its form, as a browser would. */
export async function payAtSandbox(url: string, author: Person, card: keyof typeof CARDS): Promise<void> {
  const address = `${config().stripe.apiBase ?? ""}${new URL(url).pathname}`;
  const body = new URLSearchParams({
    email: author.email,
    number: CARDS[card],
    expiry: "12 / 49",
    cvc: "123",
    name: author.displayName,
  });
  const answer = await fetch(address, { method: "POST", body, redirect: "manual" });
  if (answer.status >= 400) throw new Error(`The card sandbox answered ${answer.status}`);
}
