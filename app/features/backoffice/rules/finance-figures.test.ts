import { describe, expect, test } from "vitest";
import { ACCOUNTS } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { buckets, figureOf, readFinance } from "./finance-figures.ts";
import { todoSentence, waitsFor } from "./todo.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const asked = (search: string) => readFinance(new URLSearchParams(search), NOW);

describe("the query of the finance page", () => {
  test("defaults to the last 60 days by day for a missing or invalid URL", () => {
    expect(asked("")).toEqual({ by: "day", from: "2026-09-23", to: "2026-11-21", lines: null, at: null, page: 1 });
    expect(asked("from=x&to=2026-02-30&by=hour&lines=password&page=-1")).toEqual(asked(""));
  });
  test("is limited to three years and never ends before it starts", () => {
    expect(asked("from=1990-01-01").from).toBe("2023-11-22");
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
  expect(figureOf("margin")?.accounts).toHaveLength(
    Object.values(ACCOUNTS).filter((a) => a.kind === "income" || a.kind === "expense").length,
  );
  expect(figureOf("bank")).toMatchObject({ label: "Bank", balance: true });
  expect(figureOf("toString")).toBeNull();
  expect(figureOf(null)).toBeNull();
});

describe("the to-do list in a sentence", () => {
  const none = {
    qa: 0,
    reviewsLate: 0,
    quotes: 0,
    quotesLate: 0,
    unassigned: 0,
    hard: 0,
    decide: 0,
    decideLate: 0,
    late: 0,
    stranded: 0,
    held: 0,
    refundsToApprove: 0,
    creditToDecide: 0,
    contractsToDecide: 0,
    entriesToDecide: 0,
    monthsToClose: 0,
    toApprove: 0,
    policyToApprove: 0,
    legalToApprove: 0,
    profilesToApprove: 0,
    profilesToReview: 0,
    taxToApprove: 0,
    toSend: 0,
    withBank: 0,
    rates: 0,
    failedRefunds: 0,
    disputes: 0,
    differences: 0,
    invoices: 0,
    applications: 0,
    kyc: 0,
    messages: 0,
    ticketsLate: 0,
    tickets: 0,
    threads: 0,
  };
  const sentence = (some: Partial<typeof none>) => todoSentence(waitsFor({ ...none, ...some }));
  test("names the three most urgent kinds and counts the rest", () => {
    expect(sentence({})).toBe("You're all caught up.");
    expect(sentence({ qa: 1 })).toBe("To do: 1 QA review.");
    expect(sentence({ late: 2, qa: 1 })).toBe("To do: 2 late orders and 1 QA review.");
    expect(sentence({ messages: 4, invoices: 1, late: 1, failedRefunds: 1, qa: 2 })).toBe(
      "To do: 1 failed refund, 1 late order, 2 QA reviews and 5 more items.",
    );
  });
  test("says how many orders are past the point where support steps in", () => {
    expect(waitsFor({ ...none, unassigned: 3, hard: 1 })).toMatchObject([
      { words: "3 orders without an editor", detail: "1 past the point where support steps in", urgent: true },
    ]);
  });
});
