import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CouponOffer } from "./coupon.ts";
import { offerMatrix } from "./offer.ts";
import { SERVICES } from "./policy.ts";
import { IN_DOLLARS } from "./priced-in.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";
import { discountAsked } from "./price-lines.ts";
import {
  type StandingDiscount,
  bestStanding,
  judgeDiscounts,
  standingDiscount,
  standingProblem,
} from "./standing-discount.ts";
import { standingState } from "#app/platform/rules/core/standing-state.ts";

const NOW = new Date("2026-11-24T10:00:00Z");
const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const standing = (more: Partial<StandingDiscount> = {}): StandingDiscount => ({
  id: "sal_1",
  kind: "sale",
  label: "Spring sale",
  percent: 10,
  services: null,
  turnarounds: null,
  endsAt: null,
  ...more,
});
const code = (percent: number, more: Partial<CouponOffer & { valid: true }> = {}): CouponOffer => ({
  valid: true,
  discount: { kind: "coupon", code: "SPRING", label: "Spring", percent },
  services: null,
  turnarounds: null,
  minimumSpendMinor: null,
  ...more,
});
const order = { service: "copyediting", turnaround: "7d", listMinor: 15_000, pricedIn: IN_DOLLARS } as const;

describe("the best of a code, a sale, and an account's discount", () => {
  test("is the largest, whichever it is", () => {
    const own = standing({ kind: "account", label: "Account discount", percent: 12 });
    expect(judgeDiscounts(order, null, [standing(), own]).discount).toMatchObject({ kind: "account", percent: 12 });
    expect(judgeDiscounts(order, code(15), [standing(), own])).toMatchObject({
      discount: { kind: "coupon", percent: 15 },
      note: null,
      message: null,
    });
    expect(judgeDiscounts(order, null, []).discount).toBeNull();
  });

  test("doesn't use a code with a smaller or equal discount, and says so", () => {
    expect(judgeDiscounts(order, code(5), [standing()])).toMatchObject({
      message: null,
      note: "You already get 10% off (Spring sale), which is more. We won't use up your code.",
      discount: { kind: "sale" },
    });
    expect(judgeDiscounts(order, code(10), [standing()]).note).toMatch(/as much/);
  });

  test("a sale is for its services alone", () => {
    const sale = standing({ services: ["proofreading"] });
    expect(judgeDiscounts(order, null, [sale]).discount).toBeNull();
    expect(judgeDiscounts({ ...order, service: "proofreading" }, null, [sale]).discount).toMatchObject({ percent: 10 });
  });

  test("a discount of a turnaround is for that alone, and is named once for its services", () => {
    const soon = standing({
      id: "cpr_1",
      kind: "contract",
      percent: 22,
      services: ["copyediting"],
      turnarounds: ["3d"],
    });
    const all = [standing(), soon, standing({ id: "sal_2", percent: 5 })];
    expect(judgeDiscounts(order, null, all).discount).toMatchObject({ kind: "sale", percent: 10 });
    expect(judgeDiscounts({ ...order, turnaround: "3d" }, null, all).discount).toMatchObject({ percent: 22 });
    expect(bestStanding(all)).toEqual([
      { discount: all[0], services: SERVICES },
      { discount: soon, services: ["copyediting"] },
    ]);
  });

  test("a code that can't be used is refused, and the sale counts", () => {
    const refused: CouponOffer = { valid: false, reason: "This code ended." };
    expect(judgeDiscounts(order, refused, [standing()])).toMatchObject({
      message: "This code ended.",
      note: null,
      discount: { kind: "sale" },
    });
  });

  test("is never less than any of them alone, nor the sum of two", () => {
    const discounts = fc.array(
      fc.record({
        percent: fc.integer({ min: 1, max: 30 }),
        kind: fc.constantFrom("sale" as const, "account" as const),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(
        discounts,
        fc.option(fc.integer({ min: 1, max: 30 })),
        fc.integer({ min: 1, max: 900_000 }),
        (some, off, listMinor) => {
          const all = some.map((one, i) => standing({ ...one, id: `sal_${i}` }));
          const asked = [...some.map((one) => one.percent), ...(off === null ? [] : [off])];
          const { discount } = judgeDiscounts({ ...order, listMinor }, off === null ? null : code(off), all);
          expect(discount ? discountAsked(listMinor, discount) : 0).toBe(
            Math.max(
              0,
              ...asked.map((percent) => discountAsked(listMinor, { kind: "sale", code: "", label: "", percent })),
            ),
          );
        },
      ),
    );
  });
});

test("the price list shows each service with its own discount", () => {
  const sale = standing({ services: ["proofreading"], percent: 20 });
  const asked = { billableWords: 5_000, estimatePdf: false, addOns: {}, consentOverflow: true };
  const reader = { now: NOW, timeZone: "UTC" };
  const list = offerMatrix(asked, null, reader, PRICING_POLICY);
  const cut = offerMatrix(
    { ...asked, discountFor: (cell) => standingDiscount([sale], cell) },
    null,
    reader,
    PRICING_POLICY,
  );
  for (const service of SERVICES) {
    const [before, after] = [list[service]["7d"], cut[service]["7d"]];
    if (!before.offered || !after.offered) throw new Error("not offered");
    expect(after.receipt.listMinor).toBe(before.receipt.listMinor);
    expect(after.receipt.discountMinor).toBe(service === "proofreading" ? before.receipt.totalMinor / 5 : 0);
  }
});

describe("terms entered by staff", () => {
  const terms = { percent: 10, startsAt: NOW, endsAt: day(30) };
  const most = PRICING_POLICY.coupon.maxPercent;
  test.each([
    ["nothing off", { ...terms, percent: 0 }, "percent"],
    ["half a percent", { ...terms, percent: 2.5 }, "percent"],
    ["more than a coupon may", { ...terms, percent: most + 1 }, "percent"],
    ["an end before its start", { ...terms, startsAt: day(30), endsAt: day(29) }, "endsOn"],
    ["an end that has passed", { ...terms, startsAt: day(1), endsAt: day(24) }, "endsOn"],
  ])("refuses %s", (_, asked, field) => {
    expect(standingProblem(asked, NOW, PRICING_POLICY)?.field).toBe(field);
  });
  test("takes the most and the least, with or without an end", () => {
    expect(standingProblem({ ...terms, percent: most }, NOW, PRICING_POLICY)).toBeNull();
    expect(standingProblem({ ...terms, percent: 1, endsAt: null }, NOW, PRICING_POLICY)).toBeNull();
  });
});

test("a discount is upcoming, on, or over from the exact moment", () => {
  const state = (startsAt: Date, endsAt: Date | null, endedAt: Date | null = null) =>
    standingState({ startsAt, endsAt, endedAt }, NOW);
  expect(state(new Date(NOW.getTime() + 1), null)).toBe("upcoming");
  expect(state(NOW, null)).toBe("active");
  expect(state(day(1), new Date(NOW.getTime() + 1))).toBe("active");
  expect(state(day(1), NOW)).toBe("ended");
  expect(state(day(1), null, NOW)).toBe("ended");
  expect(state(day(28), day(30), day(20))).toBe("ended");
});
