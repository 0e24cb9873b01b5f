import { expect, test } from "vitest";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { holdFault, holdReminders } from "./hold.ts";

const NOON = new Date("2026-11-21T12:00:00Z");

test("a hold lasts at most 14 days from when it began, and its end is in the future", () => {
  expect(holdFault(after(NOON, 14 * DAY), NOON, NOON, DEADLINE_POLICY)).toBeNull();
  expect(holdFault(after(NOON, 14 * DAY + 1), NOON, NOON, DEADLINE_POLICY)).toContain("14 days");
  expect(holdFault(after(NOON, 14 * DAY), NOON, after(NOON, 10 * DAY), DEADLINE_POLICY)).toBeNull();
  expect(holdFault(after(NOON, 3 * DAY), NOON, after(NOON, 3 * DAY), DEADLINE_POLICY)).toContain("an hour from now");
});

test("its owner is reminded halfway and on the last day, unless it is short", () => {
  const days = (n: number) => holdReminders({ createdAt: NOON, untilAt: after(NOON, n * DAY) });
  expect(days(10)).toEqual({ halfwayAt: after(NOON, 5 * DAY), lastDayAt: after(NOON, 9 * DAY) });
  expect(days(1.5)).toEqual({ halfwayAt: null, lastDayAt: after(NOON, 12 * HOUR) });
  expect(days(0.5)).toEqual({ halfwayAt: null, lastDayAt: null });
});
