import fc from "fast-check";
import { expect, test } from "vitest";
import { necThresholdMinor, reportFor, yearOf } from "./yearly.ts";

const paid = (editorId: string, at: string, amountMinor: number, earnings = 1) => ({
  editorId,
  paidAt: new Date(at),
  amountMinor,
  earnings,
});

test("a year's payouts are grouped by quarter, from its first to its last instant in UTC", () => {
  expect(
    yearOf(2026, [
      paid("a", "2025-12-31T23:59:59.999Z", 1),
      paid("a", "2026-01-01T00:00:00Z", 10, 2),
      paid("b", "2026-03-31T23:59:59Z", 900),
      paid("a", "2026-12-31T23:59:59.999Z", 30),
      paid("a", "2027-01-01T00:00:00Z", 5),
    ]),
  ).toEqual([
    {
      editorId: "b",
      quarters: [
        { amountMinor: 900, earnings: 1 },
        { amountMinor: 0, earnings: 0 },
        { amountMinor: 0, earnings: 0 },
        { amountMinor: 0, earnings: 0 },
      ],
      totalMinor: 900,
      payouts: 1,
    },
    {
      editorId: "a",
      quarters: [
        { amountMinor: 10, earnings: 2 },
        { amountMinor: 0, earnings: 0 },
        { amountMinor: 0, earnings: 0 },
        { amountMinor: 30, earnings: 1 },
      ],
      totalMinor: 40,
      payouts: 2,
    },
  ]);
});

test("every payout is in exactly one quarter of one year", () => {
  const payout = fc.record({
    editorId: fc.constantFrom("a", "b", "c"),
    paidAt: fc.date({ min: new Date("2024-01-01Z"), max: new Date("2027-12-31Z"), noInvalidDate: true }),
    amountMinor: fc.integer({ min: 1, max: 1e9 }),
    earnings: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(payout), (payouts) => {
      const years = [2024, 2025, 2026, 2027].flatMap((y) => yearOf(y, payouts));
      const total = (of: readonly { amountMinor: number }[]) => of.reduce((sum, q) => sum + q.amountMinor, 0);
      expect(years.reduce((sum, y) => sum + y.totalMinor, 0)).toBe(total(payouts));
      for (const y of years) expect(total(y.quarters)).toBe(y.totalMinor);
    }),
  );
});

test("the country of tax residence determines the report", () => {
  expect(["DE", "US", "GB", "", null].map(reportFor)).toEqual(["dac7", "1099-nec", null, null, null]);
  expect([necThresholdMinor(2025), necThresholdMinor(2026)]).toEqual([60_000, 200_000]);
});
