import type { Actor } from "#app/platform/rules/actor.ts";
import { type Reader, database } from "#app/platform/server/database.ts";
import { countAttempt, isSpent } from "#app/features/accounts/server/count-attempt.ts";
import { SignInProblem } from "#app/features/accounts/rules/sign-in-problem.ts";
import { type CouponOffer, offerCoupon } from "#app/features/pricing/rules/coupon.ts";
import { findCoupon } from "#app/features/pricing/server/find-coupon.ts";

/** Who asks about a code, for which order, and from where. */
export type CodeQuestion = {
  actor: Actor;
  orderId: string;
  /** As `networkOf` gives it; null where it isn't known. */
  network: string | null;
  now: Date;
  timeZone: string;
};

const TOO_MANY: CouponOffer = {
  valid: false,
  reason: "Too many codes were tried. Wait ten minutes, then try again.",
};

/**
 * What a client may know about a code. Codes that don't exist are counted by account and by network, and past the limit nothing
 * is answered any more, so that codes can't be guessed.
 * @returns with `id` where the code can be used, for the server alone
 */
export async function findOffer(
  code: string,
  { actor, orderId, network, ...reader }: CodeQuestion,
  db: Reader = database(),
): Promise<{ id: string | null; offer: CouponOffer }> {
  const who = actor.kind === "person" ? actor.uid : actor.kind === "guest" ? actor.guestKeyHash : null;
  if (await isSpent("/coupon", who, network)) return { id: null, offer: TOO_MANY };
  const found = await findCoupon(code, actor.kind === "person" ? actor.uid : null, orderId, db);
  if (!found)
    await countAttempt("/coupon", who, network).catch((error: unknown) => {
      if (!(error instanceof SignInProblem)) throw error;
    });
  return { id: found?.id ?? null, offer: offerCoupon(found, reader) };
}

/** The same as the form is told it: without the coupon's id. */
export const lookUpCode = async (code: string, question: CodeQuestion): Promise<CouponOffer> =>
  (await findOffer(code, question)).offer;
