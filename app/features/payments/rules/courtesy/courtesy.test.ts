import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { withCredit, withTax } from "#app/features/pricing/rules/price-tax.ts";
import { IN_DOLLARS } from "#app/features/pricing/rules/priced-in.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { withExtra } from "#app/features/orders/rules/change/charge.ts";
import { reprice } from "#app/features/orders/rules/change/reprice.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { paymentReceived } from "../ledger/order-entries.ts";
import { refund, refundParts } from "../ledger/refund-entries.ts";
import { COURTESY_PART } from "./courtesy-figures.ts";
import { creditFor, expiringBy, leftOf } from "./courtesy.ts";

const NOON = new Date("2026-11-29T12:00:00Z");
const in_ = (days: number, amountMinor: number) => ({ amountMinor, expiresAt: after(NOON, days * DAY) });
const VAT = { kind: "rate" as const, code: "DE", label: "VAT 20%", rateBp: 2_000 };

const price = priceOrder(
  {
    service: "copyediting",
    turnaround: "7d",
    billableWords: 5_000,
    estimatePdf: false,
    addOns: {},
    consentOverflow: false,
  },
  PRICING_POLICY,
);

describe("what is left of what was given", () => {
  test("is the part that expires last", () => {
    expect(leftOf(1_500, [in_(20, 1_000), in_(10, 1_000)]).map((one) => one.leftMinor)).toEqual([500, 1_000]);
    expect(expiringBy(1_500, [in_(20, 1_000), in_(10, 1_000)], after(NOON, 15 * DAY))).toBe(500);
    expect(expiringBy(900, [in_(20, 1_000), in_(10, 1_000)], after(NOON, 15 * DAY))).toBe(0);
  });
  test("adds up to the balance, whatever was spent", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 5_000 })), { maxLength: 8 }),
        fc.integer({ min: 0, max: 100 }),
        (amounts, spentPercent) => {
          const given = amounts.map(([days, amount]) => in_(days, amount));
          const all = given.reduce((sum, one) => sum + one.amountMinor, 0);
          const balance = all - Math.floor((all * spentPercent) / 100);
          const left = leftOf(balance, given);
          expect(left.reduce((sum, one) => sum + one.leftMinor, 0)).toBe(balance);
          const at = after(NOON, 200 * DAY);
          expect(expiringBy(balance, given, at)).toBe(
            left.reduce((sum, one) => (one.expiresAt <= at ? sum + one.leftMinor : sum), 0),
          );
        },
      ),
    );
  });
});

describe("a price with credit", () => {
  test("is less before tax, because what is given free of charge isn't taxed", () => {
    const taxed = withCredit(withTax(price, VAT), 3_000);
    expect(taxed).toMatchObject({ listMinor: 15_000, creditMinor: 3_000, taxMinor: 2_400, totalMinor: 14_400 });
    expect(taxed.lines.map((line) => line.code)).toEqual(["base", "credit", "tax"]);
    expect(withTax(taxed, price.tax)).toMatchObject({ creditMinor: 3_000, totalMinor: 12_000 });
    expect(withCredit(taxed, 0)).toEqual(withTax(price, VAT));
  });
  test("always leaves something to pay", () => {
    const policy = COURTESY_PART.defaults;
    expect(creditFor(price, 2_000, policy, IN_DOLLARS)).toBe(2_000);
    expect(creditFor(price, 99_000, policy, IN_DOLLARS)).toBe(price.listMinor - 100);
    expect(creditFor(price, 0, policy, IN_DOLLARS)).toBe(0);
  });
  test("keeps its credit when the price goes up, and the same share when it goes down", () => {
    const held = withCredit(price, 3_000);
    const more = withExtra(held, { code: "extra", label: "More", detail: "", amountMinor: minor(1_000) });
    expect(more).toMatchObject({ listMinor: 16_000, creditMinor: 3_000, totalMinor: 13_000 });
    const less = reprice(held, { billableWords: 4_000 }, PRICING_POLICY);
    expect(less).toMatchObject({ listMinor: 12_000, creditMinor: 2_400, totalMinor: 9_600 });
  });
});

test("refunds in parts return exactly what was spent", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 14_900 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (creditMinor, shares, taxed) => {
        const { listMinor, discountMinor, taxMinor, totalMinor } = withCredit(
          taxed ? withTax(price, VAT) : price,
          creditMinor,
        );
        const amounts = { listMinor, discountMinor, creditMinor, taxMinor, totalMinor };
        const taxes = taxMinor > 0 ? [{ authority: "DE", amountMinor: taxMinor }] : [];
        expect(paymentReceived(amounts, taxes, "card", "usr_a").lines).toContainEqual({
          account: "provider",
          amountMinor: totalMinor,
        });
        let backMinor = 0;
        let returned = 0;
        const whole = shares.reduce((sum, share) => sum + share, 0);
        for (const [i, share] of shares.entries()) {
          const next = i === shares.length - 1 ? totalMinor - backMinor : Math.floor((totalMinor * share) / whole);
          if (next === 0) continue;
          const parts = refundParts(amounts, backMinor, next);
          const entry = refund(
            amounts,
            backMinor,
            next,
            { listMinor: 0, discountMinor: 0 },
            taxes.map((tax) => ({ ...tax, refundedMinor: 0 })),
            undefined,
            "card",
            "usr_a",
          );
          expect(entry.lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(0);
          returned += parts.creditMinor;
          backMinor += next;
        }
        expect(returned).toBe(creditMinor);
      },
    ),
  );
});
