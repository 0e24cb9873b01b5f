import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "#app/platform/rules/core/time.ts";
import { EARLY_START, WITHDRAWAL_POLICY, canWithdraw, mayWithdraw, withdrawalEndsAt } from "./withdrawal.ts";

describe("who has the right", () => {
  test.each([
    ["a consumer in Germany", { country: "DE", vatId: null }, true],
    ["a consumer in Norway", { country: "no", vatId: null }, true],
    ["a consumer in the UK", { country: "GB", vatId: "" }, true],
    ["a consumer in Switzerland", { country: "CH", vatId: null }, true],
    ["a business in Germany", { country: "DE", vatId: "DE123456788" }, false],
    ["a consumer in the US", { country: "US", vatId: null }, false],
    ["somebody whose country we don't know", { country: null, vatId: null }, true],
    ["somebody who left the country empty", { country: "", vatId: null }, true],
  ])("%s: %s", (_, buyer, has) => expect(mayWithdraw(buyer)).toBe(has));

  test("all 27 countries of the EU, the EEA, the UK, and Switzerland have it", () =>
    expect(new Set(WITHDRAWAL_POLICY.countries).size).toBe(27 + 3 + 2));

  test("the text names the policy's days", () => expect(EARLY_START.text).toContain(`${WITHDRAWAL_POLICY.days} days`));
});

describe("the end of the period", () => {
  test("is the end of the 14th day after the day of payment, on the buyer's clock", () => {
    // A Tuesday evening in Berlin; the 14th day after it is a Tuesday, and the clock is an hour ahead of UTC.
    expect(withdrawalEndsAt(new Date("2026-11-24T22:30:00Z"), "Europe/Berlin")).toEqual(
      new Date("2026-12-08T23:00:00Z"),
    );
    // Half an hour later it's Wednesday there, but not in London.
    expect(withdrawalEndsAt(new Date("2026-11-24T23:30:00Z"), "Europe/Berlin")).toEqual(
      new Date("2026-12-09T23:00:00Z"),
    );
    expect(withdrawalEndsAt(new Date("2026-11-24T23:30:00Z"), "Europe/London")).toEqual(
      new Date("2026-12-09T00:00:00Z"),
    );
  });

  test("follows a change of the clocks", () =>
    expect(withdrawalEndsAt(new Date("2026-10-19T12:00:00Z"), "Europe/Berlin")).toEqual(
      new Date("2026-11-02T23:00:00Z"),
    ));

  test("moves to Monday from a weekend", () => {
    expect(withdrawalEndsAt(new Date("2026-11-21T12:00:00Z"), "UTC")).toEqual(new Date("2026-12-08T00:00:00Z"));
    expect(withdrawalEndsAt(new Date("2026-11-22T12:00:00Z"), "UTC")).toEqual(new Date("2026-12-08T00:00:00Z"));
    expect(withdrawalEndsAt(new Date("2026-11-23T12:00:00Z"), "UTC")).toEqual(new Date("2026-12-08T00:00:00Z"));
  });

  test("is never less than 14 full days nor more than 17 away, anywhere", () => {
    const zones = [
      "UTC",
      "Europe/Berlin",
      "America/Los_Angeles",
      "Pacific/Kiritimati",
      "Asia/Kolkata",
      "Pacific/Pago_Pago",
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }),
        fc.constantFrom(...zones),
        (ms, zone) => {
          const length = withdrawalEndsAt(new Date(ms), zone).getTime() - ms;
          // An hour of grace for a clock that changes.
          expect(length).toBeGreaterThan(14 * DAY - HOUR - 1);
          expect(length).toBeLessThanOrEqual(17 * DAY + HOUR);
        },
      ),
    );
  });
});

test("the right lasts until delivery or the end of the period, and needs the request", () => {
  const paidAt = new Date("2026-11-24T10:00:00Z");
  const consent = { timeZone: "UTC", extras: [] };
  const order = { paidAt, deliveredAt: null };
  const ends = withdrawalEndsAt(paidAt, "UTC");
  expect(canWithdraw(order, consent, paidAt)).toBe(true);
  expect(canWithdraw(order, consent, new Date(ends.getTime() - 1))).toBe(true);
  expect(canWithdraw(order, consent, ends)).toBe(false);
  expect(canWithdraw({ ...order, deliveredAt: paidAt }, consent, paidAt)).toBe(false);
  expect(canWithdraw(order, null, paidAt)).toBe(false);
  expect(canWithdraw({ ...order, paidAt: null }, consent, paidAt)).toBe(false);
  // Paying for more starts the period again.
  const more = { ...consent, extras: [{ paidAt: "2026-12-08T09:00:00Z" }, { paidAt: "2026-12-01T09:00:00Z" }] };
  expect(canWithdraw(order, more, ends)).toBe(true);
  expect(canWithdraw(order, more, withdrawalEndsAt(new Date("2026-12-08T09:00:00Z"), "UTC"))).toBe(false);
});
