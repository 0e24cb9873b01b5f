import { type OfferMatrix, offerMatrix } from "#app/features/pricing/rules/offer.ts";
import type { AddOns } from "#app/features/pricing/rules/price-receipt.ts";
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
  secondReader: boolean;
  formatting: boolean;
  cover: boolean;
  references: number;
  figures: number;
};

const BEGIN: Asked = {
  words: 5_000,
  typed: "5000",
  service: "copyediting",
  turnaround: "7d",
  pdf: false,
  secondReader: false,
  formatting: false,
  cover: false,
  references: 0,
  figures: 0,
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
    secondReader: search.has("reader"),
    formatting: search.has("formatting"),
    cover: search.has("cover"),
    references: wholeNumber(search.get("references") ?? "", MOST_UNITS) ?? 0,
    figures: wholeNumber(search.get("figures") ?? "", MOST_UNITS) ?? 0,
  };
}

/** The address with the same inputs but another service or turnaround. */
export function addressOf(asked: Asked, other: { service: Service; turnaround: Turnaround }): string {
  const search = new URLSearchParams({ words: asked.typed, ...other });
  for (const name of ["pdf", "formatting", "cover"] as const) if (asked[name]) search.set(name, "1");
  if (asked.secondReader) search.set("reader", "1");
  for (const name of ["references", "figures"] as const) if (asked[name] > 0) search.set(name, String(asked[name]));
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
  const { journalFormatting } = pricing.addOns;
  const tooLong = asked.formatting && journalFormatting.maxWords !== null && asked.words > journalFormatting.maxWords;
  if (tooLong)
    notes.push(
      `${journalFormatting.label} is available for up to ${formatWords(journalFormatting.maxWords!)}, so it isn't included here.`,
    );
  const addOns: AddOns = {
    journalFormatting: asked.formatting && !tooLong,
    coverLetter: asked.cover,
    secondReader: asked.secondReader,
    referenceStyling: asked.references,
    figuresAndTables: asked.figures,
  };
  // Prices don't depend on the date, and editors' capacity can only be checked for a manuscript with a subject.
  const matrix = offerMatrix(
    { billableWords: asked.words, estimatePdf: asked.pdf, addOns, consentOverflow: false },
    null,
    { now: new Date(0), timeZone: "UTC" },
    pricing,
  );
  return { matrix, notes };
}
