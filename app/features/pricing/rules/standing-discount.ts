import { type CouponOffer, type PricedOrder, bestDiscount, judgeCoupon } from "./coupon.ts";
import { SERVICES, TURNAROUNDS, type PricingPolicy, type Service, type Turnaround } from "./policy.ts";
import type { Discount, DiscountKind } from "./price-receipt.ts";
import { discountAsked } from "./price-lines.ts";

/** A discount that needs no code: a sale for everyone, or one given to the client's account. */
export type StandingDiscount = {
  kind: Exclude<DiscountKind, "coupon">;
  id: string;
  /** As the receipt names it. */
  label: string;
  percent: number;
  /** The services it's for, or null for all. */
  services: readonly Service[] | null;
  /** The turnarounds it's for, or null for all. */
  turnarounds: readonly Turnaround[] | null;
  /** When it ends, or null if no end is set. */
  endsAt: Date | null;
};

/** The label of an account's discount on a receipt. Only staff see its reason. */
export const ACCOUNT_DISCOUNT_LABEL = "Account discount";

/** A standing discount as one for `priceOrder`. */
const asDiscount = ({ kind, id, label, percent }: StandingDiscount): Discount => ({ kind, code: id, label, percent });

/** What decides which standing discounts an order can get. */
type Chosen = { service: Service; turnaround: Turnaround };

/** The best standing discount on an order for a service and a turnaround, or null. */
export const standingDiscount = (standing: readonly StandingDiscount[], chosen: Chosen): Discount | null => {
  const [best] = standingFor(standing, chosen);
  return best ? asDiscount(best) : null;
};

/** The standing discounts that an order for this service and turnaround gets, the best first. */
const standingFor = (standing: readonly StandingDiscount[], { service, turnaround }: Chosen): StandingDiscount[] =>
  standing
    .filter(
      ({ services, turnarounds }) =>
        (services === null || services.includes(service)) && (turnarounds === null || turnarounds.includes(turnaround)),
    )
    .toSorted((a, b) => b.percent - a.percent);

/** The standing discounts that are the best for some order, each with the services that it's the best for. */
export function bestStanding(
  standing: readonly StandingDiscount[],
): { discount: StandingDiscount; services: readonly Service[] }[] {
  const best = SERVICES.map((service) => ({
    service,
    discounts: new Set(TURNAROUNDS.map((turnaround) => standingFor(standing, { service, turnaround })[0])),
  }));
  return standing.flatMap((discount) => {
    const services = best.filter(({ discounts }) => discounts.has(discount)).map(({ service }) => service);
    return services.length === 0 ? [] : [{ discount, services }];
  });
}

/**
 * The single best discount on an order, of a code and the standing ones. Used by the form, the quote, and the frozen
 * price.
 * @param coupon what the code is worth; null without one
 * @returns `message` says why the code can't be used, `note` why it isn't, though it could be
 */
export function judgeDiscounts(
  order: PricedOrder,
  coupon: CouponOffer | null,
  standing: readonly StandingDiscount[],
): { message: string | null; note: string | null; discount: Discount | null } {
  const { message, discount: own } = coupon ? judgeCoupon(coupon, order) : { message: null, discount: null };
  const others = standingFor(standing, order).map(asDiscount);
  const discount = bestDiscount(order.listMinor, own ? [own, ...others] : others);
  const unused = own !== null && discount !== null && discount.kind !== "coupon";
  const same = unused && discountAsked(order.listMinor, own) === discountAsked(order.listMinor, discount);
  return {
    message,
    note: unused
      ? `You already get ${discount.percent}% off (${discount.label}), which is ${same ? "as much" : "more"}. We won't use up your code.`
      : null,
    discount,
  };
}

/** The problem with a standing discount's terms entered by staff, by form field, or null. */
export function standingProblem(
  terms: { percent: number; startsAt: Date; endsAt: Date | null },
  now: Date,
  policy: PricingPolicy,
): { field: "percent" | "startsOn" | "endsOn"; message: string } | null {
  const { maxPercent } = policy.coupon;
  if (!Number.isSafeInteger(terms.percent) || terms.percent < 1 || terms.percent > maxPercent)
    return { field: "percent", message: `Enter a whole percentage from 1 to ${maxPercent}.` };
  if (terms.endsAt && terms.endsAt <= terms.startsAt)
    return { field: "endsOn", message: "Choose an end date that isn't before the start date." };
  if (terms.endsAt && terms.endsAt <= now) return { field: "endsOn", message: "This end date has already passed." };
  return null;
}
