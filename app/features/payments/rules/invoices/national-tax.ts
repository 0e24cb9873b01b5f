/**
 * The taxes of a document in the currency in which they're declared: the tax office's own, which an invoice has to state
 * beside its own currency (Directive 2006/112/EC, Art. 230; EN 16931, BT-6 and BT-111).
 */
import { type Minor, minor } from "#app/platform/rules/core/money.ts";
import { authorityCurrency, authorityOf } from "#app/features/tax/rules/authority.ts";
import type { InvoiceDocument } from "./invoice.ts";
import { type Rate, RATE_SOURCE, formatRate, exchanged, perEuroMicros } from "../reference-rates.ts";
import { registrationFor } from "./seller-registrations.ts";
import { type WrittenFor, writtenDay, writtenRate } from "./written.ts";

type TaxAmounts = { baseMinor: Minor; amountMinor: Minor };

export type NationalTax = {
  currency: string;
  /** The day of the supply, whose rate applies: credit notes have their invoice's. "2026-11-25" */
  day: string;
  /** Null while that rate isn't known. */
  rate: { on: string; usdMicros: number; micros: number; source: string } | null;
  /** In the order of the document's taxes. Empty while the rate isn't known. */
  taxes: TaxAmounts[];
  /**
   * Of a credit note: what earlier notes took back of the same invoice, in the document's currency. This one takes the
   * difference of the converted sums, so that all of them add up to the invoice.
   */
  before?: TaxAmounts[];
  /** The day on which the rate was added to a document that was issued without it. */
  addedOn?: string;
};

/** The currency in which a document's taxes are declared, or null without a registration for them. */
function currencyOf({ seller, taxes = [] }: Pick<InvoiceDocument, "seller" | "taxes">): string | null {
  const used = taxes[0] && registrationFor(seller, taxes[0]);
  if (!used) return null;
  return authorityCurrency(authorityOf(used));
}

/**
 * What a document states in the currency of its taxes; null if that's its own, or it has no taxes.
 * @param rate of that day, or null while it isn't known @param before what earlier credit notes took back
 */
export function nationalTax(
  document: Pick<InvoiceDocument, "seller" | "taxes" | "currency">,
  day: string,
  rate: Rate | null,
  before?: TaxAmounts[],
): NationalTax | null {
  const currency = currencyOf(document);
  if (currency === null || currency === document.currency) return null;
  const earlier = before ? { before } : {};
  return { currency, day, ...earlier, ...converted(document, currency, rate, before) };
}

/** The same once the rate is known. @param today "2026-11-26" */
export const withRate = (
  document: Pick<InvoiceDocument, "taxes" | "currency">,
  national: NationalTax,
  rate: Rate,
  today: string,
): NationalTax => {
  const now = converted(document, national.currency, rate, national.before);
  return { ...national, ...now, ...(now.rate ? { addedOn: today } : {}) };
};

function converted(
  { taxes = [], currency: own }: Pick<InvoiceDocument, "taxes" | "currency">,
  currency: string,
  rate: Rate | null,
  before: readonly TaxAmounts[] = [],
): Pick<NationalTax, "rate" | "taxes"> {
  const micros = rate && perEuroMicros(currency, rate);
  if (!rate || micros === null || perEuroMicros(own, rate) === null) return { rate: null, taxes: [] };
  const part = (amount: number, earlier: number) =>
    minor(exchanged(earlier + amount, own, currency, rate)! - exchanged(earlier, own, currency, rate)!);
  return {
    rate: { on: rate.on, usdMicros: rate.micros, micros, source: RATE_SOURCE },
    taxes: taxes.map((tax, i) => ({
      baseMinor: part(tax.baseMinor, before[i]?.baseMinor ?? 0),
      amountMinor: part(tax.amountMinor, before[i]?.amountMinor ?? 0),
    })),
  };
}

/** "€1 = $1.0828 = £0.8612 (European Central Bank, Nov 25, 2026)" */
export function nationalRateWords({ currency, rate }: NationalTax, country: WrittenFor = null): string | null {
  if (!rate) return null;
  const rates = [
    writtenRate("1", "EUR", country),
    writtenRate(formatRate(rate.usdMicros), "USD", country),
    ...(currency === "EUR" ? [] : [writtenRate(formatRate(rate.micros), currency, country)]),
  ];
  return `${rates.join(" = ")} (${rate.source}, ${writtenDay(new Date(`${rate.on}T12:00:00Z`), country)})`;
}
