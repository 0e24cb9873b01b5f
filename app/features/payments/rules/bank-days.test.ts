import { expect, test } from "vitest";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type PaymentSystem, isBankDay } from "./bank-days.ts";

/** The weekdays of a year on which a system is closed. */
function closedIn(system: PaymentSystem, year: number): string {
  const days: string[] = [];
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 86_400_000) {
    const day = dayOf(new Date(ms));
    const weekday = new Date(ms).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !isBankDay(system, day)) days.push(day.slice(5));
  }
  return days.join(" ");
}

// As the Federal Reserve Banks and gov.uk publish them.
test.each([
  ["fed", 2025, "01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25"],
  // July 4 is a Saturday: the Federal Reserve is open on Friday.
  ["fed", 2026, "01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25"],
  // July 4 is a Sunday, so Monday; June 19 and December 25 are Saturdays.
  ["fed", 2027, "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25"],
  ["uk", 2025, "01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26"],
  // Boxing Day is a Saturday.
  ["uk", 2026, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"],
  // Christmas Day is a Saturday, and Boxing Day a Sunday.
  ["uk", 2027, "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28"],
  // New Year's Day is a Saturday, and Christmas Day a Monday.
  ["uk", 2028, "01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26"],
  ["target", 2026, "01-01 04-03 04-06 05-01 12-25"],
] as const)("%s is closed in %i as published", (system, year, days) => {
  expect(closedIn(system, year)).toBe(days);
});

test("nothing is open on a weekend", () => {
  for (const system of ["target", "fed", "uk"] as const)
    for (const day of ["2026-11-28", "2026-11-29"]) expect(isBankDay(system, day)).toBe(false);
});
