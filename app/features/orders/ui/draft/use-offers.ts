import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import type { PricingPolicy, Service } from "#app/features/pricing/rules/policy.ts";
import { useMemo } from "react";
import { useNow, useTimeZone } from "#app/platform/browser/core/now.ts";
import type { CouponOffer } from "#app/features/pricing/rules/coupon.ts";
import {
  offerMatrix,
  offerOf,
  type Capacity,
  type Offer,
  type OfferMatrix,
} from "#app/features/pricing/rules/offer.ts";
import { currencyOfDraft, pricingIn } from "#app/features/pricing/rules/currency-prices.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { priceProblem } from "#app/features/pricing/rules/price-limits.ts";
import {
  type StandingDiscount,
  judgeDiscounts,
  standingDiscount,
} from "#app/features/pricing/rules/standing-discount.ts";
import type { TaxRule } from "#app/features/tax/rules/tax-rule.ts";
import type { OrderChoices } from "../../rules/draft/choices.ts";
import { type CountedFile, type DraftSum, draftSum, offerInput } from "../../rules/draft/draft-sum.ts";

export type Offers = {
  sum: DraftSum;
  /**
   * Prices before tax, with the discounts that need no code. A code's discount depends on the choices, so only `chosen`
   * includes it.
   */
  matrix: OfferMatrix;
  /** The price of the chosen service and turnaround, with the code. Null while one is missing. */
  chosen: Offer | null;
  timeZone: string;
  now: Date;
  /** Why the code can't be used. */
  couponMessage: string | null;
  /** Why the code isn't used, though it could be. */
  couponNote: string | null;
  /** The price list in the chosen currency. */
  pricing: PricingPolicy;
};

/**
 * The price list for a draft, computed by the same functions as on the server. The server's result is the one that
 * counts.
 */
export function useOffers(
  files: readonly CountedFile[],
  choices: OrderChoices,
  capacity: Capacity | null,
  coupon: CouponOffer | null,
  discounts: readonly StandingDiscount[],
  tax: TaxRule,
  barred: Barred,
): Offers {
  const listed = usePricing();
  const { currency } = choices;
  // The list of a price that's held is in its currency already.
  const pricing = useMemo(
    () => (listed.pricedIn.currency === CURRENCY ? pricingIn(listed, currencyOfDraft({ currency }, listed)) : listed),
    [listed, currency],
  );
  const now = useNow(30_000);
  const timeZone = useTimeZone();
  const at = now.getTime();
  return useMemo(() => {
    const sum = draftSum(files, choices);
    // Leaves out discounts that end while the page is open.
    const standing = discounts.filter((one) => one.endsAt === null || one.endsAt.getTime() > at);
    const { discount, message, note } = judge(sum, choices, coupon, standing, pricing);
    const reader = { now: new Date(at), timeZone };
    const { service, turnaround } = choices;
    return {
      sum,
      timeZone,
      now: reader.now,
      couponMessage: message,
      couponNote: note,
      pricing,
      matrix: withoutBarred(
        offerMatrix(
          { ...offerInput(sum, choices, null), discountFor: (cell) => standingDiscount(standing, cell) },
          capacity,
          reader,
          pricing,
        ),
        barred,
      ),
      chosen:
        service && turnaround
          ? (barredOffer(barred, service) ??
            offerOf({ ...offerInput(sum, choices, discount), tax, service, turnaround }, capacity, reader, pricing))
          : null,
    };
  }, [files, choices, capacity, coupon, discounts, tax, at, timeZone, pricing, barred]);
}

/** Services that a university's policy rules out, each with why. */
export type Barred = Partial<Record<Service, string>>;

function barredOffer(barred: Barred, service: Service): Offer | null {
  const reason = barred[service];
  return reason
    ? { offered: false, code: "policy", reason, advice: "Choose another service.", earliestAt: null }
    : null;
}

const withoutBarred = (matrix: OfferMatrix, barred: Barred): OfferMatrix =>
  Object.fromEntries(
    Object.entries(matrix).map(([service, row]) => {
      const no = barredOffer(barred, service as Service);
      return [service, no ? Object.fromEntries(Object.keys(row).map((turnaround) => [turnaround, no])) : row];
    }),
  ) as OfferMatrix;

/** The best discount for the chosen service and turnaround, and why it isn't the code's. */
function judge(
  sum: DraftSum,
  choices: OrderChoices,
  coupon: CouponOffer | null,
  standing: readonly StandingDiscount[],
  pricing: PricingPolicy,
): ReturnType<typeof judgeDiscounts> {
  const offer = choices.couponCode ? coupon : null;
  const { service, turnaround } = choices;
  // Which orders a code applies to only matters once service and turnaround are chosen.
  if (!service || !turnaround)
    return { discount: null, note: null, message: offer && !offer.valid ? offer.reason : null };
  const asked = { ...offerInput(sum, choices, null), service, turnaround };
  if (priceProblem(asked, pricing)) return { discount: null, note: null, message: null };
  return judgeDiscounts(
    { service, turnaround, listMinor: priceOrder(asked, pricing).listMinor, pricedIn: pricing.pricedIn },
    offer,
    standing,
  );
}
