/**
 * What invoices, credit notes, and self-billed invoices contain, and their numbers. They're built from frozen data only
 * (`order-invoices.ts`, `replacing-invoices.ts`, `self-billed-invoice.ts`), and the server lays them out.
 */
import { formatDay } from "#app/platform/rules/core/time.ts";
import type { Minor } from "#app/platform/rules/core/money.ts";
import type { RegistrationScheme } from "#app/features/tax/rules/registration.ts";
import type { TaxTreatment } from "#app/features/tax/rules/tax-rule.ts";
import { NET_DAYS } from "../credit.ts";
import type { NationalTax } from "./national-tax.ts";
import type { ElectronicFacts } from "./e-invoice.ts";
import type { WrittenFor } from "./written.ts";

export type InvoiceKind =
  | "invoice"
  | "credit-note"
  | "self-billed-invoice"
  | "pro-forma"
  | "quote"
  | "statement"
  | "order-confirmation";

/** A person or company on a document, as they were when it was issued. */
export type InvoiceParty = {
  name: string;
  /** The person who buys for the organization that `name` is. Also the first line of the address. */
  person?: string;
  address: string[];
  country: string | null;
  /** In the companies' register; only sellers have one. */
  registration?: string;
  vatId: string | null;
  /** The tax office's number for a seller without a VAT ID. */
  taxNumber?: string;
  /** A seller's tax registrations elsewhere that the document is about, with their numbers. */
  registrations?: string[];
  /** All of a seller's tax registrations, with the number of each. */
  taxNumbers?: { scheme: RegistrationScheme; place: string; number: string }[];
  email: string | null;
};

/** A tax on a document: on which amount, at which rate. Without a charge, the base is what has to be reported. */
export type InvoiceTax = {
  treatment: TaxTreatment;
  /** Where it's reported, or "" if nowhere. */
  code: string;
  label: string;
  rateBp: number;
  baseMinor: Minor;
  amountMinor: Minor;
};

export type InvoiceLine = { label: string; detail: string; amountMinor: Minor };

/** The layout of documents that are issued now. Another one gets the next number, and these keep theirs. */
const LAYOUT = 2;

/** How a document is written and laid out from now on. @param country the buyer's; null if we are the buyer */
export const issuedLook = (country: WrittenFor): Required<Pick<InvoiceDocument, "writtenFor" | "layout">> => ({
  writtenFor: country,
  layout: LAYOUT,
});

export type InvoiceDocument = {
  kind: InvoiceKind;
  title: string;
  number: string;
  issuedAt: Date;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  /** "Order", "Paid on", "For invoice": short facts beside the number. */
  references: { label: string; value: string }[];
  currency: string;
  /** They add up to `netMinor`. */
  lines: InvoiceLine[];
  netMinor: Minor;
  tax: { label: string; amountMinor: Minor } | null;
  /**
   * The same by rate. Missing on documents from before tax was charged anywhere, and on those without a tax to report.
   */
  taxes?: InvoiceTax[];
  /** The taxes in the currency in which they're declared, if that's another one. */
  national?: NationalTax;
  totalMinor: Minor;
  notes: string[];
  /**
   * The country whose way of writing figures and dates it has, the buyer's. Documents from before have none, and keep
   * the layout they were issued with.
   */
  writtenFor?: WrittenFor;
  /**
   * How it's laid out: 2 repeats a table's headings on each of its pages. Documents from before have none, and keep
   * their bytes.
   */
  layout?: typeof LAYOUT;
  /** Missing if the document has no e-invoice. */
  electronic?: ElectronicFacts;
};

/** A document as stored, with instants as text. */
export type FrozenDocument = Omit<InvoiceDocument, "issuedAt"> & { issuedAt: string };

export const TITLES: Record<InvoiceKind, string> = {
  invoice: "Invoice",
  "credit-note": "Credit note",
  "self-billed-invoice": "Self-billed invoice",
  "pro-forma": "Pro forma invoice",
  quote: "Quote",
  statement: "Monthly statement",
  "order-confirmation": "Order confirmation",
};

const PREFIXES = {
  invoice: "INV",
  "credit-note": "CN",
  "pro-forma": "PF",
  quote: "Q",
  statement: "ST",
} as const satisfies Partial<Record<InvoiceKind, string>>;

/** The references that a buyer's own accounting asks for, as documents name them. */
export const PURCHASE = { poNumber: "PO number", costCenter: "Cost center" } as const;
export type Purchase = { [K in keyof typeof PURCHASE]: string };

/** What a buyer gave of them, for a document. */
export const purchaseReferences = (purchase: Purchase | null): InvoiceDocument["references"] =>
  (["poNumber", "costCenter"] as const).flatMap((key) =>
    purchase?.[key] ? [{ label: PURCHASE[key], value: purchase[key] }] : [],
  );

/** Whether a reference is one of them: other documents about the same payment repeat those. */
export const isPurchase = ({ label }: { label: string }): boolean =>
  label === PURCHASE.poNumber || label === PURCHASE.costCenter;

/**
 * The number series of a document. Each runs from 1 without gaps.
 * @param editorCode a permanent short code of capital letters and digits, required for self-billed invoices
 */
export function invoiceSeries(
  kind: Exclude<InvoiceKind, "order-confirmation">,
  issuedAt: Date,
  editorCode?: string,
): string {
  if (kind === "self-billed-invoice") {
    if (!editorCode || !/^[A-Z0-9]{2,12}$/.test(editorCode))
      throw new RangeError(`Not an editor's code: ${editorCode}`);
    return `SB-${editorCode}`;
  }
  return `${PREFIXES[kind]}-${issuedAt.getUTCFullYear()}`;
}

/** "INV-2026-000123", "SB-K7Q2M9-0004", "Q-2026-0031": a number in its series. @param n counts from 1 */
export function invoiceNumber(series: string, n: number): string {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`Not a number in a series: ${n}`);
  return `${series}-${String(n).padStart(/^(?:SB|Q)-/.test(series) ? 4 : 6, "0")}`;
}

/** The numbers that transfers give as their reference. */
const REFERENCES = {
  "pro-forma": /(?<![\p{L}\p{N}])PF[\s-]?(\d{4})[\s-]?(\d{6})(?!\d)/giu,
  statement: /(?<![\p{L}\p{N}])ST[\s-]?(\d{4})[\s-]?(\d{6})(?!\d)/giu,
} as const;
/**
 * The numbers of documents that a transfer's text names, without repeats. Banks write references in small letters, and
 * with blanks instead of hyphens or none at all.
 */
export const numbersIn = (text: string, kind: keyof typeof REFERENCES): string[] => [
  ...new Set([...text.matchAll(REFERENCES[kind])].map(([, year, n]) => `${PREFIXES[kind]}-${year}-${n}`)),
];

export const PAID = "Paid in full.";
/** The same before the service is delivered. */
export const PREPAID = "Paid in full, in advance of delivery.";
/** What an invoice that isn't paid yet says about it. */
export const payableWords = (netDays: number): string =>
  `To be paid with the monthly statement that lists this invoice, within ${netDays} days of its date.`;
/** Whether a note is about the payment of its own document. */
export const isPaymentNote = (note: string): boolean =>
  note === PAID || note === PREPAID || NET_DAYS.some((days) => note === payableWords(days));

/** "Nov 24, 2026": a document's day as people read it. Its own date is written the same way. */
export const dayInWords = (at: Date): string => formatDay(at, "UTC");
