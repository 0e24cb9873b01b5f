import { expect, test } from "vitest";
import {
  ACCOUNTS,
  ACCOUNT_NAMES,
  BY_HAND,
  type Account,
} from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import {
  MANUAL_ENTRY_BOUNDS,
  type ManualLine,
  TEMPLATES,
  dayFault,
  entrySum,
  linesFault,
  linesTyped,
  takeBackFault,
  templateOf,
} from "./manual-entry.ts";

const lines = (...of: [Account, number][]): ManualLine[] =>
  of.map(([account, amountMinor]) => ({ account, amountMinor }));

test("an entry is balanced, on accounts that nothing else is compared with", () => {
  expect(linesFault(lines(["other_costs", 12_050], ["accrued_costs", -12_050]))).toBeNull();
  expect(linesFault(lines(["other_costs", 10], ["bank_fees", 5], ["equity", -15]))).toBeNull();
  const fromBoth: Parameters<typeof lines> = [
    ["input_tax", 40],
    ["reverse_charge", -19],
    ["reverse_charge_eu", -21],
  ];
  expect(linesFault(lines(...fromBoth))).toBeNull();
  expect(linesFault(lines(...fromBoth, ["other_costs", 200], ["equity", -200]))).toContain("as two entries");
  expect(linesFault([])).toContain("at least two lines");
  expect(linesFault(lines(["other_costs", 100], ["equity", -99]))).toBe(
    "Debits are $0.01 above credits. They have to be equal.",
  );
  expect(linesFault(lines(["other_costs", 100], ["equity", -101]))).toContain("$0.01 below");
  expect(linesFault(lines(["other_costs", Number.NaN], ["equity", -101]))).toContain("such as 120.00");
  expect(linesFault(lines(["other_costs", 0], ["equity", 0]))).toContain("such as 120.00");
  const much = MANUAL_ENTRY_BOUNDS.mostMinor + 1;
  expect(linesFault(lines(["other_costs", much], ["equity", -much]))).toContain("at most $100,000,000.00");
  for (const account of ACCOUNT_NAMES.filter((one) => !BY_HAND.includes(one)))
    expect(linesFault(lines([account, 5], ["equity", -5]))).toBe(
      `${ACCOUNTS[account].label} can't be changed by hand.`,
    );
  for (const account of ["bank", "provider", "deferred_revenue", "editor_available", "receivables"] as const)
    expect(BY_HAND).not.toContain(account);
});

test("its sum is that of its debits", () => {
  expect(entrySum(lines(["other_costs", 10], ["bank_fees", 5], ["equity", -15]))).toBe(15);
});

test("a date is a day in an open month that has begun", () => {
  const at = { today: "2026-11-28", openFrom: "2026-11-01" };
  expect(dayFault("2026-11-28", at)).toBeNull();
  expect(dayFault("2026-11-01", at)).toBeNull();
  expect(dayFault("2026-10-31", at)).toContain("from 2026-11-01 on");
  expect(dayFault("2026-11-29", at)).toContain("today or a day before");
  expect(dayFault("2026-02-31", { ...at, openFrom: null })).toBe("Choose a date.");
  expect(dayFault("2020-02-01", { ...at, openFrom: null })).toBeNull();
  expect(takeBackFault("", "2026-11-28")).toBeNull();
  expect(takeBackFault("2026-12-01", "2026-11-28")).toBeNull();
  expect(takeBackFault("2026-11-28", "2026-11-28")).toContain("after");
  expect(takeBackFault("soon", "2026-11-28")).toContain("Choose a date");
});

test("templates are on accounts that can be booked by hand", () => {
  for (const { debit, credit } of TEMPLATES)
    for (const account of [debit, credit]) if (account !== null) expect(BY_HAND).toContain(account);
  expect(templateOf("tax").code).toBe("tax");
  expect(templateOf("nothing").code).toBe("correction");
  expect(templateOf(null).code).toBe("correction");
});

test("what's typed is read line by line, and what can't be read isn't left out", () => {
  const typed = (fields: Record<string, string>) => linesTyped((name) => fields[name] ?? "");
  expect(
    typed({ "account-1": "other_costs", "debit-1": "1,250.50", "account-3": "equity", "credit-3": "$1250.5" }),
  ).toEqual([
    { account: "other_costs", amountMinor: 125_050 },
    { account: "equity", amountMinor: -125_050 },
  ]);
  expect(typed({ "account-1": "other_costs" })).toEqual([]);
  expect(typed({ "account-1": "other_costs", "debit-1": "12,5" })).toEqual([
    { account: "other_costs", amountMinor: Number.NaN },
  ]);
  expect(typed({ "account-1": "other_costs", "debit-1": "5", "credit-1": "5" })).toEqual([
    { account: "other_costs", amountMinor: Number.NaN },
  ]);
});
