import { describe, expect, test } from "vitest";
import { ACCOUNTS } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { buckets, figureOf, readFinance } from "./finance-figures.ts";
import { type WaitKey, type Waiting, WAIT_KEYS, waitsFor } from "./todo.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const asked = (search: string) => readFinance(new URLSearchParams(search), NOW);

describe("the query of the finance page", () => {
  test("defaults to the last 60 days by day for a missing or invalid URL", () => {
    const before = { from: "2026-07-25", to: "2026-09-22" };
    expect(asked("")).toEqual({
      by: "day",
      from: "2026-09-23",
      to: "2026-11-21",
      before,
      lines: null,
      at: null,
      page: 1,
    });
    expect(asked("from=x&to=2026-02-30&by=hour&lines=password&page=-1")).toEqual(asked(""));
  });
  test("is limited to three years and never ends before it starts", () => {
    expect(asked("from=1990-01-01").from).toBe("2023-11-22");
    // Where lines are added up, a year.
    expect(asked("from=1990-01-01&by=organization").from).toBe("2025-11-21");
    expect(asked("from=2026-12-01&to=2026-11-01")).toMatchObject({ from: "2026-11-01", to: "2026-11-01" });
  });
  test("has every day or month of its period once, in order", () => {
    expect(buckets({ from: "2026-02-27", to: "2026-03-01" }, "day")).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
    expect(buckets({ from: "2025-12-31", to: "2026-02-01" }, "month")).toEqual(["2025-12", "2026-01", "2026-02"]);
  });
});

test("accepts a figure, an account, or nothing", () => {
  expect(figureOf("result")?.accounts).toHaveLength(
    Object.values(ACCOUNTS).filter((a) => a.kind === "income" || a.kind === "expense").length,
  );
  expect(figureOf("bank")).toMatchObject({ label: "Bank", balance: true });
  expect(figureOf("toString")).toBeNull();
  expect(figureOf(null)).toBeNull();
});

describe("the to-do list", () => {
  const oldest = new Date("2026-11-20T12:00:00Z");
  const waiting = (some: Partial<Record<WaitKey | "hard", number>>): Waiting =>
    Object.fromEntries(
      [...WAIT_KEYS, "hard" as const].map((key) => [key, { count: some[key] ?? 0, oldest: some[key] ? oldest : null }]),
    ) as Waiting;
  const words = (some: Parameters<typeof waiting>[0]) => waitsFor(waiting(some)).map((it) => it.words);
  test("names each kind with its count and its oldest, the most urgent first", () => {
    expect(words({})).toEqual([]);
    expect(words({ messages: 4, invoices: 1, late: 1, failedRefunds: 1, qa: 2 })).toEqual([
      "1 failed refund",
      "1 late order",
      "2 QA reviews",
      "1 self-billed invoice to review",
      "4 new contact messages",
    ]);
    expect(waitsFor(waiting({ qa: 1 }))).toEqual([
      { key: "qa", count: 1, oldest, words: "1 QA review", to: "/admin/editors?show=reviews" },
    ]);
  });
  test("says how many orders are past the point where support steps in", () => {
    expect(waitsFor(waiting({ unassigned: 3, hard: 1 }))).toMatchObject([
      { words: "3 orders without an editor", detail: "1 past the point where support steps in", urgent: true },
    ]);
  });
});
