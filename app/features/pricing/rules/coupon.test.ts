import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bestDiscount,
  couponDefinitionProblem,
  couponDiscount,
  normaliseCode,
  type Coupon,
  judgeCoupon,
  offerCoupon,
  type CouponUse,
  type PricedOrder,
} from "./coupon.ts";
import { discountAsked, type Discount } from "./price.ts";

const coupon = (more: Partial<Coupon> = {}): Coupon => ({
  code: "WELCOME",
  label: "Welcome",
  active: true,
  percent: 10,
  fixedMinor: null,
  capMinor: null,
  minimumSpendMinor: null,
  startsAt: null,
  endsAt: null,
  services: null,
  turnarounds: null,
  totalLimit: null,
  perPersonLimit: null,
  ...more,
});
type Context = PricedOrder & Omit<CouponUse, "coupon"> & { now: Date; timeZone: string; customQuote: boolean };
const couponProblem = (coupon: Coupon | null, on: Context): string | null =>
  judgeCoupon(offerCoupon(coupon && { coupon, ...on }, on), on).message;
const context = (more: Partial<Context> = {}): Context => ({
  now: new Date("2026-11-24T10:00:00Z"),
  timeZone: "UTC",
  service: "copyediting",
  turnaround: "7d",
  listMinor: 15_000,
  usedTotal: 0,
  usedByPerson: 0,
  heldByPerson: 0,
  customQuote: false,
  ...more,
});
const day = (n: number) => new Date(Date.UTC(2026, 10, n));

test("a valid coupon has no problem, including at its limits", () => {
  expect(couponProblem(coupon(), context())).toBeNull();
  expect(
    couponProblem(
      coupon({
        minimumSpendMinor: 15_000,
        totalLimit: 1,
        perPersonLimit: 1,
        services: ["copyediting"],
        turnarounds: ["7d"],
        startsAt: day(24),
        endsAt: day(25),
      }),
      context(),
    ),
  ).toBeNull();
});

test.each([
  ["a code that does not exist", null, {}, "We don't recognize this code."],
  ["a code that was switched off", coupon({ active: false }), {}, "We don't recognize this code."],
  ["a code before its start", coupon({ startsAt: day(25) }), {}, "on Wed, Nov 25, 12:00 AM UTC"],
  ["a code after its end", coupon({ endsAt: day(24) }), {}, "ended on Tue, Nov 24, 12:00 AM UTC"],
  ["a code at the moment it ends", coupon({ endsAt: new Date("2026-11-24T10:00:00Z") }), {}, "ended on"],
  ["a code for another service", coupon({ services: ["expert"] }), {}, "for expert editing"],
  ["a code for another turnaround", coupon({ turnarounds: ["14d"] }), {}, "14 days"],
  ["an order that is too small", coupon({ minimumSpendMinor: 15_001 }), {}, "at least $150.01"],
  ["a code that is used up", coupon({ totalLimit: 5 }), { usedTotal: 5 }, "usage limit"],
  ["a person who used it", coupon({ perPersonLimit: 1 }), { usedByPerson: 1 }, "already used"],
  [
    "a person with an open checkout for it",
    coupon({ perPersonLimit: 1 }),
    { usedByPerson: 1, heldByPerson: 1 },
    "another order that hasn't been paid yet",
  ],
  ["a custom quote", coupon(), { customQuote: true }, "custom quote"],
] as const)("%s is refused with the reason", (_, given, more, message) => {
  expect(couponProblem(given, context(more))).toContain(message);
});

test("staff can't create a coupon above 30%, of two kinds, or that ends before it starts", () => {
  expect(couponDefinitionProblem(coupon({ percent: 30 }))).toBeNull();
  expect(couponDefinitionProblem(coupon({ percent: 31 }))).toContain("up to 30");
  expect(couponDefinitionProblem(coupon({ fixedMinor: 100 }))).toContain("either");
  expect(couponDefinitionProblem(coupon({ startsAt: day(5), endsAt: day(5) }))).toContain("end date after");
  expect(couponDefinitionProblem(coupon({ code: "a b" }))).not.toBeNull();
});

test("codes match regardless of case and spaces", () => expect(normaliseCode(" wel come ")).toBe("WELCOME"));

test("the best single discount wins, and on a tie the coupon is kept", () => {
  const sale: Discount = { kind: "sale", code: "S", label: "Sale", percent: 10 };
  expect(bestDiscount(10_000, [couponDiscount(coupon()), sale])).toBe(sale);
  expect(bestDiscount(10_000, [sale, couponDiscount(coupon({ percent: 15 }))])?.kind).toBe("coupon");
  expect(bestDiscount(10_000, [])).toBeNull();
});

test("no other candidate is larger than the best", () => {
  const candidates = fc.array(
    fc
      .oneof(
        fc.record({ percent: fc.integer({ min: 1, max: 30 }) }),
        fc.record({ fixedMinor: fc.integer({ min: 1, max: 9_000 }) }),
      )
      .map((d) => ({ kind: "coupon", code: "c", label: "", ...d }) as Discount),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(candidates, fc.integer({ min: 2_000, max: 100_000 }), (list, price) => {
      const best = bestDiscount(price, list);
      expect(discountAsked(price, best!)).toBe(Math.max(...list.map((d) => discountAsked(price, d))));
    }),
  );
});

test("a client sees a code's discount and which orders it fits, but not its limits and uses", () => {
  const told = offerCoupon(
    {
      coupon: coupon({ totalLimit: 100, perPersonLimit: 2, services: ["expert"] }),
      usedTotal: 42,
      usedByPerson: 1,
      heldByPerson: 0,
    },
    context(),
  );
  expect(told).toEqual({
    valid: true,
    discount: { kind: "coupon", code: "WELCOME", label: "Welcome", capMinor: null, percent: 10 },
    services: ["expert"],
    turnarounds: null,
    minimumSpendMinor: null,
  });
});
