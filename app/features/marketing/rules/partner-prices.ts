import { offerMatrix } from "#app/features/pricing/rules/offer.ts";
import {
  type PricingPolicy,
  type Service,
  TURNAROUNDS,
  type Turnaround,
  isService,
} from "#app/features/pricing/rules/policy.ts";
import { type StandingDiscount, standingDiscount } from "#app/features/pricing/rules/standing-discount.ts";

const MOST_WORDS = 1_000_000;

/** What the calculator is asked: ?words=5000&service=copyediting. Anything else falls back to the usual. */
export type PartnerAsked = { typed: string; words: number | null; service: Service };
export function readPartnerAsked(search: URLSearchParams): PartnerAsked {
  const typed = (search.get("words") ?? "5000").trim().slice(0, 12);
  const digits = typed.replace(/[\s,.'’]/gu, "");
  const words = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
  const service = search.get("service");
  return {
    typed,
    words: words >= 1 && words <= MOST_WORDS ? words : null,
    service: isService(service) ? service : "copyediting",
  };
}

/** A turnaround's price in minor units, with and without discounts. Null where the service isn't offered. */
export type PartnerPrice = { turnaround: Turnaround; totalMinor: number; listMinor: number };

/**
 * What a number of words costs a partner's authors, with the functions that price orders: the partner's discount
 * above the floor of editors' pay. Capacity, sales, and tax are seen with the order.
 */
export function partnerPrices(
  { words, service }: { words: number; service: Service },
  standing: readonly StandingDiscount[],
  pricing: PricingPolicy,
): PartnerPrice[] {
  const matrix = offerMatrix(
    {
      billableWords: words,
      estimatePdf: false,
      addOns: {},
      consentOverflow: false,
      discountFor: (cell) => standingDiscount(standing, cell),
    },
    null,
    { now: new Date(0), timeZone: "UTC" },
    pricing,
  );
  return TURNAROUNDS.flatMap((turnaround) => {
    const offer = matrix[service][turnaround];
    return offer.offered
      ? [{ turnaround, totalMinor: offer.receipt.totalMinor, listMinor: offer.receipt.listMinor }]
      : [];
  });
}
