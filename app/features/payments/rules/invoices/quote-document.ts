/** The formal quote of an order that its author shares. */
import { minor, sum } from "#app/platform/rules/core/money.ts";
import { formatBillable } from "#app/features/pricing/rules/word-counts.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { taxAmounts, taxLine, taxNotes, taxesOf } from "./invoice-taxes.ts";
import {
  type FrozenDocument,
  type InvoiceDocument,
  type InvoiceParty,
  TITLES,
  dayInWords,
  issuedLook,
} from "./invoice.ts";
import { serviceOf } from "./order-invoices.ts";
import { printedSeller } from "./seller-registrations.ts";

/** It says nothing of the manuscript besides its length: the author decides about the title. */
export function quoteDocument(input: {
  number: string;
  issuedAt: Date;
  validUntilAt: Date;
  orderId: string;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  receipt: PriceReceipt;
}): InvoiceDocument {
  const { receipt, buyer } = input;
  const lines = receipt.lines
    .filter((line) => line.code !== "tax")
    .map(({ label, detail, amountMinor }) => ({ label, detail, amountMinor }));
  const document: InvoiceDocument = {
    kind: "quote",
    title: TITLES.quote,
    number: input.number,
    issuedAt: input.issuedAt,
    seller: input.seller,
    // Anyone who opens the link learns who wants it edited, not where they live.
    buyer: { ...buyer, address: buyer.person ? [buyer.person] : [], email: null },
    references: [
      { label: "Valid until", value: dayInWords(input.validUntilAt) },
      { label: "Order", value: input.orderId },
      { label: "Service", value: serviceOf(receipt) },
      { label: "Length", value: formatBillable(receipt.billableWords) },
    ],
    currency: receipt.currency,
    lines,
    netMinor: sum(lines.map((line) => line.amountMinor)),
    tax: taxLine(receipt.tax, receipt.taxMinor),
    ...taxesOf(receipt.tax, receipt.totalMinor - receipt.taxMinor, taxAmounts(receipt.lines, receipt.tax)),
    totalMinor: minor(receipt.totalMinor),
    notes: taxNotes(receipt.tax),
    ...issuedLook(buyer.country),
  };
  return { ...document, seller: printedSeller(document) };
}

/** The quote as it's shown: with the title if the author allows it, and where to pay. */
export function shownQuote(
  document: FrozenDocument,
  of: { title: string | null; payUrl: string | null },
): FrozenDocument {
  return {
    ...document,
    references: [
      ...document.references,
      ...(of.title === null ? [] : [{ label: "Manuscript", value: of.title }]),
      ...(of.payUrl === null ? [] : [{ label: "Pay by card", value: of.payUrl }]),
    ],
  };
}
