import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { currentDueAt, dateFault, isMovable, payAfter, priceForWindow, proposalExpiresAt } from "./date-change.ts";
import { orderFlow } from "../flow.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const priceAt = (turnaround: "24h" | "3d" | "7d" | "14d", more: object = {}) =>
  priceOrder(
    {
      service: "copyediting",
      turnaround,
      billableWords: 5_000,
      estimatePdf: false,
      addOns: {},
      consentOverflow: true,
      ...more,
    },
    PRICING_POLICY,
  );

describe("the price of a later date", () => {
  test("is that of the cheapest turnaround the new window leaves room for", () => {
    const week = priceAt("7d");
    expect(priceForWindow(week, 7 * DAY, PRICING_POLICY)).toEqual({ payBp: 10_000, totalMinor: 15_000 });
    expect(priceForWindow(week, 13 * DAY, PRICING_POLICY)).toEqual({ payBp: 10_000, totalMinor: 15_000 });
    expect(priceForWindow(week, 14 * DAY, PRICING_POLICY)).toEqual({ payBp: 9_000, totalMinor: 13_500 });
  });
  test("keeps add-ons, and takes its share of the discount and of the tax", () => {
    const addOns = { coverLetter: true, secondReader: true };
    const tax = { kind: "rate", rateBp: 2_500, label: "VAT" } as const;
    const discount = { kind: "coupon", code: "TEN", label: "Ten", percent: 10 } as const;
    const quick = priceAt("3d", { addOns, tax, discount });
    expect(priceForWindow(quick, 7 * DAY, PRICING_POLICY).totalMinor).toBe(
      priceAt("7d", { addOns, tax, discount }).totalMinor,
    );
  });
  test("is never more than the order was quoted", () => {
    for (const turnaround of ["24h", "3d", "7d", "14d"] as const) {
      const price = priceAt(turnaround);
      for (let days = 1; days < 40; days++) {
        const { payBp, totalMinor } = priceForWindow(price, days * DAY, PRICING_POLICY);
        expect(totalMinor).toBeLessThanOrEqual(price.totalMinor);
        expect(payBp).toBeLessThanOrEqual(10_000);
      }
    }
  });
  test("lowers the editor's pay by the same share, and never raises it", () => {
    expect(payAfter(8_250, 10_000, 9_000)).toBe(7_425);
    expect(payAfter(7_425, 9_000, 9_000)).toBe(7_425);
    expect(payAfter(7_425, 9_000, 10_000)).toBe(7_425);
  });
});

describe("a proposed date", () => {
  test("is at least an hour later, in the future, and at most 60 days later", () => {
    const due = after(NOON, DAY);
    expect(dateFault(due, after(due, HOUR), NOON)).toBeNull();
    expect(dateFault(due, after(due, -DAY), NOON)).toContain("at least an hour after the current one");
    expect(dateFault(after(NOON, -2 * DAY), after(NOON, -DAY), NOON)).toContain("an hour from now");
    expect(dateFault(due, after(due, 61 * DAY), NOON)).toContain("60 days");
  });
  test("expires after 24 hours or at the due date, and after 24 hours if that has passed", () => {
    expect(proposalExpiresAt(after(NOON, 3 * DAY), NOON, DEADLINE_POLICY)).toEqual(after(NOON, DAY));
    expect(proposalExpiresAt(after(NOON, HOUR), NOON, DEADLINE_POLICY)).toEqual(after(NOON, HOUR));
    expect(proposalExpiresAt(after(NOON, -HOUR), NOON, DEADLINE_POLICY)).toEqual(after(NOON, DAY));
  });
  test("is about the revision once the order was delivered", () => {
    const dates = { dueAt: NOON, revisionDueAt: after(NOON, DAY) };
    expect(currentDueAt({ ...dates, deliveredAt: null })).toEqual(NOON);
    expect(currentDueAt({ ...dates, deliveredAt: NOON })).toEqual(after(NOON, DAY));
  });
  test("can be agreed only while an editor is at work and no clock is paused", () => {
    expect(orderFlow.states.filter(isMovable)).toEqual([
      "assigned",
      "in_progress",
      "changes_required",
      "revision_requested",
      "in_revision",
    ]);
  });
});
