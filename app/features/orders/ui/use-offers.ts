import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import type { PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import { useMemo } from "react";
import { useNow, useTimeZone } from "#app/platform/browser/core/now.ts";
import { type CouponOffer, judgeCoupon } from "#app/features/pricing/rules/coupon.ts";
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

export type Offers = {
  sum: DraftSum;
  /** List prices. A discount depends on the service and turnaround, so only `chosen` includes it. */
  matrix: OfferMatrix;
  /** The service and turnaround chosen, with the code; null while one is missing. */
  chosen: Offer | null;
  timeZone: string;
  now: Date;
  couponMessage: string | null;
};

/** The price list for a draft, computed by the same functions as on the server. The server's result is the one that counts. */
export function useOffers(
  files: readonly CountedFile[],
  choices: OrderChoices,
  capacity: Capacity | null,
  coupon: CouponOffer | null,
): Offers {
  const pricing = usePricing();
  const now = useNow(30_000);
  const timeZone = useTimeZone();
  const at = now.getTime();
  return useMemo(() => {
    const sum = draftSum(files, choices);
    const { discount, message } = judge(sum, choices, coupon, pricing);
    const reader = { now: new Date(at), timeZone };
    const { service, turnaround } = choices;
    return {
      sum,
      timeZone,
      now: reader.now,
      couponMessage: message,
      matrix: offerMatrix(offerInput(sum, choices, null), capacity, reader, pricing),
      chosen:
        service && turnaround
          ? offerOf({ ...offerInput(sum, choices, discount), service, turnaround }, capacity, reader, pricing)
          : null,
    };
  }, [files, choices, capacity, coupon, at, timeZone, pricing]);
}

/** The code's discount for the chosen service and turnaround, or why there is none. */
function judge(
  sum: DraftSum,
  choices: OrderChoices,
  offer: CouponOffer | null,
  pricing: PricingPolicy,
): { discount: Discount | null; message: string | null } {
  if (!choices.couponCode || !offer) return { discount: null, message: null };
  // Which orders a code applies to only matters once service and turnaround are chosen.
  if (!choices.service || !choices.turnaround) return { discount: null, message: offer.valid ? null : offer.reason };
  const asked = { ...offerInput(sum, choices, null), service: choices.service, turnaround: choices.turnaround };
  if (priceProblem(asked, pricing)) return { discount: null, message: null };
  const { listMinor } = priceOrder(asked, pricing);
  return judgeCoupon(offer, { service: choices.service, turnaround: choices.turnaround, listMinor });
}
