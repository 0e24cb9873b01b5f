/** The price of a manuscript. */
import { CURRENCY, divideHalfUp, minor, shareBp, sum, type Minor } from "#app/platform/rules/core/money.ts";
import { type PricingPolicy, type Service, TURNAROUND_MS } from "./policy.ts";
import { NO_TAX, taxOn } from "#app/features/tax/rules/tax-rule.ts";
import { highestShareBp } from "./editor-pay.ts";
import type { PriceInput, PriceReceipt } from "./price-receipt.ts";
import { addAddOnLines, addDiscountLine, addWorkLines, receiptLines, workLines } from "./price-lines.ts";
import { overflowOf, priceProblem, timedWords } from "./price-limits.ts";
import { taxLines } from "./price-tax.ts";

/**
 * The minimum price before tax: the highest editor pay on this basis plus the margin. In minor units of the basis,
 * rounded up.
 */
export function discountFloor(service: Service, editorBasisMinor: number, policy: PricingPolicy): Minor {
  const reader = policy.secondReaderIncluded.includes(service)
    ? shareBp(editorBasisMinor, policy.pay.includedSecondReaderShareBp)
    : 0;
  const pay = reader + shareBp(editorBasisMinor - reader, highestShareBp(policy.pay));
  return minor(Math.ceil((pay * (10_000 + policy.marginOverPayBp)) / 10_000));
}

/**
 * The price of one manuscript at one service and turnaround. The same code runs in the browser and on the server, and
 * the server's result is stored on the order.
 * @throws Problem (`invalid`) where `priceProblem` gives one
 */
export function priceOrder(input: PriceInput, policy: PricingPolicy): PriceReceipt {
  const problem = priceProblem(input, policy);
  if (problem) throw problem;
  const { service, turnaround, billableWords: words } = input;
  const mills = policy.mills[service][turnaround]!;
  const included = policy.secondReaderIncluded.includes(service);
  const readerOrdered = !included && input.addOns.secondReader === true;
  const { lines, add } = receiptLines();
  const { second, work, ...rest } = workLines(words, mills, readerOrdered, input.estimatePdf, policy);

  const volumeMinor = addWorkLines(add, input, { ...rest, second, work, mills, included, readerOrdered }, policy);
  if (input.reviewers)
    add("reviewers", "Response to reviewers", "reviewers' comments and reply letter", policy.reviewersMinor);
  const noEditorMinor = addAddOnLines(add, input.addOns, policy);
  const listMinor = sum(lines.map((line) => line.amountMinor));
  const editorBasisMinor = minor(listMinor - noEditorMinor);
  const secondReaderMinor = minor(readerOrdered ? second - divideHalfUp(volumeMinor * second, work) : 0);
  const floorMinor = discountFloor(service, editorBasisMinor, policy);
  const { discount, discountMinor } = addDiscountLine(add, input.discount, listMinor, floorMinor);
  const tax = input.tax ?? NO_TAX;
  const taxMinor = taxOn(listMinor - discountMinor, tax);
  lines.push(...taxLines(listMinor - discountMinor, tax, policy.pricedIn.currency));

  const over = overflowOf(service, turnaround, timedWords(input), policy);
  return {
    ordered: { addOns: input.addOns, estimatePdf: input.estimatePdf, reEdit: input.reEdit ?? null },
    service,
    turnaround,
    billableWords: words,
    millsPerWord: mills,
    currency: policy.pricedIn.currency,
    ...(policy.pricedIn.currency === CURRENCY ? {} : { perDollar: policy.pricedIn.perDollar }),
    lines,
    listMinor,
    editorBasisMinor,
    secondReader: included ? "included" : readerOrdered ? "add-on" : "none",
    secondReaderMinor,
    discountMinor,
    discount,
    taxMinor,
    tax,
    totalMinor: sum(lines.map((line) => line.amountMinor)),
    windowMs: TURNAROUND_MS[turnaround] + (over?.extraMs ?? 0),
    overflow: over ? { ...over, needsConsent: !input.consentOverflow } : null,
    ...(input.reviewers ? { reviewers: { letterWords: input.reviewers.letterWords } } : {}),
  };
}
