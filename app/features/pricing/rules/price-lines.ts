/** The lines of a price: the work, the volume discount, the minimum, add-ons, and the discount. */
import { count } from "#app/platform/rules/core/count.ts";
import {
  divideHalfUp,
  formatMills,
  formatMoney,
  minor,
  shareBp,
  sum,
  type Minor,
  CURRENCY,
} from "#app/platform/rules/core/money.ts";
import { ADD_ONS, ADD_ON_CODES, type AddOns, quantity } from "./add-ons.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, type PricingPolicy } from "./policy.ts";
import { formatWords } from "./word-counts.ts";
import type { Discount, LineCode, PriceInput, PriceLine, PriceReceipt } from "./price-receipt.ts";

const number = new Intl.NumberFormat("en-US");
const percentOf = (basisPoints: number): string => `${basisPoints / 100}%`;

/** The three lines the volume discount applies to. */
export function workLines(words: number, mills: number, secondReader: boolean, pdf: boolean, policy: PricingPolicy) {
  const base = minor(divideHalfUp(words * mills, 10));
  const second = secondReader ? shareBp(base, policy.secondReaderBp) : minor(0);
  const pdfExtra = pdf ? shareBp(base, policy.pdfBp) : minor(0);
  return { base, second, pdfExtra, work: sum([base, second, pdfExtra]) };
}

/** The volume discount in cents, and why. Never leaves a price above that of a larger manuscript at the next step. */
function volumeOff(
  input: PriceInput,
  mills: number,
  secondReader: boolean,
  policy: PricingPolicy,
): { offMinor: number; detail: string } {
  const { work } = workLines(input.billableWords, mills, secondReader, input.estimatePdf, policy);
  let offMinor = 0;
  let detail = "";
  for (const step of policy.volume) {
    if (input.billableWords >= step.fromWords) {
      offMinor = shareBp(work, step.offBp);
      detail = `${percentOf(step.offBp)} for ${formatWords(step.fromWords)} or more`;
    }
  }
  for (const step of policy.volume) {
    if (input.billableWords >= step.fromWords) continue;
    const there = workLines(step.fromWords, mills, secondReader, input.estimatePdf, policy).work;
    const priceThere = there - shareBp(there, step.offBp);
    if (work - offMinor > priceThere) {
      offMinor = work - priceThere;
      detail = `capped at the price of ${formatWords(step.fromWords)}`;
    }
  }
  return { offMinor, detail };
}

const basisPoints = (percent: number): number => Math.round(percent * 100);

/** A discount on a list price before applying the floor, in cents. */
export function discountAsked(listMinor: number, discount: Discount): Minor {
  const asked =
    discount.percent !== undefined ? shareBp(listMinor, basisPoints(discount.percent)) : discount.fixedMinor;
  return minor(Math.max(0, Math.min(asked, discount.capMinor ?? asked, listMinor)));
}

/** The lines of a price in order, and how one is added. */
export function receiptLines() {
  const lines: PriceLine[] = [];
  const add = (code: LineCode, label: string, detail: string, amount: number): void => {
    lines.push({ code, label, detail, amountMinor: minor(amount) });
  };
  return { lines, add };
}
type AddLine = ReturnType<typeof receiptLines>["add"];
type Work = ReturnType<typeof workLines> & { mills: number; included: boolean; readerOrdered: boolean };

/**
 * The lines of the work itself: base, second reader, PDF, volume discount, minimum.
 * @returns the volume discount in cents
 */
export function addWorkLines(add: AddLine, input: PriceInput, of: Work, policy: PricingPolicy): number {
  const { service, turnaround, billableWords: words, reEdit = null } = input;
  const pace = `${formatWords(words)}${reEdit ? " in changed and new sentences" : ""} at ${formatMills(of.mills, CURRENCY)}`;
  add(
    "base",
    `${reEdit ? "Re-edit: " : ""}${SERVICE_LABELS[service]}, ${TURNAROUND_LABELS[turnaround]}`,
    of.included ? `${pace}, second reader included` : pace,
    of.base,
  );
  if (reEdit && reEdit.unchanged + reEdit.moved > 0)
    add(
      "unchanged",
      "Unchanged since delivery",
      `${formatWords(reEdit.unchanged + reEdit.moved)}${reEdit.moved > 0 ? `, ${number.format(reEdit.moved)} moved` : ""}: free`,
      0,
    );
  if (of.readerOrdered)
    add("second-reader", "Second reader", `${percentOf(policy.secondReaderBp)} of the work`, of.second);
  if (input.estimatePdf) add("pdf", "PDF annotations", `${percentOf(policy.pdfBp)} of the work`, of.pdfExtra);
  const volume = volumeOff(input, of.mills, of.readerOrdered, policy);
  if (volume.offMinor > 0) add("volume", "Volume discount", volume.detail, -volume.offMinor);
  const least = reEdit
    ? Math.min(policy.reEditMinimumMinor, policy.minimumMinor[turnaround])
    : policy.minimumMinor[turnaround];
  const net = of.work - volume.offMinor;
  if (net < least)
    add(
      "minimum",
      reEdit ? "Re-edit minimum" : "Minimum order",
      `adjustment to the ${formatMoney(least, CURRENCY)} minimum${reEdit ? "" : " at this turnaround"}`,
      least - net,
    );
  return volume.offMinor;
}

/** The lines of the add-ons with their own price. @returns the cents of those no editor works on */
export function addAddOnLines(add: AddLine, addOns: AddOns, policy: PricingPolicy): number {
  let noEditorMinor = 0;
  for (const code of ADD_ON_CODES) {
    const addOn = policy.addOns[code];
    const ordered = quantity(addOns, code);
    if (ordered === 0) continue;
    const amount = ordered * addOn.unitMinor;
    const detail = addOn.unit
      ? `${count(ordered, addOn.unit.one, addOn.unit.many)} at ${formatMoney(addOn.unitMinor, CURRENCY)}`
      : "for the whole order";
    add(ADD_ONS[code].line, addOn.label, detail, amount);
    if (!addOn.editorWorks) noEditorMinor += amount;
  }
  return noEditorMinor;
}

/**
 * The discount's line, cut so that the price stays above the floor.
 * @returns what was asked and what is given, in cents
 */
export function addDiscountLine(
  add: AddLine,
  given: Discount | null | undefined,
  listMinor: Minor,
  floorMinor: Minor,
): Pick<PriceReceipt, "discount" | "discountMinor"> {
  if (!given) return { discount: null, discountMinor: minor(0) };
  const askedMinor = discountAsked(listMinor, given);
  const discountMinor = minor(Math.min(askedMinor, Math.max(0, listMinor - floorMinor)));
  if (discountMinor > 0) {
    const what = given.percent !== undefined ? `${given.percent}% of the list price` : "off the list price";
    add(
      "discount",
      given.label,
      discountMinor < askedMinor ? "the largest discount possible on this order" : what,
      -discountMinor,
    );
  }
  const { kind, code, label } = given;
  const bp = given.percent === undefined ? null : basisPoints(given.percent);
  const isWhole = bp !== null && discountMinor === shareBp(listMinor, bp);
  return { discount: { kind, code, label, askedMinor, ...(isWhole ? { shareBp: bp } : {}) }, discountMinor };
}
