import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { type PricedIn, fromDollars, inDollars } from "./priced-in.ts";
import { discountAsked } from "./price-lines.ts";
import type { Discount } from "./price-receipt.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, type PricingPolicy, type Service, type Turnaround } from "./policy.ts";

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
  /** Only for people who have never paid for an order. */
  firstOrderOnly: boolean;
};

/** A coupon with the uses that count: paid orders not fully refunded, and open checkouts. */
export type CouponUse = {
  coupon: Coupon;
  usedTotal: number;
  /** The same for this person, by account, unaliased email address, or card where it's known. */
  usedByPerson: number;
  /** The uses among these in open checkouts. */
  heldByPerson: number;
  /** Other orders this person has paid for and wasn't refunded in full. Counted for first-order coupons only. */
  ordersBefore: number;
  /** Their other open checkouts with a coupon for first orders, this one or another. */
  firstHeld: number;
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
  /** The list price of the order, in its currency. */
  listMinor: number;
  pricedIn: PricedIn;
};

/**
 * What a client may know about a code: its discount and which orders it fits, or why it can't be used. Never its limits
 * or uses.
 */
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
export const normalizeCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

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

/** Whether a coupon's limits depend on who pays, so that the card is checked before it's charged. */
export const isPersonal = (coupon: Pick<Coupon, "perPersonLimit" | "firstOrderOnly">): boolean =>
  coupon.perPersonLimit !== null || coupon.firstOrderOnly;

/** Which of a coupon's limits one more use would exceed, in words for the client, or null. */
export function limitProblem(use: CouponUse): string | null {
  const { coupon, usedTotal, usedByPerson, heldByPerson, ordersBefore, firstHeld } = use;
  const { perPersonLimit, totalLimit } = coupon;
  if (coupon.firstOrderOnly && ordersBefore > 0) return "This code is only for a first order.";
  if (coupon.firstOrderOnly && firstHeld > 0)
    return "You're using a code for first orders on another order that hasn't been paid yet.";
  if (perPersonLimit !== null && usedByPerson >= perPersonLimit)
    return usedByPerson - heldByPerson < perPersonLimit
      ? "You're using this code on another order that hasn't been paid yet."
      : perPersonLimit === 1
        ? "You have already used this code."
        : `You have already used this code ${perPersonLimit} times.`;
  if (totalLimit !== null && usedTotal >= totalLimit) return "This code has reached its usage limit.";
  return null;
}

/**
 * Why the card just used can't pay with this coupon, in words for the client, or null.
 * @param account the uses by account and mailbox alone @param card the uses by that card as well
 */
export function cardProblem(account: CouponUse, card: CouponUse): string | null {
  const own = limitProblem(account);
  if (own !== null) return own;
  if (limitProblem(card) === null) return null;
  const { code, firstOrderOnly } = card.coupon;
  return firstOrderOnly && (card.ordersBefore > 0 || card.firstHeld > 0)
    ? `The code ${code} is only for a first order, and this card has been used for an order before.`
    : `The code ${code} has already been used with this card.`;
}

/** Why a code doesn't fit an order, in words for the client, or null. */
function orderProblem(offer: CouponOffer & { valid: true }, order: PricedOrder): string | null {
  if (offer.services && !offer.services.includes(order.service))
    return `This code is for ${offer.services.map((s) => SERVICE_LABELS[s].toLowerCase()).join(", ")}.`;
  if (offer.turnarounds && !offer.turnarounds.includes(order.turnaround))
    return `This code is for a turnaround of ${offer.turnarounds.map((t) => TURNAROUND_LABELS[t]).join(", ")}.`;
  if (offer.minimumSpendMinor !== null && inDollars(order.listMinor, order.pricedIn) < offer.minimumSpendMinor)
    return `This code requires an order of at least ${formatMoney(offer.minimumSpendMinor, CURRENCY)} before discount.`;
  return null;
}

/** The problem with a coupon entered by staff, by form field, or null. */
export function couponDefinitionProblem(
  coupon: Coupon,
  policy: PricingPolicy,
): { field: CouponField; message: string } | null {
  const wrong = (field: CouponField, message: string) => ({ field, message });
  if (!/^[A-Z0-9-]{3,40}$/.test(coupon.code))
    return wrong("code", "Use 3 to 40 capital letters, digits, and hyphens for the code.");
  if ((coupon.percent === null) === (coupon.fixedMinor === null))
    return wrong("amount", "Enter either a percentage or a fixed amount.");
  if (coupon.percent !== null && !(coupon.percent > 0 && coupon.percent <= policy.coupon.maxPercent))
    return wrong("amount", `Enter a percentage above 0 and up to ${policy.coupon.maxPercent}.`);
  if (coupon.fixedMinor !== null && !(Number.isSafeInteger(coupon.fixedMinor) && coupon.fixedMinor > 0))
    return wrong("amount", "Enter a fixed amount above zero, in whole cents.");
  for (const [field, limit] of [
    ["cap", coupon.capMinor],
    ["totalLimit", coupon.totalLimit],
    ["personLimit", coupon.perPersonLimit],
  ] as const)
    if (limit !== null && !(Number.isSafeInteger(limit) && limit > 0))
      return wrong(field, "Enter a number above 0, or leave it empty.");
  if (coupon.startsAt && coupon.endsAt && coupon.startsAt >= coupon.endsAt)
    return wrong("endsOn", "Choose an end date after the start date.");
  if (coupon.services?.length === 0 || coupon.turnarounds?.length === 0)
    return wrong("services", "Choose at least one, or leave it open for all.");
  return null;
}

/**
 * What a coupon is worth and from when. It can't change once the coupon has been used, so that its figures compare like
 * with like.
 */
const FIXED_ONCE_USED = ["code", "percent", "fixedMinor", "capMinor", "startsAt"] as const;

const sameTerm = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;

/**
 * The problem with changing a coupon, by form field, or null.
 * @param uses how often it has been used or is held by an open checkout @param everUsed whether it ever was
 */
export function couponEditProblem(
  before: Coupon,
  after: Coupon,
  { uses, everUsed }: { uses: number; everUsed: boolean },
  now: Date,
): { field: CouponField; message: string } | null {
  const fixed = everUsed ? FIXED_ONCE_USED.find((term) => !sameTerm(before[term], after[term])) : undefined;
  if (fixed)
    return {
      field: FIELD_OF[fixed],
      message: "This can't change once the coupon has been used. Duplicate it for other terms.",
    };
  if (after.totalLimit !== null && after.totalLimit < uses && !sameTerm(before.totalLimit, after.totalLimit))
    return { field: "totalLimit", message: `It has been used ${uses} times. Enter ${uses} or more.` };
  if (after.endsAt && after.endsAt <= now && !sameTerm(before.endsAt, after.endsAt))
    return { field: "endsOn", message: "Choose a later end date, or turn the coupon off." };
  return null;
}

/** The fields of the coupon form. */
export type CouponField = "code" | "amount" | "cap" | "startsOn" | "endsOn" | "totalLimit" | "personLimit" | "services";
const FIELD_OF: Readonly<Record<(typeof FIXED_ONCE_USED)[number], CouponField>> = {
  code: "code",
  percent: "amount",
  fixedMinor: "amount",
  capMinor: "cap",
  startsAt: "startsOn",
};

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

/** A discount with its amounts, which are in dollars, in an order's currency. */
function inCurrencyOf({ pricedIn }: PricedOrder, discount: Discount): Discount {
  const cap = discount.capMinor ? { capMinor: fromDollars(discount.capMinor, pricedIn) } : {};
  return discount.fixedMinor === undefined
    ? { ...discount, ...cap }
    : { ...discount, ...cap, fixedMinor: fromDollars(discount.fixedMinor, pricedIn) };
}

/** A code's discount on an order, or why it has none. Used by the form, the quote, and the frozen price. */
export function judgeCoupon(
  offer: CouponOffer,
  order: PricedOrder,
): { message: string; discount: null } | { message: null; discount: Discount | null } {
  const message = offer.valid ? orderProblem(offer, order) : offer.reason;
  return message !== null || !offer.valid
    ? { message: message ?? NO_SUCH_CODE, discount: null }
    : { message: null, discount: bestDiscount(order.listMinor, [inCurrencyOf(order, offer.discount)]) };
}
