import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import {
  type PayoutFacts,
  executionDay,
  fileDay,
  lastCutoff,
  monthsAround,
  nextCutoff,
  periodOf,
  planPayout,
} from "./cutoff.ts";
import { PAYOUT_POLICY } from "./payout-figures.ts";

const at = (iso: string) => new Date(iso);
const END = "T23:59:59.999Z";

const months = (now: Date) => monthsAround(now).map((beginsAt) => ({ beginsAt, cutoffDay: PAYOUT_POLICY.cutoffDay }));

describe("cut-offs", () => {
  test("are the 15th and the last day of the month at 23:59 UTC, including leap years", () => {
    expect(
      [
        "2026-11-01T00:00:00Z",
        "2026-11-15T23:59:30Z",
        "2026-11-16T00:00:00Z",
        "2026-12-31T12:00:00Z",
        "2028-02-20T00:00:00Z",
      ].map((d) => nextCutoff(at(d), months(at(d))).toISOString()),
    ).toEqual(
      [`2026-11-15${END}`, `2026-11-15${END}`, `2026-11-30${END}`, `2026-12-31${END}`, `2028-02-29${END}`].map((d) =>
        at(d).toISOString(),
      ),
    );
    const last = (iso: string) => lastCutoff(at(iso), months(at(iso)));
    expect(last("2027-01-05T00:00:00Z")).toEqual(at(`2026-12-31${END}`));
    expect(last("2026-11-16T00:00:00Z")).toEqual(at(`2026-11-15${END}`));
  });
  test("leave no gap between two periods", () => {
    fc.assert(
      fc.property(fc.date({ min: at("2024-01-01"), max: at("2040-01-01"), noInvalidDate: true }), (now) => {
        const next = nextCutoff(now, months(now));
        const { from, to } = periodOf(next, months(next));
        expect(from <= now && now <= to).toBe(true);
        expect(from.getTime()).toBe(lastCutoff(next, months(next)).getTime() + 1);
        expect(next.getTime() - from.getTime()).toBeLessThan(17 * DAY);
      }),
    );
  });
  test("are two in every month, whatever day each began with, and leave no gap", () => {
    const day = fc.integer({ min: 10, max: 20 });
    fc.assert(
      fc.property(
        fc.date({ min: at("2024-01-01"), max: at("2040-01-01"), noInvalidDate: true }),
        fc.tuple(day, day, day),
        (now, days) => {
          const changing = monthsAround(now).map((beginsAt, i) => ({ beginsAt, cutoffDay: days[i]! }));
          const [last, next] = [lastCutoff(now, changing), nextCutoff(now, changing)];
          expect(last < now && now <= next).toBe(true);
          expect(next.getTime() - last.getTime()).toBeLessThanOrEqual(21 * DAY);
          expect(next.getTime() - last.getTime()).toBeGreaterThanOrEqual(8 * DAY);
        },
      ),
    );
  });
  test("are followed by the file on the next business day", () => {
    expect(fileDay(at(`2026-11-15${END}`), ["target"], [])).toBe("2026-11-16"); // a Sunday's
    expect(fileDay(at(`2026-07-31${END}`), ["target"], [])).toBe("2026-08-03"); // a Friday's
    expect(fileDay(at(`2026-12-31${END}`), ["target"], [])).toBe("2027-01-04"); // New Year's Day is TARGET's holiday
    expect(fileDay(at(`2027-03-25${END}`), ["target"], [])).toBe("2027-03-30"); // Easter
    expect(fileDay(at(`2026-12-31${END}`), ["target"], ["2027-01-04"])).toBe("2027-01-05");
    // Martin Luther King Day, for dollars.
    expect(fileDay(at(`2027-01-15${END}`), ["target"], [])).toBe("2027-01-18");
    expect(fileDay(at(`2027-01-15${END}`), ["fed", "target"], [])).toBe("2027-01-19");
    expect(fileDay(at(`2026-08-30${END}`), ["fed", "uk"], [])).toBe("2026-09-01");
  });
});

describe("an editor's payout", () => {
  const cutoffAt = at(`2026-11-15${END}`);
  const now = at("2026-11-16T09:00:00Z");
  const facts = (more: Partial<PayoutFacts> = {}): PayoutFacts => ({
    currency: "USD",
    disputed: [],
    debtMinor: 0,
    kycApproved: true,
    bank: { changedAt: after(now, -30 * DAY), confirmed: true },
    earnings: [
      { id: "ern_1", amountMinor: 8_250, availableAt: after(cutoffAt, -3 * DAY) },
      { id: "ern_2", amountMinor: 4_000, availableAt: after(cutoffAt, -3 * DAY + 1) },
    ],
    ...more,
  });
  const plan = (more: Partial<PayoutFacts> = {}) => planPayout(facts(more), cutoffAt, now, PAYOUT_POLICY);

  test("includes earnings available for three days and carries over the rest", () => {
    expect(plan()).toEqual({
      payable: true,
      reasons: [],
      belowMinimum: false,
      earningIds: ["ern_1"],
      grossMinor: 8_250,
      debtMinor: 0,
      owedByEditorMinor: 0,
      heldBack: null,
      vatMinor: 0,
      vatDeductible: false,
      recipientTaxMinor: 0,
      editorInEu: false,
      amountMinor: 8_250,
    });
  });
  test("names the disputes that hold earnings back, and pays the others", () => {
    const disputed = [{ number: "S-10041", amountMinor: 2_353 }];
    const held = "$23.53 for S-10041 is on hold until the author's bank decides on a dispute.";
    expect(plan({ disputed })).toMatchObject({ payable: true, reasons: [], heldBack: held, amountMinor: 8_250 });
    expect(plan({ disputed, earnings: [] })).toMatchObject({ payable: false, reasons: [held] });
    expect(plan({ disputed, earnings: [{ id: "e", amountMinor: 100, availableAt: cutoffAt }] }).reasons).toEqual([
      held,
      "No earnings have been available for 3 days at the cut-off.",
    ]);
  });
  test("says what a debt leaves when that's below the minimum, and how much is owed in all", () => {
    const earnings = [{ id: "e", amountMinor: 4_795, availableAt: after(cutoffAt, -9 * DAY) }];
    expect(plan({ earnings, debtMinor: 5_541 })).toMatchObject({
      payable: false,
      owedByEditorMinor: 5_541,
      reasons: ["$47.95 less $23.97 for a debt leaves $23.98, below the $25.00 minimum, so it carries over."],
    });
  });
  test("deducts at most half for debt", () => {
    expect(plan({ debtMinor: 1_000 })).toMatchObject({ debtMinor: 1_000, amountMinor: 7_250 });
    expect(plan({ debtMinor: 90_000 })).toMatchObject({ debtMinor: 4_125, amountMinor: 4_125 });
  });
  test("carries over below $25", () => {
    const small = (amountMinor: number) =>
      plan({ earnings: [{ id: "e", amountMinor, availableAt: after(cutoffAt, -9 * DAY) }] });
    expect(small(2_500).payable).toBe(true);
    expect(small(2_499)).toMatchObject({
      payable: false,
      belowMinimum: true,
      reasons: ["$24.99 is below the $25.00 minimum, so it carries over."],
    });
    const earnings = [{ id: "e", amountMinor: 1, availableAt: after(cutoffAt, -9 * DAY) }];
    expect(plan({ earnings, withoutMinimum: true })).toMatchObject({
      payable: true,
      belowMinimum: false,
      amountMinor: 1,
      reasons: [],
    });
    expect(plan({ earnings: [], withoutMinimum: true })).toMatchObject({ payable: false, belowMinimum: false });
  });
  test.each<[string, Partial<PayoutFacts>, string]>([
    ["documents aren't approved", { kycApproved: false }, "documents"],
    ["there are no bank details", { bank: null }, "Bank details are missing"],
    ["new bank details aren't confirmed", { bank: { changedAt: after(now, -9 * DAY), confirmed: false } }, "confirmed"],
    [
      "bank details changed two days ago",
      { bank: { changedAt: after(now, -2 * DAY), confirmed: true } },
      "last 3 days",
    ],
    ["nothing is payable", { earnings: [] }, "No earnings"],
  ])("is on hold when %s", (_, more, sentence) => {
    const p = plan(more);
    expect([p.payable, p.reasons.length]).toEqual([false, 1]);
    expect(p.reasons[0]).toContain(sentence);
  });
  test("never exceeds the earnings, and never deducts more than half for debt", () => {
    const earnings = fc.array(
      fc.record({
        id: fc.uuid(),
        amountMinor: fc.integer({ min: 1, max: 200_000 }),
        availableAt: fc.integer({ min: 0, max: 20 }).map((d) => after(cutoffAt, -d * DAY)),
      }),
    );
    fc.assert(
      fc.property(earnings, fc.nat(500_000), (list, debtMinor) => {
        const p = plan({ earnings: list, debtMinor });
        expect(p.amountMinor + p.debtMinor).toBe(p.grossMinor);
        expect(p.debtMinor * 2).toBeLessThanOrEqual(p.grossMinor);
        expect(p.debtMinor).toBeLessThanOrEqual(debtMinor);
        expect(p.grossMinor).toBe(
          list.filter((e) => p.earningIds.includes(e.id)).reduce((a, e) => a + e.amountMinor, 0),
        );
      }),
    );
  });
});

test("a run prepared late is paid on the next business day", () => {
  const cutoff = new Date("2026-11-15T23:59:59.999Z");
  expect(executionDay(cutoff, new Date("2026-11-16T09:00:00Z"), ["target"], [])).toBe("2026-11-16");
  expect(executionDay(cutoff, new Date("2026-11-18T09:00:00Z"), ["target"], [])).toBe("2026-11-18");
  // A Saturday.
  expect(executionDay(cutoff, new Date("2026-11-21T09:00:00Z"), ["target"], [])).toBe("2026-11-23");
});
