import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeCoupon } from "./coupon.ts";
import { currencyOfCountry, currencyOfDraft, pricingIn, soldIn } from "./currency-prices.ts";
import { payFor, reviewPay } from "./editor-pay.ts";
import { SERVICES, TURNAROUNDS, type PricingPolicy } from "./policy.ts";
import { priceOrder } from "./price.ts";
import { inDollars } from "./priced-in.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";

const SOLD: PricingPolicy = { ...PRICING_POLICY, perDollar: { EUR: 9_200, GBP: null, JPY: 1_550_000 } };
const WORK = {
  service: "copyediting",
  turnaround: "7d",
  billableWords: 5_000,
  estimatePdf: false,
  addOns: { referenceStyling: 10, coverLetter: true },
  consentOverflow: true,
} as const;

test("the list is sold in dollars and in the currencies with a rate", () => {
  expect(soldIn(PRICING_POLICY)).toEqual(["USD"]);
  expect(soldIn(SOLD)).toEqual(["USD", "EUR", "JPY"]);
  expect(["DE", "GB", "JP", "GH", null].map((country) => currencyOfCountry(country, SOLD))).toEqual([
    "EUR",
    "USD",
    "JPY",
    "USD",
    "USD",
  ]);
  expect(currencyOfDraft({ currency: "GBP" }, SOLD)).toBe("USD");
  expect(() => pricingIn(SOLD, "GBP")).toThrow(RangeError);
  expect(pricingIn(SOLD, "USD")).toBe(SOLD);
});

test("a price in euros follows from the list, with amounts that people like", () => {
  const price = priceOrder(WORK, pricingIn(SOLD, "EUR"));
  // 0.030 dollars a word are 0.028 euros; 25 dollars are 23; 40 cents an entry are 37.
  expect(price).toMatchObject({
    currency: "EUR",
    perDollar: 9_200,
    millsPerWord: 28,
    totalMinor: 14_000 + 370 + 2_300,
  });
  expect(price.lines[0]!.detail).toBe("5,000 words at €0.028");
  expect(priceOrder({ ...WORK, billableWords: 100, addOns: {} }, pricingIn(SOLD, "EUR")).totalMinor).toBe(1_850);
});

test("a price in yen has whole yen", () => {
  const price = priceOrder(WORK, pricingIn(SOLD, "JPY"));
  expect(price).toMatchObject({ currency: "JPY", millsPerWord: 4_650, totalMinor: 23_250 + 620 + 3_880 });
  expect(priceOrder({ ...WORK, billableWords: 100, addOns: {} }, pricingIn(SOLD, "JPY")).totalMinor).toBe(3_100);
});

describe("whatever is ordered, at whatever rate", () => {
  const rates = fc.integer({ min: 3_000, max: 30_000 });
  test("editors get their share in dollars, and no discount takes the price below it", () => {
    fc.assert(
      fc.property(
        rates,
        fc.constantFrom("EUR" as const, "JPY" as const),
        fc.constantFrom(...SERVICES),
        fc.constantFrom(...TURNAROUNDS),
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 0, max: 30 }),
        (rate, currency, service, turnaround, billableWords, percent) => {
          if (PRICING_POLICY.mills[service][turnaround] === null) return;
          const perDollar = { EUR: rate, GBP: null, JPY: rate * 160 };
          const policy = pricingIn({ ...PRICING_POLICY, perDollar, overflowFactor: 1_000 }, currency);
          const price = priceOrder(
            {
              ...WORK,
              service,
              turnaround,
              billableWords,
              addOns: {},
              discount: { kind: "coupon", code: "X", label: "X", percent },
            },
            policy,
          );
          expect(price.lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(price.totalMinor);
          const { editorMinor, secondReaderMinor } = payFor(price, "lead", policy.pay, "lead");
          expect(editorMinor + secondReaderMinor).toBeLessThanOrEqual(inDollars(price.totalMinor, policy.pricedIn) + 2);
          expect(reviewPay(price.listMinor, policy.pay)).toBeGreaterThanOrEqual(policy.pay.reviewer.leastMinor);
        },
      ),
    );
  });
  test("faster and deeper work is never cheaper, in any currency that it's sold in", () => {
    fc.assert(
      fc.property(rates, (rate) => {
        const { mills, minimumMinor } = pricingIn({ ...SOLD, perDollar: { ...SOLD.perDollar, EUR: rate } }, "EUR");
        for (const service of SERVICES) {
          const sold = TURNAROUNDS.flatMap((t) => mills[service][t] ?? []);
          expect(sold).toEqual(sold.toSorted((a, b) => a - b));
        }
        const least = TURNAROUNDS.map((t) => minimumMinor[t]);
        expect(least).toEqual(least.toSorted((a, b) => a - b));
      }),
    );
  });
});

test("a coupon's amounts are dollars, and count at the list's rate", () => {
  const { pricedIn } = pricingIn(SOLD, "EUR");
  const offer = {
    valid: true as const,
    discount: { kind: "coupon" as const, code: "TEN", label: "Ten", fixedMinor: 1_000 },
    services: null,
    turnarounds: null,
    minimumSpendMinor: 5_000,
  };
  const order = { service: "copyediting" as const, turnaround: "7d" as const, pricedIn };
  expect(judgeCoupon(offer, { ...order, listMinor: 10_000 }).discount).toMatchObject({ fixedMinor: 920 });
  expect(judgeCoupon(offer, { ...order, listMinor: 4_599 }).message).toContain("at least $50.00");
  expect(judgeCoupon(offer, { ...order, listMinor: 4_600 }).message).toBeNull();
});
