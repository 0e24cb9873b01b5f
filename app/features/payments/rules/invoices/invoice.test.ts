import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { creditNote, orderInvoice } from "./order-invoices.ts";
import { type FrozenDocument, invoiceNumber, invoiceSeries, type InvoiceParty } from "./invoice.ts";
import { quoteDocument, shownQuote } from "./quote-document.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { selfBilledInvoice } from "./self-billed-invoice.ts";

const company: InvoiceParty = { name: "Stet", address: ["1 Proof Lane"], country: "US", vatId: null, email: null };
const client: InvoiceParty = {
  name: "Amina Yusuf",
  address: ["Oulu"],
  country: "FI",
  vatId: null,
  email: "amina@example.org",
};
const issuedAt = new Date("2026-11-24T10:00:00Z");
const tax = { kind: "rate" as const, code: "FI", label: "VAT 25.5%", rateBp: 2_550 };
const receipt = priceOrder(
  {
    service: "copyediting",
    turnaround: "7d",
    billableWords: 5_000,
    estimatePdf: false,
    addOns: { coverLetter: true },
    consentOverflow: false,
    tax,
    discount: { kind: "coupon", code: "TEN", label: "Code TEN", percent: 10 },
  },
  PRICING_POLICY,
);

describe("numbers", () => {
  test("run without gaps per kind and year, or per editor", () => {
    expect(invoiceNumber(invoiceSeries("invoice", issuedAt), 123)).toBe("INV-2026-000123");
    expect(invoiceNumber(invoiceSeries("credit-note", issuedAt), 1)).toBe("CN-2026-000001");
    expect(invoiceNumber(invoiceSeries("self-billed-invoice", issuedAt, "K7Q2M9"), 4)).toBe("SB-K7Q2M9-0004");
    expect(invoiceNumber(invoiceSeries("quote", issuedAt), 31)).toBe("Q-2026-0031");
  });
  test("that are invalid are refused", () => {
    expect(() => invoiceNumber("INV-2026", 0)).toThrow(RangeError);
    expect(() => invoiceSeries("self-billed-invoice", issuedAt)).toThrow(RangeError);
    expect(() => invoiceSeries("self-billed-invoice", issuedAt, "a b")).toThrow(RangeError);
  });
});

test("a quote repeats the receipt, and says nothing of the manuscript or where its author lives", () => {
  const alone = { ...client, address: ["1 Home Street"] };
  const doc = quoteDocument({
    number: "Q-2026-0031",
    issuedAt,
    validUntilAt: new Date("2026-12-24T10:00:00Z"),
    orderId: "S-10032",
    seller: company,
    buyer: alone,
    receipt,
  });
  expect(sum(doc.lines.map((line) => line.amountMinor))).toBe(doc.netMinor);
  expect(doc.netMinor + doc.tax!.amountMinor).toBe(doc.totalMinor);
  expect(doc.totalMinor).toBe(receipt.totalMinor);
  expect(doc.references[0]).toEqual({ label: "Valid until", value: "Dec 24, 2026" });
  expect(JSON.stringify(doc)).not.toMatch(/Home Street|amina@example|Manuscript/);
  const frozen = JSON.parse(JSON.stringify(doc)) as FrozenDocument;
  expect(shownQuote(frozen, { title: null, payUrl: null })).toEqual(frozen);
  expect(shownQuote(frozen, { title: "On frost", payUrl: "https://x/pay/t" }).references.slice(-2)).toEqual([
    { label: "Manuscript", value: "On frost" },
    { label: "Pay by card", value: "https://x/pay/t" },
  ]);
  const bought = quoteDocument({
    number: "Q-2026-0032",
    issuedAt,
    validUntilAt: issuedAt,
    orderId: "S-1",
    seller: company,
    buyer: { ...client, name: "University of Oulu", person: "Amina Yusuf", address: ["Amina Yusuf", "Home Street"] },
    receipt,
  });
  expect(bought.buyer).toMatchObject({ name: "University of Oulu", address: ["Amina Yusuf"], email: null });
});

test("an invoice repeats the receipt: lines, net, tax, total", () => {
  const doc = orderInvoice({
    number: "INV-2026-000001",
    issuedAt,
    paidAt: issuedAt,
    supply: { dueAt: null },
    orderId: "ord_1",
    title: "On frost",
    seller: company,
    buyer: client,
    receipt,
  });
  expect(doc.lines.map((l) => l.amountMinor)).toEqual([15_000, 2_500, -1_750]);
  expect([doc.netMinor, doc.tax?.amountMinor, doc.totalMinor]).toEqual([15_750, 4_016, 19_766]);
  expect(doc.references).toContainEqual({ label: "Service", value: "Copyediting, 7 days" });
});

test("the credit notes of an order add up to its invoice after any number of refunds", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: receipt.totalMinor - 1 }), { maxLength: 5 }), (cuts) => {
      const stops = [...new Set([...cuts, receipt.totalMinor])].toSorted((a, b) => a - b);
      let before = { refundedMinor: 0, discountMinor: 0, taxMinor: 0, taxesMinor: [] };
      const total = { net: 0, tax: 0, total: 0 };
      for (const stop of stops) {
        const doc = creditNote({
          number: "CN-2026-000001",
          issuedAt,
          orderId: "ord_1",
          invoiceNumber: "INV-2026-000001",
          invoiceIssuedAt: issuedAt,
          seller: company,
          buyer: client,
          currency: "USD",
          order: receipt,
          tax,
          before,
          refundMinor: stop - before.refundedMinor,
          basis: ["Late."],
        });
        expect(doc.netMinor + (doc.tax?.amountMinor ?? 0)).toBe(doc.totalMinor);
        total.net += doc.netMinor;
        total.tax += doc.tax?.amountMinor ?? 0;
        total.total += doc.totalMinor;
        before = {
          ...before,
          refundedMinor: stop,
          discountMinor: before.discountMinor - (doc.lines[1]?.amountMinor ?? 0),
          taxMinor: total.tax,
        };
      }
      expect(total).toEqual({ net: 15_750, tax: 4_016, total: 19_766 });
    }),
  );
});

test("a self-billed invoice lists the orders and deducts a debt", () => {
  const doc = selfBilledInvoice({
    number: "SB-K7Q2M9-0001",
    issuedAt,
    payoutId: "pyo_1",
    period: { from: new Date("2026-11-01"), to: new Date("2026-11-15") },
    editor: client,
    company,
    currency: "USD",
    earnings: [
      { orderId: "ord_1", title: "On frost", amountMinor: 8_250 },
      { orderId: "ord_2", title: "On ice", amountMinor: 3_000 },
    ],
    debtMinor: 1_250,
    tax: { kind: "none" },
  });
  expect([doc.seller, doc.buyer]).toEqual([client, company]);
  expect(doc.lines.map((l) => l.amountMinor)).toEqual([8_250, 3_000, -1_250]);
  expect([doc.totalMinor, doc.tax]).toEqual([10_000, null]);
});
