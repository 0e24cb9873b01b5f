import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bestDiscount,
  cardProblem,
  couponEditProblem,
  couponDefinitionProblem,
  couponDiscount,
  normalizeCode,
  type Coupon,
  judgeCoupon,
  offerCoupon,
  type CouponUse,
  type PricedOrder,
} from "./coupon.ts";
import { DISCOUNT_KINDS, type Discount } from "./price-receipt.ts";
import { discountAsked } from "./price-lines.ts";
import { discountFloor, priceOrder } from "./price.ts";
import { SERVICES, TURNAROUNDS } from "./policy.ts";
import { IN_DOLLARS } from "./priced-in.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";

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
  firstOrderOnly: false,
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
  pricedIn: IN_DOLLARS,
  usedTotal: 0,
  usedByPerson: 0,
  heldByPerson: 0,
  ordersBefore: 0,
  firstHeld: 0,
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
  ["somebody's second order", coupon({ firstOrderOnly: true }), { ordersBefore: 1 }, "only for a first order"],
  [
    "somebody with an open checkout for another first order",
    coupon({ firstOrderOnly: true }),
    { firstHeld: 1 },
    "another order that hasn't been paid yet",
  ],
  ["a custom quote", coupon(), { customQuote: true }, "custom quote"],
] as const)("%s is refused with the reason", (_, given, more, message) => {
  expect(couponProblem(given, context(more))).toContain(message);
});

test("staff can't create a coupon above 30%, of two kinds, or that ends before it starts", () => {
  expect(couponDefinitionProblem(coupon({ percent: 30 }), PRICING_POLICY)).toBeNull();
  const wrong = (more: Partial<Coupon>) => couponDefinitionProblem(coupon(more), PRICING_POLICY);
  expect(wrong({ percent: 31 })?.message).toContain("up to 30");
  expect(wrong({ fixedMinor: 100 })?.message).toContain("either");
  expect(wrong({ startsAt: day(5), endsAt: day(5) })?.message).toContain("end date after");
  expect(wrong({ code: "a b" })?.field).toBe("code");
  expect(wrong({ capMinor: 0 })?.field).toBe("cap");
  expect(wrong({ perPersonLimit: 1.5 })?.field).toBe("personLimit");
});

test("codes match regardless of case and spaces", () => expect(normalizeCode(" wel come ")).toBe("WELCOME"));

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
      ordersBefore: 0,
      firstHeld: 0,
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

describe("the card that pays", () => {
  const use = (more: Partial<CouponUse> = {}): CouponUse => ({
    coupon: coupon({ perPersonLimit: 1 }),
    usedTotal: 0,
    usedByPerson: 0,
    heldByPerson: 0,
    ordersBefore: 0,
    firstHeld: 0,
    ...more,
  });

  test("is fine when neither the client nor the card has used the code", () =>
    expect(cardProblem(use(), use())).toBeNull());

  test("is refused by name when it used the code for somebody else", () =>
    expect(cardProblem(use(), use({ usedByPerson: 1 }))).toBe(
      "The code WELCOME has already been used with this card.",
    ));

  test("is refused when it paid for an order before and the code is for a first order", () => {
    const first = { coupon: coupon({ firstOrderOnly: true }) };
    expect(cardProblem(use(first), use({ ...first, ordersBefore: 1 }))).toContain(
      "only for a first order, and this card",
    );
    expect(cardProblem(use(first), use({ ...first, firstHeld: 1 }))).toContain("only for a first order, and this card");
  });

  test("isn't blamed for what the client's own account used up", () =>
    expect(cardProblem(use({ usedByPerson: 1 }), use({ usedByPerson: 1 }))).toBe("You have already used this code."));
});

describe("editing a coupon", () => {
  const now = new Date("2026-11-24T10:00:00Z");
  const before = coupon({ endsAt: day(28), totalLimit: 10 });
  const change = (more: Partial<Coupon>, uses: number, everUsed = uses > 0) =>
    couponEditProblem(before, { ...before, ...more }, { uses, everUsed }, now);

  test("everything can change before the first use", () =>
    expect(change({ code: "OTHER", percent: null, fixedMinor: 500, capMinor: 100, startsAt: day(25) }, 0)).toBeNull());

  test.each([
    ["code", { code: "OTHER" }],
    ["amount", { percent: 20 }],
    ["amount", { percent: null, fixedMinor: 500 }],
    ["cap", { capMinor: 100 }],
    ["startsOn", { startsAt: day(20) }],
  ] as const)("the %s is fixed once it was used, even if every use was refunded", (field, more) => {
    expect(change(more, 3)?.field).toBe(field);
    expect(change(more, 0, true)?.field).toBe(field);
  });

  test("description, end, limits, and where it applies can change after use", () =>
    expect(
      change(
        { label: "New", endsAt: day(29), totalLimit: 4, perPersonLimit: 2, firstOrderOnly: true, services: ["expert"] },
        4,
      ),
    ).toBeNull());

  test("a total below the uses there are is refused with the number", () =>
    expect(change({ totalLimit: 3 }, 4)).toEqual({
      field: "totalLimit",
      message: "It has been used 4 times. Enter 4 or more.",
    }));

  test("an end in the past is refused, unless it was there before", () => {
    expect(change({ endsAt: day(24) }, 1)?.field).toBe("endsOn");
    const ended = coupon({ endsAt: day(20) });
    expect(couponEditProblem(ended, { ...ended, label: "New" }, { uses: 1, everUsed: true }, now)).toBeNull();
  });
});

test("whatever discounts meet, the best one alone applies, and the price stays above editors' pay plus 10%", () => {
  const discount = fc
    .record({
      kind: fc.constantFrom(...DISCOUNT_KINDS),
      off: fc.oneof(
        fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
        fc.record({ fixedMinor: fc.integer({ min: 1, max: 200_000 }) }),
      ),
      capMinor: fc.option(fc.integer({ min: 1, max: 50_000 })),
    })
    .map(({ kind, off, capMinor }) => ({ kind, code: kind, label: kind, capMinor, ...off }) as Discount);
  const order = fc.record({
    service: fc.constantFrom(...SERVICES),
    turnaround: fc.constantFrom(...TURNAROUNDS),
    billableWords: fc.integer({ min: 1, max: 3_000 }),
    secondReader: fc.boolean(),
  });
  fc.assert(
    fc.property(order, fc.array(discount, { minLength: 1, maxLength: 6 }), ({ secondReader, ...asked }, candidates) => {
      fc.pre(PRICING_POLICY.mills[asked.service][asked.turnaround] !== null);
      fc.pre(asked.billableWords <= (PRICING_POLICY.wordLimit[asked.service][asked.turnaround] ?? 0));
      const input = { ...asked, estimatePdf: false, addOns: { secondReader }, consentOverflow: true };
      const list = priceOrder(input, PRICING_POLICY);
      const best = bestDiscount(list.listMinor, candidates);
      const price = priceOrder({ ...input, discount: best }, PRICING_POLICY);
      const floor = discountFloor(asked.service, list.editorBasisMinor, PRICING_POLICY);
      expect(price.totalMinor).toBeGreaterThanOrEqual(Math.min(floor, list.listMinor));
      // One discount: what comes off is the best one's amount, or less where the floor cuts it.
      expect(price.discountMinor).toBe(
        Math.min(Math.max(...candidates.map((d) => discountAsked(list.listMinor, d))), list.listMinor - floor),
      );
      expect(price.lines.filter((line) => line.code === "discount").length).toBeLessThanOrEqual(1);
      expect(price.editorBasisMinor).toBe(list.editorBasisMinor);
    }),
  );
});
