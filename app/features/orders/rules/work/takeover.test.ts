import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { takenOverLate, takeoverDates, takeoverDueAt } from "./takeover.ts";
import { timeOverAt } from "../deadline/lateness.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const order = (more: object = {}) => ({
  status: "paid" as const,
  dueAt: after(NOON, 7 * DAY),
  windowMs: 7 * DAY,
  searchBeganAt: after(NOON, 3 * DAY),
  deliveredAt: null,
  waitUntilAt: null,
  turnaround: "7d",
  revisionDueAt: null,
  revisionPromisedAt: null,
  takeoverDueAt: null,
  ...more,
});

describe("the deadline of an editor who takes an order over", () => {
  test("is the usual one as long as that leaves enough time", () => {
    expect(takeoverDueAt(order(), null, after(NOON, 4 * DAY), DEADLINE_POLICY)).toBeNull();
    expect(takeoverDates(order(), after(NOON, 4 * DAY), DEADLINE_POLICY)).toEqual({});
  });
  test("is 40% of the window from now when it doesn't, on the hour", () => {
    const now = after(NOON, 8 * DAY + 60_000);
    // 67 h 12 min, and a minute.
    expect(takeoverDueAt(order(), null, now, DEADLINE_POLICY)).toEqual(after(NOON, 8 * DAY + 68 * HOUR));
  });
  test("doesn't change while half of the offered time is left", () => {
    const offered = after(NOON, 11 * DAY);
    expect(takeoverDueAt(order(), offered, after(NOON, 9 * DAY), DEADLINE_POLICY)).toEqual(offered);
    expect(takeoverDueAt(order(), offered, after(NOON, 10 * DAY), DEADLINE_POLICY)).not.toEqual(offered);
  });
  test("of a revision is half of a revision's time, and the promised date is still recorded", () => {
    const revisionDueAt = after(NOON, 10 * DAY);
    const late = order({ deliveredAt: NOON, revisionDueAt });
    const now = after(revisionDueAt, DAY);
    expect(takeoverDates(late, now, DEADLINE_POLICY)).toEqual({
      revisionDueAt: after(now, DAY),
      revisionPromisedAt: revisionDueAt,
    });
    expect(takeoverDates(late, after(revisionDueAt, -DAY), DEADLINE_POLICY)).toEqual({});
  });
  test("always comes after now, after the usual one, and before the automatic refund", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 6, max: 14 * 24 }),
        fc.integer({ min: 0, max: 300 }),
        fc.option(fc.integer({ min: 100, max: 500 })),
        (windowHours, percent, waitPercent) => {
          const windowMs = windowHours * HOUR;
          const dueAt = after(NOON, windowMs);
          const waitUntilAt = waitPercent === null ? null : after(dueAt, (windowMs * waitPercent) / 100);
          const now = after(NOON, (windowMs * percent) / 100);
          const late = order({ windowMs, dueAt, waitUntilAt, searchBeganAt: now });
          const at = takeoverDueAt(late, null, now, DEADLINE_POLICY);
          if (!at) return;
          expect(at > now).toBe(true);
          expect(at < timeOverAt(late)!.at).toBe(true);
          expect(takenOverLate({ assignedAt: now, editorDueAt: at, dueAt }) || at <= dueAt).toBe(true);
        },
      ),
    );
  });
});

test("never counts against them when it's after the due date, or they took it after the editor's deadline", () => {
  const dueAt = after(NOON, 7 * DAY);
  const taken = (assignedDays: number, dueDays: number) =>
    takenOverLate({ assignedAt: after(NOON, assignedDays * DAY), editorDueAt: after(NOON, dueDays * DAY), dueAt });
  expect([taken(1, 6), taken(6.5, 6), taken(6.5, 9)]).toEqual([false, true, true]);
});
