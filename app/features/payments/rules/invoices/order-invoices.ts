/** The invoices of an order and its extra charges, and the credit notes of its refunds. */
import { dayOf } from "#app/platform/rules/core/day.ts";
import { minor, sum } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import type { PriceLine, PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import type { TaxRule } from "#app/features/tax/rules/tax-rule.ts";
import { withElectronic } from "./e-invoice-faults.ts";
import { refundParts } from "../ledger/refund-entries.ts";
import type { OrderAmounts } from "../ledger/ledger.ts";
import { type Credited, refundedByRate, taxAmounts, taxLine, taxNotes, taxesOf } from "./invoice-taxes.ts";
import {
  type InvoiceDocument,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceTax,
  type Purchase,
  TITLES,
  dayInWords,
  isPurchase,
  issuedLook,
  payableWords,
  purchaseReferences,
} from "./invoice.ts";
import { type Supply, electronicSupply, paidNote, withSupply } from "./supply.ts";

type InvoiceInput = {
  number: string;
  issuedAt: Date;
  paidAt: Date;
  supply: Supply;
  orderId: string;
  /** The manuscript's, or null if a payer may not see it. */
  title: string | null;
  /** What somebody else who pays needs: whose manuscript it is, and the quote that was paid. */
  paidFor?: { author: string; quote: string };
  /** The buyer's own references. */
  purchase?: Purchase;
  /** If it's paid later, with a monthly statement: in how many days from it. */
  netDays?: number;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  receipt: PriceReceipt;
};

/** The invoice of a paid order. */
export const orderInvoice = (input: InvoiceInput): InvoiceDocument => invoiceOf(input, input.receipt, []);

/**
 * The invoice of an extra charge on an order that was paid before.
 * @param input.receipt the order's price, for its tax
 */
export const chargeInvoice = (
  input: InvoiceInput & {
    charge: { label: string; lines: readonly PriceLine[]; taxMinor: number; totalMinor: number };
  },
): InvoiceDocument => invoiceOf(input, input.charge, [{ label: "Extra charge", value: input.charge.label }]);

/** "Copyediting, 7 days" */
export const serviceOf = (receipt: Pick<PriceReceipt, "service" | "turnaround" | "custom" | "windowMs">): string =>
  `${SERVICE_LABELS[receipt.service]}, ${receipt.custom ? formatDuration(receipt.windowMs) : TURNAROUND_LABELS[receipt.turnaround]}`;

function invoiceOf(
  input: InvoiceInput,
  priced: { lines: readonly PriceLine[]; taxMinor: number; totalMinor: number },
  references: InvoiceDocument["references"],
): InvoiceDocument {
  const { receipt } = input;
  const payable = input.netDays === undefined ? null : payableWords(input.netDays);
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
    references: withSupply(
      [
        { label: "Order", value: input.orderId },
        ...(input.title === null ? [] : [{ label: "Manuscript", value: input.title }]),
        { label: "Service", value: serviceOf(receipt) },
        ...references,
        ...(input.paidFor
          ? [
              { label: "Author", value: input.paidFor.author },
              { label: "Quote", value: input.paidFor.quote },
            ]
          : []),
        ...purchaseReferences(input.purchase ?? null),
        ...(payable === null ? [{ label: "Paid on", value: dayInWords(input.paidAt) }] : []),
      ],
      input.supply,
    ),
    currency: receipt.currency,
    lines,
    netMinor: sum(lines.map((line) => line.amountMinor)),
    tax: taxLine(receipt.tax, priced.taxMinor),
    ...taxesOf(receipt.tax, priced.totalMinor - priced.taxMinor, taxAmounts(priced.lines, receipt.tax)),
    totalMinor: minor(priced.totalMinor),
    notes: [...taxNotes(receipt.tax), payable ?? paidNote(input.supply)],
    ...issuedLook(input.buyer.country),
  };
  return withElectronic(document, {
    typeCode: 380,
    preceding: [],
    exemption: receipt.tax.note ?? null,
    ...(payable === null ? {} : { payable }),
    ...electronicSupply(input.supply, payable),
  });
}

/** The credit note of one refund. Its amounts are positive. */
export function creditNote(input: {
  number: string;
  issuedAt: Date;
  orderId: string;
  invoiceNumber: string;
  invoiceIssuedAt: Date;
  /** Those of the invoice. */
  references?: InvoiceDocument["references"];
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
  if (parts.creditMinor !== 0)
    lines.push({ label: "Courtesy credit on the refunded part", detail: "", amountMinor: minor(-parts.creditMinor) });
  const document: InvoiceDocument = {
    kind: "credit-note",
    title: TITLES["credit-note"],
    number: input.number,
    issuedAt: input.issuedAt,
    seller: input.seller,
    buyer: input.buyer,
    references: [
      { label: "Order", value: input.orderId },
      ...(input.references ?? []).filter(isPurchase),
      { label: "For invoice", value: `${input.invoiceNumber} of ${dayInWords(input.invoiceIssuedAt)}` },
    ],
    currency: input.currency,
    lines,
    netMinor: sum(lines.map((line) => line.amountMinor)),
    tax: taxLine(input.tax, parts.taxMinor),
    ...taxesOf(input.tax, input.refundMinor - parts.taxMinor, refundedByRate(input, parts.taxMinor)),
    totalMinor: minor(input.refundMinor),
    notes: taxNotes(input.tax),
    ...issuedLook(input.buyer.country),
  };
  return withElectronic(document, {
    typeCode: 381,
    preceding: [{ number: input.invoiceNumber, issuedOn: dayOf(input.invoiceIssuedAt) }],
    exemption: input.tax.note ?? null,
  });
}
