import {
  divideHalfUp,
  formatMoney,
  minor,
  shareBp,
  sum,
  type Currency,
  type Minor,
} from "#app/platform/rules/core/money.ts";
import { HOUR, MINUTE, formatDuration } from "#app/platform/rules/core/time.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import {
  SERVICE_LABELS,
  TURNAROUND_LABELS,
  type FlatAddOnCode,
  type PricingPolicy,
  type Service,
  type Turnaround,
  TURNAROUND_MS,
  CURRENCY,
} from "./policy.ts";
import { NO_TAX, taxAt, taxOn, taxParts, type TaxRule } from "#app/features/tax/rules/tax-rule.ts";
import { highestShareBp } from "./editor-pay.ts";
import { formatWords } from "./word-counts.ts";

export type AddOns = {
  journalFormatting?: boolean;
  /** Number of reference entries to style. */
  referenceStyling?: number;
  coverLetter?: boolean;
  /** Number of figures and tables. */
  figuresAndTables?: number;
  secondReader?: boolean;
};

export const DISCOUNT_KINDS = ["sale", "coupon", "account"] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

/**
 * One discount: a percentage with an optional cap, or a fixed amount in cents. `code` is a coupon's code, else the
 * discount's id.
 */
export type Discount = { kind: DiscountKind; code: string; label: string; capMinor?: number | null } & (
  | { percent: number; fixedMinor?: undefined }
  | { fixedMinor: number; percent?: undefined }
);

export type PriceInput = {
  service: Service;
  turnaround: Turnaround;
  /**
   * Whole billable words from the documents' count receipt: reference words count half, with the total rounded up once.
   */
  billableWords: number;
  /** For a re-edit: the previously delivered, unchanged words, which are free. Null or absent for new work. */
  reEdit?: { unchanged: number; moved: number } | null;
  /**
   * For a response to reviewers: the words of the reply letter, which its flat price covers. They only count toward the
   * time.
   */
  reviewers?: { letterWords: number } | null;
  /** Whether any file to edit is a pdf. */
  estimatePdf: boolean;
  addOns: AddOns;
  discount?: Discount | null;
  tax?: TaxRule;
  /** Whether the client agreed to the later date for words above the limit. */
  consentOverflow: boolean;
};

export type LineCode =
  | "base"
  | "unchanged"
  | "second-reader"
  | "pdf"
  | "volume"
  | "minimum"
  | "journal-formatting"
  | "reference-styling"
  | "cover-letter"
  | "figures-and-tables"
  | "reviewers"
  /** Added after the order was paid: work that an editor does, or something no editor works on. */
  | "extra"
  | "fee"
  | "discount"
  | "tax";

export type PriceLine = { code: LineCode; label: string; detail: string; amountMinor: Minor };

/** What an order costs and why. Plain JSON, frozen on the order when it is priced. */
export type PriceReceipt = {
  service: Service;
  turnaround: Turnaround;
  billableWords: number;
  millsPerWord: number;
  currency: Currency;
  /** In the order of calculation. They add up to `totalMinor`. */
  lines: PriceLine[];
  /** Before discount and tax. */
  listMinor: Minor;
  /** The basis of editors' shares: the list price without add-ons no editor works on. */
  editorBasisMinor: Minor;
  /** The second reader: none, ordered as an add-on, or part of the service. */
  secondReader: "none" | "add-on" | "included";
  /**
   * The second reader's part of the basis, after its part of the volume discount. 0 unless `secondReader` is "add-on".
   */
  secondReaderMinor: Minor;
  /** The discount applied, positive. Reduced if it would go below the floor. */
  discountMinor: Minor;
  discount: { kind: DiscountKind; code: string; label: string; askedMinor: Minor } | null;
  taxMinor: Minor;
  tax: TaxRule;
  totalMinor: Minor;
  /** From confirmed payment to delivery, including the extension for overflow. */
  windowMs: number;
  /** Set when the words exceed the limit: the delay, and whether the client still has to agree. */
  overflow: { extraWords: number; extraMs: number; needsConsent: boolean } | null;
  /** For a response to reviewers: the words of its reply letter. */
  reviewers?: { letterWords: number };
  /** The offer that set this price, if it isn't the price list's. */
  custom?: { offerId: string };
};

const LINE_CODES: Record<FlatAddOnCode, LineCode> = {
  journalFormatting: "journal-formatting",
  referenceStyling: "reference-styling",
  coverLetter: "cover-letter",
  figuresAndTables: "figures-and-tables",
};

const number = new Intl.NumberFormat("en-US");
const percentOf = (basisPoints: number): string => `${basisPoints / 100}%`;

/** The three lines the volume discount applies to. */
function workLines(words: number, mills: number, secondReader: boolean, pdf: boolean, policy: PricingPolicy) {
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

/** The minimum price before tax: the highest editor pay on this basis plus the margin. Cents, rounded up. */
export function discountFloor(service: Service, editorBasisMinor: number, policy: PricingPolicy): Minor {
  const reader = policy.secondReaderIncluded.includes(service)
    ? shareBp(editorBasisMinor, policy.pay.includedSecondReaderShareBp)
    : 0;
  const pay = reader + shareBp(editorBasisMinor - reader, highestShareBp(policy.pay));
  return minor(Math.ceil((pay * (10_000 + policy.marginOverPayBp)) / 10_000));
}

/** A discount on a list price before applying the floor, in cents. */
export function discountAsked(listMinor: number, discount: Discount): Minor {
  const asked =
    discount.percent !== undefined
      ? divideHalfUp(listMinor * Math.round(discount.percent * 100), 10_000)
      : discount.fixedMinor;
  return minor(Math.max(0, Math.min(asked, discount.capMinor ?? asked, listMinor)));
}

/** Why this can't be priced, or null. `not-sold` and `too-many-words` depend on the turnaround. */
export function priceProblem(input: PriceInput, policy: PricingPolicy): Problem | null {
  const { service, turnaround, billableWords: words, addOns } = input;
  if (!Number.isSafeInteger(words) || words < 0)
    return invalid("bad-words", "The word count must be a whole number.", "Upload the manuscript again to recount it.");
  if (words === 0 && input.reEdit)
    return invalid(
      "nothing-changed",
      "Every sentence is unchanged since the last delivery, so there is nothing to edit.",
      "Revise the text first, or upload the revised version.",
    );
  if (words === 0)
    return invalid(
      "no-words",
      "This manuscript has no words to edit.",
      "Upload a manuscript with text, or exclude fewer sections.",
    );
  const mills = policy.mills[service][turnaround];
  const limit = policy.wordLimit[service][turnaround];
  if (mills === null || limit === null)
    return invalid(
      "not-sold",
      "Not available at this turnaround.",
      `${SERVICE_LABELS[service]} takes longer than ${TURNAROUND_LABELS[turnaround]}. Choose a longer turnaround.`,
    );
  if (timedWords(input) > limit * policy.overflowFactor)
    return invalid(
      "too-many-words",
      "Too many words for this turnaround. Ask for a custom quote.",
      "Choose a longer turnaround, exclude sections, or ask for a custom quote.",
    );
  for (const [code, addOn] of Object.entries(policy.addOns)) {
    const ordered = quantity(addOns, code as FlatAddOnCode);
    if (!Number.isSafeInteger(ordered) || ordered < 0)
      return invalid(
        "bad-add-on",
        `${addOn.label}: enter a whole number of 0 or more.`,
        "Correct the number and try again.",
        { [code]: "Enter a whole number." },
      );
    if (ordered > 0 && addOn.maxWords !== null && words > addOn.maxWords)
      return invalid(
        "add-on-too-long",
        `${addOn.label} is available for up to ${formatWords(addOn.maxWords)}.`,
        "Remove it, or ask for a custom quote.",
        { [code]: `Up to ${formatWords(addOn.maxWords)}.` },
      );
  }
  return null;
}

function quantity(addOns: AddOns, code: FlatAddOnCode): number {
  const ordered = addOns[code];
  return ordered === true ? 1 : ordered || 0;
}

/** The words that take an editor's time: the billable ones, and those of a reply letter, which has a flat price. */
export const timedWords = (of: Pick<PriceInput, "billableWords" | "reviewers">): number =>
  of.billableWords + (of.reviewers?.letterWords ?? 0);

/** The delay for words above the limit, or null at or below it. Whole minutes, rounded up. */
export function overflowOf(
  service: Service,
  turnaround: Turnaround,
  words: number,
  policy: PricingPolicy,
): { extraWords: number; extraMs: number } | null {
  const limit = policy.wordLimit[service][turnaround];
  if (limit === null || words <= limit) return null;
  const extraWords = words - limit;
  return {
    extraWords,
    extraMs: Math.ceil((extraWords * HOUR) / policy.overflowWordsPerHour[service] / MINUTE) * MINUTE,
  };
}

/** The lines of a price in order, and how one is added. */
function receiptLines() {
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
function addWorkLines(add: AddLine, input: PriceInput, of: Work, policy: PricingPolicy): number {
  const { service, turnaround, billableWords: words, reEdit = null } = input;
  const pace = `${formatWords(words)}${reEdit ? " in changed and new sentences" : ""} at $${(of.mills / 1000).toFixed(3)}`;
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

/** The lines of the add-ons with a price of their own. @returns the cents of those no editor works on */
function addAddOnLines(add: AddLine, addOns: AddOns, policy: PricingPolicy): number {
  let noEditorMinor = 0;
  for (const [code, addOn] of Object.entries(policy.addOns)) {
    const ordered = quantity(addOns, code as FlatAddOnCode);
    if (ordered === 0) continue;
    const amount = ordered * addOn.unitMinor;
    const detail = addOn.unit
      ? `${number.format(ordered)} ${ordered === 1 ? addOn.unit.one : addOn.unit.many} at ${formatMoney(addOn.unitMinor, CURRENCY)}`
      : "for the whole order";
    add(LINE_CODES[code as FlatAddOnCode], addOn.label, detail, amount);
    if (!addOn.editorWorks) noEditorMinor += amount;
  }
  return noEditorMinor;
}

/**
 * The discount's line, cut so that the price stays above the floor.
 * @returns what was asked and what is given, in cents
 */
function addDiscountLine(
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
  return { discount: { kind: given.kind, code: given.code, label: given.label, askedMinor }, discountMinor };
}

/** A line for each tax on a net amount in cents. None where nothing is to be said. */
export function taxLines(netMinor: number, tax: TaxRule): PriceLine[] {
  if (tax.kind === "reverse-charge")
    return [{ code: "tax", label: tax.label, detail: tax.note, amountMinor: minor(0) }];
  return taxParts(tax).map((part) => ({
    code: "tax",
    label: part.label,
    detail: `on ${formatMoney(netMinor, CURRENCY)}`,
    amountMinor: taxAt(netMinor, part),
  }));
}

/** The same price for a buyer with another tax: its tax lines and total are calculated again. */
export function withTax(price: PriceReceipt, tax: TaxRule): PriceReceipt {
  const netMinor = price.listMinor - price.discountMinor;
  const lines = [...price.lines.filter((line) => line.code !== "tax"), ...taxLines(netMinor, tax)];
  return {
    ...price,
    lines,
    tax,
    taxMinor: taxOn(netMinor, tax),
    totalMinor: sum(lines.map((line) => line.amountMinor)),
  };
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
  lines.push(...taxLines(listMinor - discountMinor, tax));

  const over = overflowOf(service, turnaround, timedWords(input), policy);
  return {
    service,
    turnaround,
    billableWords: words,
    millsPerWord: mills,
    currency: CURRENCY,
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

/** What the client agrees to when words exceed the limit: one sentence for the checkbox. */
export function consentSentence(receipt: PriceReceipt): string | null {
  if (!receipt.overflow) return null;
  return `${formatWords(receipt.overflow.extraWords)} over the limit for ${TURNAROUND_LABELS[receipt.turnaround]}, so delivery takes ${formatDuration(receipt.overflow.extraMs)} longer.`;
}
