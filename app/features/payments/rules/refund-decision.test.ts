import { expect, test } from "vitest";
import { APPROVAL_POLICY } from "#app/features/pricing/rules/approval-figures.ts";
import { SERVICE_HOURS } from "#app/features/policy/rules/hours-figures.ts";
import { businessDaysAfter, whoDecides } from "./refund-decision.ts";

const of = (amountMinor: number, paidMinor: number, decidedBeforeMinor = 0) =>
  whoDecides({ amountMinor, paidMinor, decidedBeforeMinor }, APPROVAL_POLICY);

test.each([
  [10_000, 20_000, "support"],
  [10_001, 40_000, "admin"],
  [5_001, 10_000, "admin"],
  [50_000, 60_000, "admin"],
  [50_001, 60_000, "two admins"],
])("%i of %i is decided by %s", (amount, paid, who) => {
  expect(of(amount, paid)).toBe(who);
});

test("no limit is passed in steps", () => {
  expect(of(5_000, 20_000, 5_000)).toBe("support");
  expect(of(5_000, 20_000, 5_001)).toBe("admin");
  expect(of(100, 100_000, 50_000)).toBe("two admins");
});

test("business days leave weekends out", () => {
  const friday = new Date("2026-11-20T15:30:00Z");
  expect(businessDaysAfter(friday, 2, SERVICE_HOURS).toISOString()).toBe("2026-11-24T15:30:00.000Z");
  expect(businessDaysAfter(new Date("2026-11-21T12:00:00Z"), 1, SERVICE_HOURS).toISOString()).toBe(
    "2026-11-23T12:00:00.000Z",
  );
  expect(businessDaysAfter(new Date("2026-11-16T12:00:00Z"), 2, SERVICE_HOURS).toISOString()).toBe(
    "2026-11-18T12:00:00.000Z",
  );
});

test("business days leave out the days on which support is closed, by the operator's calendar", () => {
  const day = Date.parse("2026-11-23T00:00:00Z");
  const closed = { ...SERVICE_HOURS, closures: [{ firstMs: day, lastMs: day }] };
  expect(businessDaysAfter(new Date("2026-11-20T15:30:00Z"), 2, closed).toISOString()).toBe("2026-11-25T15:30:00.000Z");
  // At 11:30 PM UTC on Sunday it's already Monday in Berlin.
  expect(businessDaysAfter(new Date("2026-11-21T23:30:00Z"), 1, SERVICE_HOURS).toISOString()).toBe(
    "2026-11-22T23:30:00.000Z",
  );
});
