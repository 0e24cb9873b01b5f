import { PAY_POLICY, PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { payFor } from "#app/features/pricing/rules/editor-pay.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import {
  type Charge,
  chargeFlow,
  chargeFor,
  isChargeable,
  payAfterPrice,
  payBpAfterPrice,
  withExtra,
} from "./charge.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { priceForWindow } from "./date-change.ts";
import { type PriceChange, reprice } from "./reprice.ts";

const priceOf = (it: { words?: number; percent?: number; rateBp?: number } = {}): PriceReceipt =>
  priceOrder(
    {
      service: "copyediting",
      turnaround: "7d",
      billableWords: it.words ?? 5_000,
      estimatePdf: false,
      addOns: {},
      discount: it.percent ? { kind: "coupon", code: "SPRING", label: "Spring", percent: it.percent } : null,
      ...(it.rateBp ? { tax: { kind: "rate" as const, code: "vat", label: "VAT", rateBp: it.rateBp } } : {}),
      consentOverflow: true,
    },
    PRICING_POLICY,
  );
const line = (amountMinor: number, code: "extra" | "fee" = "extra") => ({
  code,
  label: "Four more figures",
  detail: "added after payment",
  amountMinor: minor(amountMinor),
});
const chargeOf = (before: PriceReceipt, amountMinor: number, code: "extra" | "fee" = "extra"): Charge =>
  chargeFor(before, withExtra(before, line(amountMinor, code)), line(amountMinor, code))!;

test("every state of a charge leads to an end", () => {
  expect(faultsOf(chargeFlow)).toEqual([]);
});

describe("an extra charge", () => {
  test("adds a line to the price, and to the basis of the editor's share only if the editor does the work", () => {
    const before = priceOf();
    const work = chargeOf(before, 2_000);
    expect(work).toMatchObject({ listMinor: 2_000, discountMinor: 0, taxMinor: 0, totalMinor: 2_000 });
    expect(work.price).toMatchObject({ listMinor: 17_000, editorBasisMinor: 17_000, totalMinor: 17_000 });
    expect(chargeOf(before, 2_000, "fee").price).toMatchObject({ listMinor: 17_000, editorBasisMinor: 15_000 });
  });
  test("keeps the discount's percentage to the cent: half up, never a cent against the client", () => {
    const before = priceOf({ words: 2_073, percent: 12 });
    expect([before.listMinor, before.discountMinor, before.totalMinor]).toEqual([6_219, 746, 5_473]);
    const changed = (change: PriceChange) => {
      const { listMinor, discountMinor, totalMinor } = reprice(before, change, PRICING_POLICY);
      return [listMinor, discountMinor, totalMinor - before.totalMinor];
    };
    expect(changed({ billableWords: 1_500 }), "fewer words").toEqual([4_500, 540, -1_513]);
    expect(changed({ billableWords: 2_500 }), "more words").toEqual([7_500, 900, 1_127]);
    expect(chargeOf(before, 3_333), "an extra charge").toMatchObject({ discountMinor: 400, totalMinor: 2_933 });
    const later = priceForWindow(before, 14 * DAY, PRICING_POLICY).totalMinor;
    expect([before.totalMinor, later], "55.97 less 12%").toEqual([5_473, 4_925]);
  });
  test("keeps the share that the floor left of a discount, never more", () => {
    const cut = priceOf({ percent: 40 });
    expect(cut.discount).not.toHaveProperty("shareBp");
    for (const amount of [1, 333, 2_000]) {
      const { listMinor, discountMinor } = chargeOf(cut, amount).price;
      expect(discountMinor * cut.listMinor).toBeLessThanOrEqual(cut.discountMinor * listMinor);
    }
  });
  test("keeps the share of the order's discount, and its tax", () => {
    const charge = chargeOf(priceOf({ percent: 10, rateBp: 2_000 }), 2_000);
    expect(charge.lines.map((one) => [one.code, one.amountMinor])).toEqual([
      ["extra", 2_000],
      ["discount", -200],
      ["tax", 360],
    ]);
    expect(charge.totalMinor).toBe(2_160);
  });
  test("raises the editor's pay by their share of it", () => {
    const before = priceOf();
    const { price } = chargeOf(before, 2_000);
    expect(payAfterPrice(8_250, before, price, "standard", PAY_POLICY)).toBe(8_250 + 1_100);
    expect(payAfterPrice(8_250, before, chargeOf(before, 2_000, "fee").price, "standard", PAY_POLICY)).toBe(8_250);
  });
  test("is possible only while an editor is at work and nothing is delivered", () => {
    expect(isChargeable({ status: "in_progress", deliveredAt: null })).toBe(true);
    for (const status of ["paid", "submitted", "delivered", "cancelled", "on_hold"] as const)
      expect(isChargeable({ status, deliveredAt: null })).toBe(false);
    expect(isChargeable({ status: "changes_required", deliveredAt: new Date(0) })).toBe(false);
  });
});

test("keeps a price lowered by a later date, and counts additions in full", () => {
  expect(payBpAfterPrice(10_000, 15_000, 20_000)).toBe(10_000);
  expect(payBpAfterPrice(9_000, 15_000, 30_000)).toBe(9_500);
  expect(payBpAfterPrice(9_000, 15_000, 7_500)).toBe(9_000);
});

test("any sequence of charges adds up: lines, parts and totals, and the pay for the whole price", () => {
  const start = fc.record({
    words: fc.integer({ min: 1, max: 40_000 }),
    percent: fc.integer({ min: 0, max: 30 }),
    rateBp: fc.constantFrom(0, 700, 1_900, 2_500),
  });
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 50_000 }), fc.constantFrom("extra" as const, "fee")), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(start, steps, (of, charges) => {
      let price = priceOf(of);
      const parts = {
        list: price.listMinor,
        discount: price.discountMinor,
        tax: price.taxMinor,
        total: price.totalMinor,
      };
      let pay: number = payFor(price, "senior", PAY_POLICY).editorMinor;
      for (const [amountMinor, code] of charges) {
        const charge = chargeOf(price, amountMinor, code);
        expect(charge.lines.reduce((a, l) => a + l.amountMinor, 0)).toBe(charge.totalMinor);
        expect(charge.listMinor - charge.discountMinor + charge.taxMinor).toBe(charge.totalMinor);
        expect(Math.min(charge.discountMinor, charge.taxMinor)).toBeGreaterThanOrEqual(0);
        parts.list = minor(parts.list + charge.listMinor);
        parts.discount = minor(parts.discount + charge.discountMinor);
        parts.tax = minor(parts.tax + charge.taxMinor);
        parts.total = minor(parts.total + charge.totalMinor);
        pay = payAfterPrice(pay, price, charge.price, "senior", PAY_POLICY);
        price = charge.price;
      }
      expect(price).toMatchObject({
        listMinor: parts.list,
        discountMinor: parts.discount,
        taxMinor: parts.tax,
        totalMinor: parts.total,
      });
      expect(price.lines.reduce((a, l) => a + l.amountMinor, 0)).toBe(price.totalMinor);
      expect(pay).toBe(payFor(price, "senior", PAY_POLICY).editorMinor);
    }),
    tries(300),
  );
});
