import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minor } from "#app/platform/rules/core/money.ts";
import type { InvoiceDocument, InvoiceTax } from "./invoice.ts";
import { nationalRateWords, nationalTax, withRate } from "./national-tax.ts";
import { type Rate, exchanged, rateForDay, readRates } from "../reference-rates.ts";

const RATE: Rate = { on: "2026-11-24", micros: 1_164_400, others: { GBP: 861_200, NOK: 11_725_500, CAD: 1_630_100 } };
const seller: InvoiceDocument["seller"] = {
  name: "Marginalia GmbH",
  address: [],
  country: "DE",
  vatId: "DE123456788",
  taxNumbers: ["DE", "GB", "NO", "SE", "CA", "CA-QC", "US-NY"].map((place) => ({
    scheme: "domestic",
    place,
    number: place,
  })),
  email: null,
};
const tax = (code: string, baseMinor: number, amountMinor: number, treatment: InvoiceTax["treatment"] = "charged") => ({
  treatment,
  code,
  label: "VAT",
  rateBp: 1_900,
  baseMinor: minor(baseMinor),
  amountMinor: minor(amountMinor),
});
const of = (...taxes: InvoiceTax[]) => ({ seller, taxes, currency: "USD" });

describe("the tax in the currency in which it's declared", () => {
  test("is converted at the rate of the day, rounded half up once", () => {
    // $27.84 / 1.1644 = 23.9093..., $146.53 / 1.1644 = 125.8416...
    expect(nationalTax(of(tax("DE", 14_653, 2_784)), "2026-11-25", RATE)).toMatchObject({
      currency: "EUR",
      day: "2026-11-25",
      rate: { on: "2026-11-24", usdMicros: 1_164_400, micros: 1_000_000 },
      taxes: [{ baseMinor: 12_584, amountMinor: 2_391 }],
    });
    // $11.19 / 1.1644 * 0.8612 = 8.2762...
    expect(nationalTax(of(tax("GB", 5_597, 1_119)), "2026-11-25", RATE)).toMatchObject({
      currency: "GBP",
      taxes: [{ amountMinor: 828 }],
    });
  });
  test.each([
    ["reverse charge in the EU", tax("NL", 100, 0, "reverse-charge"), "EUR"],
    ["reverse charge in the United Kingdom", tax("GB", 100, 0, "reverse-charge"), "GBP"],
    ["a sale outside the EU", tax("", 100, 0, "none"), "EUR"],
    ["Norwegian VAT", tax("NO", 100, 25), "NOK"],
    ["Swedish VAT", tax("SE", 100, 25), "SEK"],
    ["Quebec's tax", tax("CA-QC", 100, 10), "CAD"],
    ["sales tax in dollars", tax("US-NY", 100, 8), null],
  ])("of %s", (_, it, currency) => {
    expect(nationalTax(of(it), "2026-11-25", RATE)?.currency ?? null).toBe(currency);
  });
  test("is issued without a missing rate, which is added later", () => {
    const waiting = nationalTax(of(tax("SE", 100, 25)), "2026-11-25", RATE)!;
    expect(waiting).toMatchObject({ rate: null, taxes: [] });
    expect(nationalRateWords(waiting)).toBeNull();
    const later = withRate(of(tax("SE", 1_000, 250)), waiting, { ...RATE, others: { SEK: 11_000_000 } }, "2026-12-01");
    // $2.50 / 1.1644 * 11 = 23.6173...
    expect(later).toMatchObject({ day: "2026-11-25", addedOn: "2026-12-01", taxes: [{ amountMinor: 2_362 }] });
    expect(withRate(of(), waiting, RATE, "2026-12-01").addedOn).toBeUndefined();
  });
  test("states the published rates", () => {
    const words = (code: string) => nationalRateWords(nationalTax(of(tax(code, 100, 25)), "2026-11-25", RATE)!);
    expect(words("DE")).toBe("€1 = $1.1644 (European Central Bank, Nov 24, 2026)");
    expect(words("GB")).toBe("€1 = $1.1644 = £0.8612 (European Central Bank, Nov 24, 2026)");
    expect(words("NO")).toContain("= kr 11.7255");
    const german = nationalRateWords(nationalTax(of(tax("NO", 100, 25)), "2026-11-25", RATE)!, "DE");
    expect(german).toBe("EUR 1 = USD 1,1644 = NOK 11,7255 (European Central Bank, 24 Nov 2026)");
  });
  test("of credit notes adds up to the invoice's, however it's refunded", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 6 }), (parts) => {
        const whole = parts.reduce((total, part) => total + part, 0);
        let earlier = 0;
        let credited = 0;
        for (const part of parts) {
          const before = [{ baseMinor: minor(0), amountMinor: minor(earlier) }];
          const note = nationalTax(of(tax("DE", 0, part)), "2026-11-25", RATE, before)!;
          expect(Math.abs(note.taxes[0]!.amountMinor - part / 1.1644)).toBeLessThanOrEqual(1.0001);
          earlier += part;
          credited += note.taxes[0]!.amountMinor;
        }
        expect(credited).toBe(nationalTax(of(tax("DE", 0, whole)), "2026-11-25", RATE)!.taxes[0]!.amountMinor);
      }),
    );
  });
  test("never is off by more than half a cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.integer({ min: 800_000, max: 1_600_000 }),
        fc.integer({ min: 500_000, max: 420_000_000 }),
        (cents, micros, other) => {
          const got = exchanged(cents, "USD", "HUF", { on: "2026-11-24", micros, others: { HUF: other } })!;
          expect(Math.abs(got - (cents * other) / micros)).toBeLessThanOrEqual(0.5001);
          // A credit note over the same amount takes exactly as much back.
          expect(exchanged(-cents, "USD", "HUF", { on: "2026-11-24", micros, others: { HUF: other } })).toBe(-got || 0);
        },
      ),
    );
  });
});

describe("the rate for a day", () => {
  const on = (day: string): Rate => ({ on: day, micros: 1_100_000 });
  test("is the last one published before it, whatever is imported later that day", () => {
    expect(rateForDay(on("2026-11-24"), "2026-11-25")).toMatchObject({ on: "2026-11-24" });
    expect(rateForDay(on("2026-11-25"), "2026-11-25")).toBeNull();
    expect(rateForDay(null, "2026-11-25")).toBeNull();
  });
  test("on a Monday is Friday's, after Easter Thursday's, and a missing day isn't skipped", () => {
    expect(rateForDay(on("2026-11-20"), "2026-11-23")).toMatchObject({ on: "2026-11-20" });
    expect(rateForDay(on("2027-03-25"), "2027-03-30")).toMatchObject({ on: "2027-03-25" });
    expect(rateForDay(on("2026-11-23"), "2026-11-25")).toBeNull();
  });
});

test("files have the other currencies, and a day may lack one", () => {
  expect(readRates("Date,USD,GBP,SEK\n2026-11-24,1.1644,0.8612,N/A")).toEqual([
    { on: "2026-11-24", micros: 1_164_400, others: { GBP: 861_200 } },
  ]);
});
