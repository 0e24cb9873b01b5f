/** Documents for people who want to see them before they buy. They're made by the same code as the real ones. */
import { NO_TAX } from "#app/features/tax/rules/tax-rule.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type FrozenDocument, type InvoiceDocument, type InvoiceParty, TITLES, invoiceSeries } from "./invoice.ts";
import { monthlyStatement } from "./monthly-statement.ts";
import { orderConfirmation } from "./order-confirmation.ts";
import { creditNote, orderInvoice } from "./order-invoices.ts";
import { proFormaInvoice } from "./pro-forma.ts";
import { quoteDocument } from "./quote-document.ts";

/** The documents that there are samples of, in the order in which a buyer meets them. */
export const SAMPLES = ["quote", "order-confirmation", "pro-forma", "invoice", "statement", "credit-note"] as const;
export type Sample = (typeof SAMPLES)[number];
export const isSample = (kind: string | undefined): kind is Sample => SAMPLES.includes(kind as Sample);

const BUYER: InvoiceParty = {
  name: "Example University, Department of Geography",
  person: "Dr. Alex Example",
  address: ["Dr. Alex Example", "1 University Road", "Springfield 12345"],
  country: "US",
  vatId: null,
  email: "invoices@university.example",
};
const ORDER = "S-SAMPLE";
const PURCHASE = { poNumber: "PO-4500123", costCenter: "GEO-17" };
const NET_DAYS = 30;
/** What a sample says instead of our bank details, so that nobody pays one. */
const BANK = "On your own document";

/**
 * A sample of a document, marked as one in its title, number, and first note.
 * @param of.receipt a real price at our list prices, without tax
 */
export function sampleDocument(
  kind: Sample,
  of: { seller: InvoiceParty; receipt: PriceReceipt; at: Date },
): FrozenDocument {
  const { electronic: _electronic, ...made } = build(kind, of);
  return {
    ...made,
    title: `Sample ${TITLES[kind].toLowerCase()}`,
    issuedAt: of.at.toISOString(),
    notes: ["This is a sample. There's no order behind it, and nothing has to be paid.", ...made.notes],
  };
}

const numberOf = (kind: Exclude<Sample, "order-confirmation">, at: Date): string => `${invoiceSeries(kind, at)}-SAMPLE`;

function build(
  kind: Sample,
  { seller, receipt, at }: { seller: InvoiceParty; receipt: PriceReceipt; at: Date },
): InvoiceDocument | FrozenDocument {
  const dueAt = after(at, receipt.windowMs);
  const parties = { seller, buyer: BUYER };
  const invoice = orderInvoice({
    ...parties,
    number: numberOf("invoice", at),
    issuedAt: at,
    paidAt: at,
    supply: { dueAt },
    orderId: ORDER,
    title: "Soil moisture and drought",
    purchase: PURCHASE,
    netDays: NET_DAYS,
    receipt,
  });
  const bank = [
    { label: "IBAN", value: BANK },
    { label: "BIC", value: BANK },
  ];
  switch (kind) {
    case "invoice":
      return invoice;
    case "quote":
      return quoteDocument({
        ...parties,
        number: numberOf(kind, at),
        issuedAt: at,
        validUntilAt: after(at, 30 * DAY),
        orderId: ORDER,
        receipt,
      });
    case "order-confirmation":
      return orderConfirmation(
        { ...invoice, issuedAt: at.toISOString() },
        { number: ORDER, placedAt: at, dueAt, endedWords: null },
      );
    case "pro-forma": {
      const number = numberOf(kind, at);
      return proFormaInvoice({
        ...parties,
        number,
        issuedAt: at,
        bank: [{ label: "Reference", value: number }, ...bank],
        currency: receipt.currency,
        amountMinor: receipt.totalMinor * 10,
      });
    }
    case "statement": {
      const number = numberOf(kind, at);
      // A statement is of the month before.
      const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 0));
      return monthlyStatement({
        ...parties,
        number,
        issuedAt: at,
        month,
        dueAt: after(at, NET_DAYS * DAY),
        currency: receipt.currency,
        bank: [{ label: "Reference", value: number }, ...bank],
        lines: [
          {
            order: ORDER,
            service: receipt.service,
            member: BUYER.person!,
            ...PURCHASE,
            invoice: invoice.number,
            succeededAt: month,
            amountMinor: receipt.totalMinor,
            refundedMinor: 0,
          },
        ],
        prepaidMinor: 0,
      });
    }
    case "credit-note":
      return creditNote({
        ...parties,
        number: numberOf(kind, at),
        issuedAt: at,
        orderId: ORDER,
        invoiceNumber: invoice.number,
        invoiceIssuedAt: at,
        references: invoice.references,
        currency: receipt.currency,
        order: { listMinor: receipt.listMinor, discountMinor: 0, taxMinor: 0, totalMinor: receipt.totalMinor },
        tax: NO_TAX,
        before: { refundedMinor: 0, discountMinor: 0, taxMinor: 0, taxesMinor: [] },
        refundMinor: receipt.totalMinor,
        basis: ["Canceled before an editor started."],
      });
  }
}
