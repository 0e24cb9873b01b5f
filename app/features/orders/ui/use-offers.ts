import { useMemo } from "react";
import { useNow, useTimeZone } from "#app/platform/browser/now.ts";
import { judgeCoupon } from "#app/features/pricing/rules/coupon.ts";
import {
  offerMatrix,
  offerOf,
  type Capacity,
  type Offer,
  type OfferMatrix,
} from "#app/features/pricing/rules/offer.ts";
import { priceOrder, priceProblem, type Discount } from "#app/features/pricing/rules/price.ts";
import type { OrderChoices } from "../rules/choices.ts";
import { type CountedFile, type DraftSum, draftSum, offerInput } from "../rules/draft-sum.ts";
import type { CouponWithUses } from "../server/find-coupon.ts";

export type Offers = {
  sum: DraftSum;
  /** List prices: what a code takes off depends on the service and turnaround, so it is in `chosen` alone. */
  matrix: OfferMatrix;
  /** The service and turnaround chosen, with the code; null while one is missing. */
  chosen: Offer | null;
  timeZone: string;
  now: Date;
  couponMessage: string | null;
};

/** The price list for a draft, worked out here by the functions that the server uses; the server's sums are the ones that count. */
export function useOffers(
  files: readonly CountedFile[],
  choices: OrderChoices,
  capacity: Capacity | null,
  coupon: CouponWithUses | null,
): Offers {
  const now = useNow(30_000);
  const timeZone = useTimeZone();
  const at = now.getTime();
  return useMemo(() => {
    const sum = draftSum(files, choices);
    const { discount, message } = judge(sum, choices, coupon, new Date(at), timeZone);
    const reader = { now: new Date(at), timeZone };
    const { service, turnaround } = choices;
    return {
      sum,
      timeZone,
      now: reader.now,
      couponMessage: message,
      matrix: offerMatrix(offerInput(sum, choices, null), capacity, reader),
      chosen:
        service && turnaround
          ? offerOf({ ...offerInput(sum, choices, discount), service, turnaround }, capacity, reader)
          : null,
    };
  }, [files, choices, capacity, coupon, at, timeZone]);
}

/** What the code is worth for the service and turnaround chosen, or why it is worth nothing. */
function judge(
  sum: DraftSum,
  choices: OrderChoices,
  found: CouponWithUses | null,
  now: Date,
  timeZone: string,
): { discount: Discount | null; message: string | null } {
  if (!choices.couponCode) return { discount: null, message: null };
  // Until service and turnaround are chosen nothing can be said of a code that exists.
  if (!choices.service || !choices.turnaround)
    return { discount: null, message: found ? null : "There is no such code. Check how it is spelt." };
  const asked = { ...offerInput(sum, choices, null), service: choices.service, turnaround: choices.turnaround };
  if (priceProblem(asked)) return { discount: null, message: null };
  const { listMinor } = priceOrder(asked);
  return judgeCoupon(found, { now, timeZone, service: choices.service, turnaround: choices.turnaround, listMinor });
}
