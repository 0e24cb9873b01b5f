import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { countAttempt, isSpent } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { SignInProblem } from "#app/features/accounts/rules/sign-in/sign-in-problem.ts";
import { type CouponOffer, offerCoupon } from "#app/features/pricing/rules/coupon.ts";
import { countOrdersBefore } from "../views/count-orders-before.ts";
import { findCoupon } from "#app/features/pricing/server/find-coupon.ts";

/** Who is checking a code, for which order, and from where. */
export type CodeQuestion = {
  actor: Actor;
  orderId: string;
  /** From `networkOf`; null if unknown. */
  network: string | null;
  now: Date;
  timeZone: string;
};

const TOO_MANY: CouponOffer = {
  valid: false,
  reason: "Too many codes were tried. Wait ten minutes, then try again.",
};

const whoAsks = (actor: Actor): string | null =>
  actor.kind === "person" ? actor.uid : actor.kind === "guest" ? actor.guestKeyHash : null;

/**
 * Counts a wrong code by account (or visitor) and by network, so that codes can't be guessed. Never inside a
 * transaction.
 */
export async function countWrongCode(actor: Actor, network: string | null): Promise<void> {
  await countAttempt("/coupon", whoAsks(actor), network).catch((error: unknown) => {
    if (!(error instanceof SignInProblem)) throw error;
  });
}

/**
 * A code's value for a client. Beyond the limit on wrong codes, it gives no answer.
 * @returns with `id` if the code exists, for the server only
 */
export async function findOffer(
  code: string,
  { actor, orderId, network, ...reader }: CodeQuestion,
  db: Reader,
): Promise<{ id: string | null; offer: CouponOffer }> {
  if (await isSpent("/coupon", whoAsks(actor), network, db)) return { id: null, offer: TOO_MANY };
  const uid = actor.kind === "person" ? actor.uid : null;
  const ordersBefore = () => countOrdersBefore(uid, orderId, db);
  const found = await findCoupon(code, { uid, orderId, ordersBefore }, db);
  return { id: found?.id ?? null, offer: offerCoupon(found, reader) };
}

/** What the form is told about a code. One that doesn't exist counts as a guess. */
export async function lookUpCode(code: string, question: CodeQuestion): Promise<CouponOffer> {
  const { id, offer } = await findOffer(code, question, database());
  if (id === null) await countWrongCode(question.actor, question.network);
  return offer;
}
