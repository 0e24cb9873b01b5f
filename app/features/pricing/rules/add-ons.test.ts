import { describe, expect, test } from "vitest";
import { DAY } from "#app/platform/rules/core/time.ts";
import { isListed, reprice } from "#app/features/orders/rules/change/reprice.ts";
import { priceForWindow } from "#app/features/orders/rules/change/date-change.ts";
import { ADD_ONS, ADD_ON_CODES, type AddOns, COUNTED_CODES, TICKED_CODES } from "./add-ons.ts";
import { orderedOf } from "./ordered.ts";
import { TURNAROUND_MS } from "./policy.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";
import type { PriceInput } from "./price-receipt.ts";
import { priceOrder } from "./price.ts";

const priceOf = (addOns: AddOns, more: Partial<PriceInput> = {}) =>
  priceOrder(
    {
      service: "copyediting",
      turnaround: "3d",
      billableWords: 5_000,
      estimatePdf: false,
      addOns,
      consentOverflow: true,
      ...more,
    },
    PRICING_POLICY,
  );

test("every add-on is either counted or ordered as a whole, with a line and a place in addresses of its own", () => {
  expect([...COUNTED_CODES, ...TICKED_CODES].toSorted()).toEqual(ADD_ON_CODES.toSorted());
  for (const key of ["line", "param", "label"] as const)
    expect(new Set(ADD_ON_CODES.map((code) => ADD_ONS[code][key])).size).toBe(ADD_ON_CODES.length);
});

describe.each(ADD_ON_CODES)("%s", (code) => {
  const addOns = { [code]: ADD_ONS[code].unit ? 7 : true } as AddOns;
  const itsMinor = PRICING_POLICY.addOns[code].unitMinor * (ADD_ONS[code].unit ? 7 : 1);
  const [without, ordered] = [priceOf({}), priceOf(addOns)];

  test("costs its price, and an editor is paid a share of it if they do the work", () => {
    expect(ordered.totalMinor - without.totalMinor).toBe(itsMinor);
    expect(ordered.editorBasisMinor - without.editorBasisMinor).toBe(ADD_ONS[code].editorWorks ? itsMinor : 0);
  });

  test("stays with its whole price if the order gets a later date or other words", () => {
    const at = (price: typeof ordered) => priceForWindow(price, TURNAROUND_MS["7d"], PRICING_POLICY);
    expect(at(ordered).totalMinor - at(without).totalMinor).toBe(itsMinor);
    expect(isListed(ordered)).toBe(true);
    const more = reprice(ordered, { billableWords: 5_500 }, PRICING_POLICY);
    expect(more.totalMinor - reprice(without, { billableWords: 5_500 }, PRICING_POLICY).totalMinor).toBe(itsMinor);
    expect(orderedOf(more, PRICING_POLICY)).toEqual(orderedOf(ordered, PRICING_POLICY));
  });

  test("is known from receipts of before, which only have lines", () => {
    const { ordered: said, ...before } = ordered;
    expect(orderedOf(before, PRICING_POLICY).addOns[code]).toBe(said!.addOns[code]);
  });
});

test("a re-edit stays one, whatever its lines are called", () => {
  const price = priceOf({}, { billableWords: 300, reEdit: { unchanged: 4_000, moved: 0 } });
  const renamed = { ...price, lines: price.lines.map((line) => ({ ...line, label: "Second edit" })) };
  for (const it of [price, renamed]) {
    expect(reprice(it, { billableWords: 310 }, PRICING_POLICY).totalMinor).toBe(
      priceOf({}, { billableWords: 310, reEdit: { unchanged: 4_000, moved: 0 } }).totalMinor,
    );
    expect(priceForWindow(it, 7 * DAY, PRICING_POLICY).totalMinor).toBeLessThan(price.totalMinor);
  }
  const { ordered: _said, ...before } = price;
  expect(orderedOf(before, PRICING_POLICY).reEdit).not.toBeNull();
  expect(orderedOf(reprice(price, { billableWords: 310 }, PRICING_POLICY), PRICING_POLICY)).toEqual(price.ordered);
});
