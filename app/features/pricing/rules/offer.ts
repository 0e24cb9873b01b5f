import { after, formatInstant } from "#app/platform/rules/core/time.ts";
import { priceOrder } from "./price.ts";
import { priceProblem } from "./price-limits.ts";
import type { Discount, PriceInput, PriceReceipt } from "./price-receipt.ts";
import { SERVICES, TURNAROUNDS, type PricingPolicy, type Service, type Turnaround } from "./policy.ts";

/**
 * The remaining capacity of qualified, matching-ready editors. One manuscript goes to one editor, so words are the most
 * that any single editor has free.
 */
export type ServiceCapacity = {
  /** The most billable words one editor has free. */
  words: number;
  /** The same by turnaround. `words` applies to turnarounds not listed. */
  wordsByTurnaround?: Partial<Record<Turnaround, number>>;
  /** The earliest date by which this order could be delivered, if known. */
  earliestAt?: Date;
};
export type Capacity = { freeWordsByService: Record<Service, ServiceCapacity> };

/** Capacity that came as JSON, in which dates are text. */
export const capacityFromJson = ({ freeWordsByService }: Capacity): Capacity => ({
  freeWordsByService: Object.fromEntries(
    Object.entries(freeWordsByService).map(([service, free]) => [
      service,
      free.earliestAt ? { ...free, earliestAt: new Date(free.earliestAt) } : free,
    ]),
  ) as Capacity["freeWordsByService"],
});

export type Offer =
  | { offered: true; receipt: PriceReceipt; dueAt: Date; needsConsent: boolean }
  | { offered: false; code: string; reason: string; advice: string; earliestAt: Date | null };

export type OfferMatrix = Record<Service, Record<Turnaround, Offer>>;

export type OfferInput = Omit<PriceInput, "service" | "turnaround"> & {
  /** The discount for each cell, where it depends on that. Used instead of `discount`. */
  discountFor?: (cell: { service: Service; turnaround: Turnaround }) => Discount | null;
};

/**
 * Every service at every turnaround for one manuscript: the price and date if paid now, or why it isn't available.
 * @param capacity null when it is not known; then it limits nothing
 * @param reader the moment it is asked, and the IANA time zone that dates in reasons are written in
 */
export function offerMatrix(
  input: OfferInput,
  capacity: Capacity | null,
  reader: { now: Date; timeZone: string },
  policy: PricingPolicy,
): OfferMatrix {
  const matrix = {} as OfferMatrix;
  const { discountFor, ...order } = input;
  for (const service of SERVICES) {
    const cells = {} as Record<Turnaround, Offer>;
    for (const turnaround of TURNAROUNDS) {
      const discount = discountFor ? discountFor({ service, turnaround }) : (input.discount ?? null);
      cells[turnaround] = offerOf({ ...order, discount, service, turnaround }, capacity, reader, policy);
    }
    matrix[service] = cells;
  }
  return matrix;
}

/** One cell of the matrix, checked again at payment, when the date is promised. Parameters as for `offerMatrix`. */
export function offerOf(
  input: PriceInput,
  capacity: Capacity | null,
  reader: { now: Date; timeZone: string },
  policy: PricingPolicy,
): Offer {
  const problem = priceProblem(input, policy);
  if (problem)
    return { offered: false, code: problem.code, reason: problem.message, advice: problem.advice, earliestAt: null };
  const receipt = priceOrder(input, policy);
  const dueAt = after(reader.now, receipt.windowMs);
  const free = capacity?.freeWordsByService[input.service];
  if (free && (free.wordsByTurnaround?.[input.turnaround] ?? free.words) < input.billableWords) {
    const earliestAt = free.earliestAt ?? null;
    const endsAfter = (at: Date): boolean =>
      TURNAROUNDS.some((turnaround) => {
        const other = { ...input, turnaround };
        return !priceProblem(other, policy) && after(reader.now, priceOrder(other, policy).windowMs) >= at;
      });
    return {
      offered: false,
      code: "no-editor-free",
      earliestAt,
      reason: earliestAt
        ? `No editor available. The earliest possible date is ${formatInstant(earliestAt, reader.timeZone, { now: reader.now, deadline: true })}.`
        : "No editor available for this many words.",
      advice: !earliestAt
        ? "Choose another service or turnaround."
        : endsAfter(earliestAt)
          ? "Choose a turnaround that ends after that date."
          : "Ask for a custom quote.",
    };
  }
  return { offered: true, receipt, dueAt, needsConsent: receipt.overflow?.needsConsent ?? false };
}
