import { formatMoney } from "#app/platform/rules/money.ts";
import { formatInstant } from "#app/platform/rules/time.ts";
import { discountAsked, type Discount } from "./price.ts";
import {
  PRICING_POLICY,
  SERVICE_LABELS,
  TURNAROUND_LABELS,
  type PricingPolicy,
  type Service,
  type Turnaround,
} from "./policy.ts";

/** A coupon as it is stored. Limits that are null do not apply. */
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

export type CouponContext = {
  now: Date;
  /** IANA zone for dates in messages. */
  timeZone: string;
  service: Service;
  turnaround: Turnaround;
  /** The list price of the order, in cents. */
  listMinor: number;
  /** Uses that count: orders taken with it and not refunded in full. */
  usedTotal: number;
  /** The same, by this person: account, unaliased e-mail or card. */
  usedByPerson: number;
  customQuote: boolean;
};

/** Codes are compared without case and surrounding or inner blanks. */
export const normaliseCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/** Why a code cannot be used on this order, in words for the client, or null. A code that does not exist is a null coupon. */
export function couponProblem(
  coupon: Coupon | null,
  context: CouponContext,
  policy: PricingPolicy = PRICING_POLICY,
): string | null {
  if (!coupon || !coupon.active) return "There is no such code. Check how it is spelt.";
  if (context.customQuote) return "Codes cannot be used on a custom quote.";
  if (coupon.startsAt && context.now < coupon.startsAt)
    return `This code can be used from ${formatInstant(coupon.startsAt, context.timeZone)}.`;
  if (coupon.endsAt && context.now >= coupon.endsAt)
    return `This code ended on ${formatInstant(coupon.endsAt, context.timeZone)}.`;
  if (coupon.services && !coupon.services.includes(context.service))
    return `This code is for ${coupon.services.map((s) => SERVICE_LABELS[s].toLowerCase()).join(", ")}.`;
  if (coupon.turnarounds && !coupon.turnarounds.includes(context.turnaround))
    return `This code is for a turnaround of ${coupon.turnarounds.map((t) => TURNAROUND_LABELS[t]).join(", ")}.`;
  if (coupon.minimumSpendMinor !== null && context.listMinor < coupon.minimumSpendMinor)
    return `This code needs an order of at least ${formatMoney(coupon.minimumSpendMinor, policy.currency)} before discount.`;
  if (coupon.totalLimit !== null && context.usedTotal >= coupon.totalLimit)
    return "This code has been used as often as it can be.";
  if (coupon.perPersonLimit !== null && context.usedByPerson >= coupon.perPersonLimit)
    return coupon.perPersonLimit === 1
      ? "You have already used this code."
      : `You have already used this code ${coupon.perPersonLimit} times.`;
  return null;
}

/** What is wrong with a coupon as staff wrote it, or null. */
export function couponDefinitionProblem(coupon: Coupon, policy: PricingPolicy = PRICING_POLICY): string | null {
  if (!/^[A-Z0-9-]{3,40}$/.test(coupon.code)) return "A code has 3 to 40 capital letters, digits and hyphens.";
  if ((coupon.percent === null) === (coupon.fixedMinor === null))
    return "A coupon is either a percentage or a fixed amount.";
  if (coupon.percent !== null && !(coupon.percent > 0 && coupon.percent <= policy.coupon.maxPercent))
    return `A percentage is above 0 and at most ${policy.coupon.maxPercent}.`;
  if (coupon.fixedMinor !== null && !(Number.isSafeInteger(coupon.fixedMinor) && coupon.fixedMinor > 0))
    return "A fixed amount is more than nothing, in whole cents.";
  for (const [name, limit] of Object.entries({
    cap: coupon.capMinor,
    total: coupon.totalLimit,
    person: coupon.perPersonLimit,
  }))
    if (limit !== null && !(Number.isSafeInteger(limit) && limit > 0))
      return `The limit (${name}) must be a whole number above 0, or left out.`;
  if (coupon.startsAt && coupon.endsAt && coupon.startsAt >= coupon.endsAt) return "A coupon ends after it starts.";
  if (coupon.services?.length === 0 || coupon.turnarounds?.length === 0)
    return "Name at least one, or leave it open for all.";
  return null;
}

/** A coupon as the discount that `priceOrder` takes. Expects one that `couponDefinitionProblem` finds sound. */
export function couponDiscount(coupon: Coupon): Discount {
  const shared = { kind: "coupon" as const, code: coupon.code, label: coupon.label, capMinor: coupon.capMinor };
  return coupon.percent !== null
    ? { ...shared, percent: coupon.percent }
    : { ...shared, fixedMinor: coupon.fixedMinor ?? 0 };
}

/** The single discount that takes most off this list price; on a tie one that is not a coupon, so that the code stays unused. Null when there is none. */
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

/** A coupon as it was found, with the uses that count. */
export type CouponUse = { coupon: Coupon; usedTotal: number; usedByPerson: number };

/**
 * What a code is worth on an order: its discount, or why it takes nothing off. The form, the quote and the price that is frozen ask this.
 * @param found null where there is no such code
 */
export function judgeCoupon(
  found: CouponUse | null,
  on: Omit<CouponContext, "usedTotal" | "usedByPerson" | "customQuote">,
): { message: string; discount: null } | { message: null; discount: Discount | null } {
  const message = couponProblem(found?.coupon ?? null, {
    ...on,
    usedTotal: found?.usedTotal ?? 0,
    usedByPerson: found?.usedByPerson ?? 0,
    customQuote: false,
  });
  return message !== null || !found
    ? { message: message ?? "There is no such code.", discount: null }
    : { message: null, discount: bestDiscount(on.listMinor, [couponDiscount(found.coupon)]) };
}
