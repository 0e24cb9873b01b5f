/**
 * The contents of invoices, credit notes, and self-billed invoices, built from frozen data only. The server lays them
 * out.
 */
import { divideHalfUp, minor, sum, type Minor } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import type { PriceLine, PriceReceipt } from "#app/features/pricing/rules/price.ts";
import type { RegistrationScheme } from "#app/features/tax/rules/registration.ts";
import { type TaxRule, taxParts } from "#app/features/tax/rules/tax-rule.ts";
import { type ElectronicFacts, withElectronic } from "./e-invoice.ts";
import { refundParts, type OrderAmounts } from "./ledger.ts";

export type InvoiceKind = "invoice" | "credit-note" | "self-billed-invoice";

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
  /** A seller's tax registrations elsewhere, with their numbers. */
  registrations?: string[];
  /** All of a seller's tax registrations, with the number of each. */
  taxNumbers?: { scheme: RegistrationScheme; place: string; number: string }[];
  email: string | null;
};

/** A tax on a document: on which amount, at which rate. Without a charge, the base is what has to be reported. */
export type InvoiceTax = {
  treatment: "charged" | "reverse-charge" | "none";
  /** Where it's reported; "" where there's none. */
  code: string;
  label: string;
  rateBp: number;
  baseMinor: Minor;
  amountMinor: Minor;
};

export type InvoiceLine = { label: string; detail: string; amountMinor: Minor };

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
  /** The same by rate. Missing on documents from before tax was charged anywhere, and on those without a tax to report. */
  taxes?: InvoiceTax[];
  totalMinor: Minor;
  notes: string[];
  /** Missing where the document carries no e-invoice. */
  electronic?: ElectronicFacts;
};

/** A document as stored, with instants as text. */
export type FrozenDocument = Omit<InvoiceDocument, "issuedAt"> & { issuedAt: string };

const TITLES: Record<InvoiceKind, string> = {
  invoice: "Invoice",
  "credit-note": "Credit note",
  "self-billed-invoice": "Self-billed invoice",
};

/**
 * The number series of a document. Each runs from 1 without gaps.
 * @param editorCode a permanent short code of capital letters and digits, required for self-billed invoices
 */
export function invoiceSeries(kind: InvoiceKind, issuedAt: Date, editorCode?: string): string {
  if (kind === "self-billed-invoice") {
    if (!editorCode || !/^[A-Z0-9]{2,12}$/.test(editorCode))
      throw new RangeError(`Not an editor's code: ${editorCode}`);
    return `SB-${editorCode}`;
  }
  return `${kind === "invoice" ? "INV" : "CN"}-${issuedAt.getUTCFullYear()}`;
}

/** "INV-2026-000123", "SB-K7Q2M9-0004": a number in its series. @param n counts from 1 */
export function invoiceNumber(series: string, n: number): string {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`Not a number in a series: ${n}`);
  return `${series}-${String(n).padStart(series.startsWith("SB-") ? 4 : 6, "0")}`;
}

const taxLine = (rule: TaxRule, amount: number): InvoiceDocument["tax"] =>
  rule.kind === "none"
    ? null
    : { label: rule.kind === "rate" && rule.more ? "Tax" : rule.label, amountMinor: minor(amount) };
const taxNotes = (rule: TaxRule): string[] => (rule.note ? [rule.note] : []);

/**
 * The tax of a document by rate. @param amountsMinor in the order of the rule's taxes
 */
function taxesOf(rule: TaxRule, netMinor: number, amountsMinor: readonly number[]): { taxes?: InvoiceTax[] } {
  const baseMinor = minor(netMinor);
  if (rule.kind === "rate")
    return {
      taxes: taxParts(rule).map((part, i) => ({
        treatment: "charged",
        ...part,
        baseMinor,
        amountMinor: minor(amountsMinor[i] ?? 0),
      })),
    };
  if (rule.kind === "none" && !rule.note) return {};
  const reverse = rule.kind === "reverse-charge";
  return {
    taxes: [
      {
        treatment: rule.kind,
        code: reverse ? rule.code : "",
        label: reverse ? rule.label : "Not subject to tax",
        rateBp: 0,
        baseMinor,
        amountMinor: minor(0),
      },
    ],
  };
}

/** Each tax of an order's price, in the order of its rule. */
const taxAmounts = (lines: readonly PriceLine[], rule: TaxRule): number[] =>
  taxParts(rule).map(
    (part) => lines.find((line) => line.code === "tax" && line.label === part.label)?.amountMinor ?? 0,
  );

/** What was refunded of an invoice before, and how much of that was discount, tax, and each tax. */
type Credited = { refundedMinor: number; discountMinor: number; taxMinor: number; taxesMinor: readonly number[] };

/**
 * A refund's tax by rate: the share of everything refunded by now, less what was credited before, as for the refund itself. The last
 * takes what's left.
 */
function refundedByRate(
  input: {
    order: OrderAmounts;
    invoiced?: readonly InvoiceTax[] | undefined;
    before: Credited;
    refundMinor: number;
  },
  taxMinor: number,
): number[] {
  const { invoiced = [], order, before } = input;
  const upTo = before.refundedMinor + input.refundMinor;
  let left = taxMinor;
  return invoiced.map(({ amountMinor }, i) => {
    const share = divideHalfUp(amountMinor * upTo, order.totalMinor) - (before.taxesMinor[i] ?? 0);
    const own = i === invoiced.length - 1 ? left : Math.min(left, Math.max(0, share));
    left -= own;
    return own;
  });
}
const PAID = "Paid in full.";
const day = (at: Date): string => at.toISOString().slice(0, 10);
const preceded = ({ number, issuedAt }: FrozenDocument) => ({ number, issuedOn: day(new Date(issuedAt)) });

type InvoiceInput = {
  number: string;
  issuedAt: Date;
  paidAt: Date;
  orderId: string;
  title: string;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  receipt: PriceReceipt;
};

/** The invoice of a paid order. */
export const orderInvoice = (input: InvoiceInput): InvoiceDocument => invoiceOf(input, input.receipt, []);

/** The invoice of an extra charge on an order that was paid before. @param input.receipt the order's price, for its tax */
export const chargeInvoice = (
  input: InvoiceInput & {
    charge: { label: string; lines: readonly PriceLine[]; taxMinor: number; totalMinor: number };
  },
): InvoiceDocument => invoiceOf(input, input.charge, [{ label: "Extra charge", value: input.charge.label }]);

function invoiceOf(
  input: InvoiceInput,
  priced: { lines: readonly PriceLine[]; taxMinor: number; totalMinor: number },
  references: InvoiceDocument["references"],
): InvoiceDocument {
  const { receipt } = input;
  const lines = priced.lines
    .filter((line) => line.code !== "tax")
    .map(({ label, detail, amountMinor }) => ({ label, detail, amountMinor }));
  const document: InvoiceDocument = {
    kind: "invoice",
    title: TITLES.invoice,
    number: input.number,
    issuedAt: input.issuedAt,
    seller: input.seller,
    buyer: input.buyer,
    references: [
      { label: "Order", value: input.orderId },
      { label: "Manuscript", value: input.title },
      {
        label: "Service",
        value: `${SERVICE_LABELS[receipt.service]}, ${receipt.custom ? formatDuration(receipt.windowMs) : TURNAROUND_LABELS[receipt.turnaround]}`,
      },
      ...references,
      { label: "Paid on", value: day(input.paidAt) },
    ],
    currency: receipt.currency,
    lines,
    netMinor: sum(lines.map((line) => line.amountMinor)),
    tax: taxLine(receipt.tax, priced.taxMinor),
    ...taxesOf(receipt.tax, priced.totalMinor - priced.taxMinor, taxAmounts(priced.lines, receipt.tax)),
    totalMinor: minor(priced.totalMinor),
    notes: [...taxNotes(receipt.tax), PAID],
  };
  return withElectronic(document, { typeCode: 380, preceding: [], exemption: receipt.tax.note ?? null });
}

/** The credit note of one refund. Its amounts are positive. */
export function creditNote(input: {
  number: string;
  issuedAt: Date;
  orderId: string;
  invoiceNumber: string;
  invoiceIssuedAt: Date;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  currency: string;
  order: OrderAmounts;
  tax: TaxRule;
  /** The taxes on the invoice, by rate. */
  invoiced?: readonly InvoiceTax[] | undefined;
  before: Credited;
  refundMinor: number;
  basis: readonly string[];
}): InvoiceDocument {
  const parts = refundParts(input.order, input.before.refundedMinor, input.refundMinor, input.before);
  const lines: InvoiceLine[] = [{ label: "Refund", detail: input.basis.join(" "), amountMinor: parts.listMinor }];
  if (parts.discountMinor !== 0)
    lines.push({ label: "Discount on the refunded part", detail: "", amountMinor: minor(-parts.discountMinor) });
  const document: InvoiceDocument = {
    kind: "credit-note",
    title: TITLES["credit-note"],
    number: input.number,
    issuedAt: input.issuedAt,
    seller: input.seller,
    buyer: input.buyer,
    references: [
      { label: "Order", value: input.orderId },
      { label: "For invoice", value: `${input.invoiceNumber} of ${day(input.invoiceIssuedAt)}` },
    ],
    currency: input.currency,
    lines,
    netMinor: sum(lines.map((line) => line.amountMinor)),
    tax: taxLine(input.tax, parts.taxMinor),
    ...taxesOf(input.tax, input.refundMinor - parts.taxMinor, refundedByRate(input, parts.taxMinor)),
    totalMinor: minor(input.refundMinor),
    notes: taxNotes(input.tax),
  };
  return withElectronic(document, {
    typeCode: 381,
    preceding: [{ number: input.invoiceNumber, issuedOn: day(input.invoiceIssuedAt) }],
    exemption: input.tax.note ?? null,
  });
}

/**
 * A document that cancels another one in full, with the same amounts in the other direction: an invoice cancels a credit note, and a
 * credit note cancels an invoice.
 * @param why in a sentence, as the first of its notes
 */
export function cancellationOf(input: {
  number: string;
  issuedAt: Date;
  original: FrozenDocument;
  why: string;
}): InvoiceDocument {
  const { original } = input;
  const kind = original.kind === "credit-note" ? "invoice" : "credit-note";
  const document: InvoiceDocument = {
    ...original,
    kind,
    title: TITLES[kind],
    number: input.number,
    issuedAt: input.issuedAt,
    references: [
      ...original.references.filter(({ label }) => label === "Order" || label === "For invoice"),
      {
        label: "Cancels",
        value: `${TITLES[original.kind].toLowerCase()} ${original.number} of ${day(new Date(original.issuedAt))}`,
      },
    ],
    notes: [input.why, ...original.notes.filter((note) => note !== PAID)],
  };
  // What cancels a document from before e-invoices has none either.
  if (!original.electronic) return document;
  return withElectronic(document, {
    ...original.electronic,
    typeCode: kind === "invoice" ? 380 : 381,
    preceding: [preceded(original), ...(kind === "invoice" ? original.electronic.preceding : [])],
  });
}

/**
 * The invoice that replaces one with wrong details of the buyer. Amounts and tax are the same.
 * @param note the tax note that goes with the new details @param creditNotes those issued for the replaced invoice
 */
export function correctedInvoice(input: {
  number: string;
  issuedAt: Date;
  original: FrozenDocument;
  buyer: InvoiceParty;
  taxNotes: { before: string | undefined; now: string | undefined };
  creditNotes: readonly string[];
}): InvoiceDocument {
  const { original, taxNotes: notes, creditNotes } = input;
  const document: InvoiceDocument = {
    ...original,
    number: input.number,
    issuedAt: input.issuedAt,
    buyer: input.buyer,
    references: [
      ...original.references.filter(({ label }) => label !== "Replaces"),
      { label: "Replaces", value: `invoice ${original.number} of ${day(new Date(original.issuedAt))}` },
    ],
    notes: [
      ...original.notes.flatMap((note) => (note === notes.before ? (notes.now ? [notes.now] : []) : [note])),
      ...(creditNotes.length > 0
        ? [`Issued for the replaced invoice and valid for this one: ${creditNotes.join(", ")}.`]
        : []),
    ],
  };
  return withElectronic(document, { typeCode: 384, preceding: [preceded(original)], exemption: notes.now ?? null });
}

/** The self-billed invoice of one payout: the editor is the seller and we issue it. A debt is a negative line. */
export function selfBilledInvoice(input: {
  number: string;
  issuedAt: Date;
  payoutId: string;
  period: { from: Date; to: Date };
  editor: InvoiceParty;
  house: InvoiceParty;
  currency: string;
  /** `review`, `reading`: how the fee of a quality review or a second reading was calculated. The manuscript of somebody else's order isn't named. */
  earnings: readonly { orderId: string; title: string; amountMinor: number; review?: string; reading?: string }[];
  debtMinor: number;
  /** What the bank is asked to pay, and at what rate, if that's another currency than the invoice's. */
  paidIn?: string;
}): InvoiceDocument {
  const lines: InvoiceLine[] = input.earnings.map((e) => ({
    label: `${e.review ? "Quality review of order" : e.reading ? "Second reading of order" : "Order"} ${e.orderId}`,
    detail: e.review ?? e.reading ?? e.title,
    amountMinor: minor(e.amountMinor),
  }));
  if (input.debtMinor > 0)
    lines.push({ label: "Deduction for an earlier overpayment", detail: "", amountMinor: minor(-input.debtMinor) });
  const total = sum(lines.map((line) => line.amountMinor));
  return {
    kind: "self-billed-invoice",
    title: TITLES["self-billed-invoice"],
    number: input.number,
    issuedAt: input.issuedAt,
    seller: input.editor,
    buyer: input.house,
    references: [
      { label: "Payout", value: input.payoutId },
      { label: "Period", value: `${day(input.period.from)} to ${day(input.period.to)}` },
    ],
    currency: input.currency,
    lines,
    netMinor: total,
    tax: null,
    totalMinor: total,
    notes: [
      ...(input.paidIn ? [`Paid as ${input.paidIn}.`] : []),
      "Issued by the buyer on the seller's behalf, as agreed in the editor agreement.",
    ],
  };
}
