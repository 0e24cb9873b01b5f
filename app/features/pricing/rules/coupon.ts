import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { discountAsked, type Discount } from "./price.ts";
import {
  PRICING_POLICY,
  SERVICE_LABELS,
  TURNAROUND_LABELS,
  type PricingPolicy,
  type Service,
  type Turnaround,
} from "./policy.ts";

/** A coupon as stored. Null limits don't apply. */
export type Coupon = {
  code: string;
  label: string;
  active: boolean;
  /** Exactly one of the two is set. */
  percent: number | null;
  fixedMinor: number | null;
  capMinor: number | null;
  minimumSpendMinor: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  services: readonly Service[] | null;
  turnarounds: readonly Turnaround[] | null;
  totalLimit: number | null;
  perPersonLimit: number | null;
};

/** A coupon with the uses that count: paid orders not fully refunded, and open checkouts. */
export type CouponUse = {
  coupon: Coupon;
  usedTotal: number;
  /** The same for this person, by account or unaliased email address. */
  usedByPerson: number;
  /** The uses among these in open checkouts. */
  heldByPerson: number;
};

type Reader = {
  now: Date;
  /** IANA zone for dates in messages. */
  timeZone: string;
  customQuote?: boolean;
};

export type PricedOrder = {
  service: Service;
  turnaround: Turnaround;
  /** The list price of the order, in cents. */
  listMinor: number;
};

/** What a client may know about a code: its discount and which orders it fits, or why it can't be used. Never its limits or uses. */
export type CouponOffer =
  | { valid: false; reason: string }
  | {
      valid: true;
      discount: Discount;
      services: readonly Service[] | null;
      turnarounds: readonly Turnaround[] | null;
      minimumSpendMinor: number | null;
    };

/** Codes are compared without case or spaces. */
export const normaliseCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

export const NO_SUCH_CODE = "We don't recognize this code. Check the spelling.";

/**
 * What a client sees about a code.
 * @param found null when the code doesn't exist
 */
export function offerCoupon(found: CouponUse | null, reader: Reader): CouponOffer {
  const reason = found ? (dateProblem(found.coupon, reader) ?? limitProblem(found)) : NO_SUCH_CODE;
  if (reason !== null || !found) return { valid: false, reason: reason ?? NO_SUCH_CODE };
  const { services, turnarounds, minimumSpendMinor } = found.coupon;
  return { valid: true, discount: couponDiscount(found.coupon), services, turnarounds, minimumSpendMinor };
}

function dateProblem(coupon: Coupon, { now, timeZone, customQuote = false }: Reader): string | null {
  if (!coupon.active) return NO_SUCH_CODE;
  if (customQuote) return "Codes can't be used on a custom quote.";
  if (coupon.startsAt && now < coupon.startsAt)
    return `This code starts on ${formatInstant(coupon.startsAt, timeZone, { now, deadline: true })}.`;
  if (coupon.endsAt && now >= coupon.endsAt)
    return `This code ended on ${formatInstant(coupon.endsAt, timeZone, { now, deadline: true })}.`;
  return null;
}

/** Which of a coupon's limits one more use would exceed, in words for the client, or null. */
export function limitProblem({ coupon, usedTotal, usedByPerson, heldByPerson }: CouponUse): string | null {
  const { perPersonLimit, totalLimit } = coupon;
  if (perPersonLimit !== null && usedByPerson >= perPersonLimit)
    return usedByPerson - heldByPerson < perPersonLimit
      ? "You're using this code on another order that hasn't been paid yet."
      : perPersonLimit === 1
        ? "You have already used this code."
        : `You have already used this code ${perPersonLimit} times.`;
  if (totalLimit !== null && usedTotal >= totalLimit) return "This code has reached its usage limit.";
  return null;
}

/** Why a code doesn't fit an order, in words for the client, or null. */
function orderProblem(offer: CouponOffer & { valid: true }, order: PricedOrder): string | null {
  if (offer.services && !offer.services.includes(order.service))
    return `This code is for ${offer.services.map((s) => SERVICE_LABELS[s].toLowerCase()).join(", ")}.`;
  if (offer.turnarounds && !offer.turnarounds.includes(order.turnaround))
    return `This code is for a turnaround of ${offer.turnarounds.map((t) => TURNAROUND_LABELS[t]).join(", ")}.`;
  if (offer.minimumSpendMinor !== null && order.listMinor < offer.minimumSpendMinor)
    return `This code requires an order of at least ${formatMoney(offer.minimumSpendMinor, PRICING_POLICY.currency)} before discount.`;
  return null;
}

/** The problem with a coupon entered by staff, or null. */
export function couponDefinitionProblem(coupon: Coupon, policy: PricingPolicy = PRICING_POLICY): string | null {
  if (!/^[A-Z0-9-]{3,40}$/.test(coupon.code)) return "Use 3 to 40 capital letters, digits, and hyphens for the code.";
  if ((coupon.percent === null) === (coupon.fixedMinor === null)) return "Enter either a percentage or a fixed amount.";
  if (coupon.percent !== null && !(coupon.percent > 0 && coupon.percent <= policy.coupon.maxPercent))
    return `Enter a percentage above 0 and up to ${policy.coupon.maxPercent}.`;
  if (coupon.fixedMinor !== null && !(Number.isSafeInteger(coupon.fixedMinor) && coupon.fixedMinor > 0))
    return "Enter a fixed amount above zero, in whole cents.";
  for (const [name, limit] of Object.entries({
    cap: coupon.capMinor,
    total: coupon.totalLimit,
    person: coupon.perPersonLimit,
  }))
    if (limit !== null && !(Number.isSafeInteger(limit) && limit > 0))
      return `The limit (${name}) must be a whole number above 0, or empty.`;
  if (coupon.startsAt && coupon.endsAt && coupon.startsAt >= coupon.endsAt)
    return "Choose an end date after the start date.";
  if (coupon.services?.length === 0 || coupon.turnarounds?.length === 0)
    return "Choose at least one, or leave it open for all.";
  return null;
}

/** A coupon as a discount for `priceOrder`. Expects one without a `couponDefinitionProblem`. */
export function couponDiscount(coupon: Coupon): Discount {
  const shared = { kind: "coupon" as const, code: coupon.code, label: coupon.label, capMinor: coupon.capMinor };
  return coupon.percent !== null
    ? { ...shared, percent: coupon.percent }
    : { ...shared, fixedMinor: coupon.fixedMinor ?? 0 };
}

/**
 * The single largest discount on this list price. On a tie, one that isn't a coupon, so that the code stays unused.
 * Null when there is none.
 */
export function bestDiscount(listMinor: number, candidates: readonly Discount[]): Discount | null {
  let best: Discount | null = null;
  let most = 0;
  for (const candidate of candidates) {
    const off = discountAsked(listMinor, candidate);
    if (off > most || (off === most && off > 0 && best?.kind === "coupon" && candidate.kind !== "coupon")) {
      best = candidate;
      most = off;
    }
  }
  return best;
}

/** A code's discount on an order, or why it has none. Used by the form, the quote, and the frozen price. */
export function judgeCoupon(
  offer: CouponOffer,
  order: PricedOrder,
): { message: string; discount: null } | { message: null; discount: Discount | null } {
  const message = offer.valid ? orderProblem(offer, order) : offer.reason;
  return message !== null || !offer.valid
    ? { message: message ?? NO_SUCH_CODE, discount: null }
    : { message: null, discount: bestDiscount(order.listMinor, [offer.discount]) };
}
