import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDay, dayOf } from "#app/platform/rules/core/day.ts";
import { awayUntil, daysOf, spanFault, spansOf, withSpan, withoutSpan } from "./days-away.ts";

const TODAY = "2026-11-21";

describe("days away", () => {
  test("join into one span when adjacent, across months and years", () => {
    expect(spansOf(["2026-12-31", "2027-01-01", "2026-11-29", "2026-11-30", "2026-12-01"])).toEqual([
      { from: "2026-11-29", to: "2026-12-01" },
      { from: "2026-12-31", to: "2027-01-01" },
    ]);
  });
  test("are added and removed as spans, and past days are dropped", () => {
    const days = withSpan(["2026-11-01"], { from: "2026-11-20", to: "2026-11-23" }, TODAY);
    expect(days).toEqual(["2026-11-21", "2026-11-22", "2026-11-23"]);
    expect(withoutSpan(days, { from: "2026-11-22", to: "2026-11-23" }, TODAY)).toEqual(["2026-11-21"]);
  });
  test("give the end of the current absence, or nothing", () => {
    expect(awayUntil(["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-25"], TODAY)).toBe("2026-11-22");
    expect(awayUntil(["2026-11-22"], TODAY)).toBeNull();
  });
  test("survive splitting into days and joining again", () => {
    const day = fc.integer({ min: 0, max: 800 }).map((n) => dayOf(new Date(Date.UTC(2026, 0, 1) + n * 86_400_000)));
    fc.assert(
      fc.property(fc.uniqueArray(day, { maxLength: 60 }), (days) => {
        expect(spansOf(days).flatMap(daysOf)).toEqual(days.toSorted());
      }),
    );
  });
  test("are refused naming the wrong field", () => {
    expect(spanFault({ from: "", to: "2026-11-25" }, TODAY)?.field).toBe("from");
    expect(spanFault({ from: "2026-11-25", to: "2026-11-24" }, TODAY)?.message).toMatch(/before the first/);
    expect(spanFault({ from: "2026-11-01", to: "2026-11-05" }, TODAY)?.message).toMatch(/future/);
    expect(spanFault({ from: "2026-11-25", to: "2028-11-25" }, TODAY)?.field).toBe("to");
    expect(spanFault({ from: "2026-11-20", to: "2026-11-25" }, TODAY)).toBeNull();
  });
  test("accepts only real calendar days", () => {
    expect([isDay("2028-02-29"), isDay("2026-02-29"), isDay("2026-2-1"), isDay("soon")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
