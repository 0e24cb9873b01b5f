import { Problem } from "#app/platform/rules/core/errors.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { type PricingPolicy, type Service, type Turnaround } from "#app/features/pricing/rules/policy.ts";
import { ADD_ON_LINES, type AddOns } from "#app/features/pricing/rules/add-ons.ts";
import { orderedOf } from "#app/features/pricing/rules/ordered.ts";
import {
  BELOW_LIST,
  type LineCode,
  type PriceInput,
  type PriceReceipt,
} from "#app/features/pricing/rules/price-receipt.ts";
import { overflowOf, priceProblem, timedWords } from "#app/features/pricing/rules/price-limits.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { withListLines } from "./charge.ts";

export type PriceChange = { billableWords?: number; service?: Service; turnaround?: Turnaround; addOns?: AddOns };

/** Lines that are recalculated from the price list. */
const MADE: readonly LineCode[] = ["base", "second-reader", "pdf", "volume", "minimum", ...ADD_ON_LINES, "reviewers"];
/** Lines that stay unchanged. */
const KEPT: readonly LineCode[] = ["unchanged", "extra", "fee"];

/** The order of a price and a change, as input for the price list. */
function inputOf(price: PriceReceipt, change: PriceChange, policy: PricingPolicy): PriceInput {
  const ordered = orderedOf(price, policy);
  return {
    service: change.service ?? price.service,
    turnaround: change.turnaround ?? price.turnaround,
    billableWords: change.billableWords ?? price.billableWords,
    estimatePdf: ordered.estimatePdf,
    addOns: change.addOns ?? ordered.addOns,
    // The line of what is unchanged stays as it is.
    reEdit: ordered.reEdit && { unchanged: 0, moved: 0 },
    reviewers: price.reviewers ?? null,
    consentOverflow: true,
  };
}

/** Whether a price comes from the price list, so that it can be calculated again. */
export const isListed = (price: PriceReceipt): boolean =>
  !price.custom &&
  price.lines[0]?.code === "base" &&
  price.lines.every((line) => [...MADE, ...KEPT, ...BELOW_LIST].includes(line.code));

/**
 * An order's price with a change, by the rules it was priced with: the discount keeps its share, and additions after
 * payment stay.
 * @param policy the version the order was priced with
 * @throws Problem (`invalid`) if the price list doesn't sell it, or the price isn't from the list
 */
export function reprice(price: PriceReceipt, change: PriceChange, policy: PricingPolicy): PriceReceipt {
  if (!isListed(price))
    throw new Problem(
      "conflict",
      "custom_price",
      "This order has a custom price, which isn't calculated by the word.",
      "Our staff can charge or refund the difference.",
    );
  const input = inputOf(price, change, policy);
  const problem = priceProblem(input, policy);
  if (problem) throw problem;
  const made = priceOrder(input, policy);
  const kept = price.lines.filter((line) => KEPT.includes(line.code));
  const extraMinor = sum(kept.filter((line) => line.code === "extra").map((line) => line.amountMinor));
  const { lines: _lines, discount: _discount, tax: _tax, overflow: _overflow, ...priced } = made;
  const ordered = { ...orderedOf(price, policy), addOns: input.addOns };
  return withListLines(
    { ...price, ...priced, ordered, listMinor: price.listMinor, discountMinor: price.discountMinor },
    [...made.lines, ...kept],
    made.editorBasisMinor + extraMinor,
  );
}

/** How much longer an order takes after a change of its words: the time for words above the limit, in milliseconds. */
export function extraTimeFor(price: PriceReceipt, billableWords: number, policy: PricingPolicy): number {
  const extraMs = (words: number) => overflowOf(price.service, price.turnaround, words, policy)?.extraMs ?? 0;
  return Math.max(0, extraMs(timedWords({ ...price, billableWords })) - extraMs(timedWords(price)));
}
