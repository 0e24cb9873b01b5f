import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACCOUNTS, ACCOUNT_NAMES } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import {
  type Balances,
  balanceSheet,
  lastDayOf,
  periodsBetween,
  profitAndLoss,
  fitsJournal,
  readBooks,
  readJournal,
  resultOf,
  spanOfMonth,
  spanOfPeriod,
} from "./books.ts";

const NOW = new Date("2026-11-21T12:00:00Z");

/** Balanced movements on random accounts, in random months. */
const books = fc.array(
  fc.record({
    month: fc.nat(5),
    debit: fc.constantFrom(...ACCOUNT_NAMES),
    credit: fc.constantFrom(...ACCOUNT_NAMES),
    minor: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { maxLength: 60 },
);
type Move = { month: number; debit: string; credit: string; minor: number };
const sumOf = (moves: readonly Move[]): Balances => {
  const sums: Record<string, number> = {};
  for (const { debit, credit, minor } of moves) {
    sums[debit] = (sums[debit] ?? 0) + minor;
    sums[credit] = (sums[credit] ?? 0) - minor;
  }
  return sums;
};

describe("the statements of any books", () => {
  test("balance at the end of every month, with every account in one of them", () => {
    fc.assert(
      fc.property(books, fc.nat(5), (moves, yearStart) => {
        for (let month = 0; month < 6; month++) {
          const at = sumOf(moves.filter((m) => m.month <= month));
          const before = sumOf(moves.filter((m) => m.month < Math.min(yearStart, month)));
          const sheet = balanceSheet(at, before);
          expect(sheet.offMinor).toBe(0);
          expect(sheet.earlierMinor + sheet.resultMinor).toBe(resultOf(at));
          const shown = [...sheet.assets, ...sheet.liabilities, ...sheet.equity, ...profitAndLoss([at])];
          expect(shown.flatMap((r) => r.account ?? []).toSorted()).toEqual(ACCOUNT_NAMES.toSorted());
        }
      }),
    );
  });
  test("show results by month that add up to the change in equity", () => {
    fc.assert(
      fc.property(books, fc.nat(5), fc.nat(5), (moves, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const months = Array.from({ length: to - from + 1 }, (_, i) =>
          sumOf(moves.filter((m) => m.month === from + i)),
        );
        const result = profitAndLoss(months).at(-1)!;
        const at = (upTo: number) => balanceSheet(sumOf(moves.filter((m) => m.month <= upTo)), {});
        const paidIn = (upTo: number) => at(upTo).equity.reduce((sum, row) => sum + row.minor, 0);
        expect(result.totalMinor).toBe(at(to).equityMinor - at(from - 1).equityMinor - (paidIn(to) - paidIn(from - 1)));
        expect(result.minors.reduce((sum, it) => sum + it, 0)).toBe(result.totalMinor);
      }),
    );
  });
});

test("an overdrawn account is a debt", () => {
  const sheet = balanceSheet({ provider: -2_500, bank: 1_000, equity: 1_500 }, {});
  expect(sheet.assets.map((row) => row.account)).not.toContain("provider");
  expect(sheet.liabilities.at(-1)).toMatchObject({ account: "provider", minor: 2_500 });
  expect([sheet.assetsMinor, sheet.liabilitiesMinor, sheet.offMinor]).toEqual([1_000, 2_500, 0]);
});

test("an order's statement reads from sales to result", () => {
  const rows = profitAndLoss([
    { revenue: -15_000, discounts: 1_500, editor_cost: 8_250, provider_fees: 500, provider: -250 },
  ]);
  const minorOf = (label: string) => rows.find((r) => r.label === label)?.totalMinor;
  expect(minorOf("Net sales")).toBe(13_500);
  expect(minorOf("Gross margin")).toBe(5_250);
  expect(minorOf("Result")).toBe(4_750);
  expect(minorOf(ACCOUNTS.discounts.label)).toBe(-1_500);
});

describe("the query of the books", () => {
  const asked = (search: string) => readBooks(new URLSearchParams(search), NOW);
  test("falls back to today and the last six months", () => {
    expect(asked("")).toEqual({
      view: "balance",
      currency: null,
      on: "2026-11-21",
      than: "2026-10-31",
      periods: ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"],
    });
    expect(asked("view=x&on=2026-02-30&from=2026-13&to=now&currency=usd")).toEqual(asked(""));
    expect(asked("from=2026-09&to=2026-02").periods).toEqual(["2026-02"]);
    expect(asked("on=2026-01-15").than).toBe("2025-12-31");
    expect(asked("on=2026-01-15&than=2025-01-31").than).toBe("2025-01-31");
  });
  test("crosses years, and shows no more than two of them", () => {
    expect(asked("from=2025-12&to=2026-01").periods).toEqual(["2025-12", "2026-01"]);
    expect(periodsBetween("2001-01", "2026-11")).toHaveLength(24);
    expect(lastDayOf("2028-02")).toBe("2028-02-29");
    expect(spanOfMonth("2026-12").endsAt).toEqual(new Date("2027-01-01T00:00:00Z"));
  });
  test("is of years when both ends are years", () => {
    expect(asked("from=2024&to=2026").periods).toEqual(["2024", "2025", "2026"]);
    expect(asked("from=2027&to=2026").periods).toEqual(["2026"]);
    expect(asked("from=2024&to=2026-02").periods).toEqual(asked("to=2026-02").periods);
    expect(periodsBetween("2000", "2099")).toHaveLength(24);
    expect(spanOfPeriod("2026")).toEqual({
      startsAt: new Date("2026-01-01T00:00:00Z"),
      endsAt: new Date("2027-01-01T00:00:00Z"),
    });
    expect([fitsJournal("2024-01-01", "2026-12-31"), fitsJournal("2023-01-01", "2026-12-31")]).toEqual([true, false]);
  });
  test("of the journal is the month of its last day, and never longer than three years", () => {
    const journal = (search: string) => readJournal(new URLSearchParams(search), NOW);
    expect(journal("to=2026-10-31&account=bank")).toMatchObject({
      from: "2026-10-01",
      to: "2026-10-31",
      account: "bank",
    });
    expect(journal("account=toString").account).toBeNull();
    expect(journal("from=1990-01-01").from).toBe("2023-11-21");
    expect(journal("from=2026-12-01&to=2026-11-01").from).toBe("2026-11-01");
  });
});
