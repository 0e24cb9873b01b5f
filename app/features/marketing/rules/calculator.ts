import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { type OfferMatrix, offerMatrix } from "#app/features/pricing/rules/offer.ts";
import { ADD_ONS, ADD_ON_CODES, type AddOns, eachAddOn, quantity } from "#app/features/pricing/rules/add-ons.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import {
  type PricingPolicy,
  type Service,
  type Turnaround,
  isService,
  isTurnaround,
} from "#app/features/pricing/rules/policy.ts";

/** The calculator's inputs, as in its form and address: ?words=5000&service=copyediting&turnaround=7d&references=41 */
export type Asked = {
  /** Billable words, or null if what was typed isn't a valid word count. */
  words: number | null;
  typed: string;
  service: Service;
  turnaround: Turnaround;
  pdf: boolean;
  addOns: AddOns;
};

const BEGIN: Asked = {
  words: 5_000,
  typed: "5000",
  service: "copyediting",
  turnaround: "7d",
  pdf: false,
  addOns: {},
};
const MOST_WORDS = 1_000_000;
const MOST_UNITS = 5_000;

/** A whole number as people type it ("5,000", "5 000"); null for anything else. */
function wholeNumber(text: string, most: number): number | null {
  const digits = text.replace(/[\s,.'’]/gu, "");
  return /^\d{1,9}$/.test(digits) && Number(digits) <= most ? Number(digits) : null;
}

/** Reads the calculator's form or address. Unknown values fall back to defaults, so any address shows a calculator. */
export function readAsked(search: URLSearchParams): Asked {
  const typed = search.get("words")?.trim().slice(0, 12) ?? BEGIN.typed;
  const service = search.get("service");
  const turnaround = search.get("turnaround");
  const words = wholeNumber(typed, MOST_WORDS);
  return {
    typed,
    words: words === 0 ? null : words,
    service: isService(service) ? service : BEGIN.service,
    turnaround: isTurnaround(turnaround) ? turnaround : BEGIN.turnaround,
    pdf: search.has("pdf"),
    addOns: {
      ...(eachAddOn((code) => {
        const { param, unit } = ADD_ONS[code];
        return unit ? (wholeNumber(search.get(param) ?? "", MOST_UNITS) ?? 0) : search.has(param);
      }) as AddOns),
      secondReader: search.has("reader"),
    },
  };
}

/**
 * The address with the same inputs but another service or turnaround.
 * @param currency of the prices, unless they're in dollars
 */
export function addressOf(
  asked: Asked,
  other: { service: Service; turnaround: Turnaround },
  currency: string = CURRENCY,
): string {
  const search = new URLSearchParams({ words: asked.typed, ...other });
  if (currency !== CURRENCY) search.set("currency", currency);
  if (asked.pdf) search.set("pdf", "1");
  if (asked.addOns.secondReader) search.set("reader", "1");
  for (const code of ADD_ON_CODES) {
    const ordered = quantity(asked.addOns, code);
    if (ordered > 0) search.set(ADD_ONS[code].param, String(ordered));
  }
  return `?${search}`;
}

export type Calculated = {
  matrix: OfferMatrix;
  /** Extras left out of the price, and why. */
  notes: string[];
};

/** Prices every service at every turnaround with the functions that price orders. Null without a word count. */
export function calculate(asked: Asked, pricing: PricingPolicy): Calculated | null {
  if (asked.words === null) return null;
  const notes: string[] = [];
  const addOns: AddOns = { ...asked.addOns };
  for (const code of ADD_ON_CODES) {
    const { label, maxWords } = pricing.addOns[code];
    if (maxWords === null || asked.words <= maxWords || quantity(addOns, code) === 0) continue;
    delete addOns[code];
    notes.push(`${label} is available for up to ${formatWords(maxWords)}, so it isn't included here.`);
  }
  // Prices don't depend on the date, and editors' capacity can only be checked for a manuscript with a subject.
  const matrix = offerMatrix(
    { billableWords: asked.words, estimatePdf: asked.pdf, addOns, consentOverflow: false },
    null,
    { now: new Date(0), timeZone: "UTC" },
    pricing,
  );
  return { matrix, notes };
}
