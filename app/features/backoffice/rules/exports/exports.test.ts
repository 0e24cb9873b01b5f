import fc from "fast-check";
import { expect, test } from "vitest";
import { DATEV, pairsOf } from "./datev.ts";
import { JOURNAL_FILES } from "./formats.ts";
import type { FileContext, FileEntry } from "./journal-file.ts";
import { rowsOf } from "../../testing/accountant-files.ts";
import { QUICKBOOKS } from "./quickbooks.ts";
import { XERO } from "./xero.ts";

const context: FileContext = {
  month: "2026-10",
  startsAt: new Date("2026-10-01T00:00:00Z"),
  endsAt: new Date("2026-11-01T00:00:00Z"),
  currency: "USD",
  madeAt: new Date("2026-11-28T09:08:07.006Z"),
  entered: { consultant: "1001", client: "42", taxRate: "Tax Exempt" },
};
const entry = (number: number, memo: string, ...lines: [string, number][]): FileEntry => ({
  number,
  bookedAt: new Date("2026-10-09T22:00:00Z"),
  memo,
  orderNumber: "S-10041",
  lines: lines.map(([code, amountMinor]) => ({
    code,
    label: `Account ${code}`,
    amountMinor,
    name: code === "4200" ? "Ann Lee, PhD" : null,
  })),
});
const HARD = entry(
  7,
  'Refund; "S-10041", line\nbreak\tand 中文, “curly” Łódź, €, '.padEnd(120, "x"),
  ["4200", 10_000],
  ["2200", 1_900],
  ["1100", -11_900],
);

const bytesOf = (file: typeof DATEV, entries: readonly FileEntry[]): Uint8Array =>
  file.encode(file.head(context) + entries.map((one) => file.entry(one, context)).join(""));

/** Debits and credits by account. */
type Sums = Record<string, [debit: number, credit: number]>;
function add(sums: Sums, account: string, minor: number): void {
  const both = (sums[account] ??= [0, 0]);
  if (minor > 0) both[0] += minor;
  else both[1] -= minor;
}
const sumsOf = (entries: readonly FileEntry[]): Sums => {
  const sums: Sums = {};
  for (const { lines } of entries) for (const { code, amountMinor } of lines) add(sums, code, amountMinor);
  return sums;
};

test("a DATEV file has the published fields, and each account's debits and credits", () => {
  const entries = [
    entry(6, "Two lines", ["6020", 1_234], ["1000", -1_234]),
    HARD,
    entry(8, "", ["1000", 1], ["3000", -1]),
  ];
  const bytes = bytesOf(DATEV, entries);
  const text = new TextDecoder("windows-1252").decode(bytes);
  expect(new TextEncoder().encode(text)).not.toEqual(bytes);
  const [head, columns, ...rows] = rowsOf(text, ";");
  expect(head).toHaveLength(31);
  expect(head!.slice(0, 6)).toEqual(["EXTF", "700", "21", "Buchungsstapel", "13", "20261128090807006"]);
  expect(head!.slice(10, 16)).toEqual(["1001", "42", "20260101", "4", "20261001", "20261031"]);
  expect([head![18], head![21]]).toEqual(["1", "USD"]);
  expect(columns).toHaveLength(125);
  expect(new Set(columns).size).toBe(125);
  const at = (name: string): number => columns!.indexOf(name);
  expect([0, 6, 7, 9, 10, 13, 113, 114, 115].map((i) => columns![i])).toEqual([
    "Umsatz (ohne Soll/Haben-Kz)",
    "Konto",
    "Gegenkonto (ohne BU-Schlüssel)",
    "Belegdatum",
    "Belegfeld 1",
    "Buchungstext",
    "Festschreibung",
    "Leistungsdatum",
    "Datum Zuord. Steuerperiode",
  ]);
  const sums: Sums = {};
  for (const row of rows) {
    expect(row).toHaveLength(125);
    const [amount, side, account, other] = [row[0]!, row[1], row[at("Konto")]!, row[7]!];
    expect(amount).toMatch(/^\d{1,10},\d\d$/);
    expect(side).toBe("S");
    for (const one of [account, other]) expect(one).toMatch(/^\d{4}$/);
    expect(row[at("Belegdatum")]).toBe("0910");
    expect(row[at("Belegfeld 1")]).toMatch(/^2026-00000[678]$/);
    expect(row[at("Belegfeld 2")]).toBe("S-10041");
    expect(row[at("Buchungstext")]!.length).toBeLessThanOrEqual(60);
    add(sums, account, Number(amount.replace(",", "")));
    add(sums, other, -Number(amount.replace(",", "")));
  }
  expect(sums).toEqual(sumsOf(entries));
  const memo = rows.find((row) => row[10] === "2026-000007")![13];
  expect(memo).toBe('Refund; "S-10041", line break and ??, “curly” ?ódz, €, xxxxx');
});

test("however many lines an entry has, its pairs have the same debits and credits by account", () => {
  const codes = fc.constantFrom("1000", "1100", "2000", "2200", "4200", "6000");
  const lines = fc
    .array(fc.tuple(codes, fc.integer({ min: -50_000, max: 50_000 })), { minLength: 1, maxLength: 12 })
    .map((some) => [...some, ["3000", 0 - some.reduce((sum, [, minor]) => sum + minor, 0)] as [string, number]]);
  fc.assert(
    fc.property(lines, (some) => {
      const one = entry(1, "", ...some.filter(([, minor]) => minor !== 0));
      const sums: Sums = {};
      for (const { debit, credit, amountMinor } of pairsOf(one.lines)) {
        expect(amountMinor).toBeGreaterThan(0);
        add(sums, debit, amountMinor);
        add(sums, credit, -amountMinor);
      }
      expect(sums).toEqual(sumsOf([one]));
    }),
  );
});

test("a Xero file has the template's columns, and each journal's lines sum to zero", () => {
  const entries = [entry(6, "Two lines", ["6020", 1_234], ["1000", -1_234]), HARD];
  const [columns, ...rows] = rowsOf(new TextDecoder().decode(bytesOf(XERO, entries)), ",");
  expect(columns!.slice(0, 6)).toEqual(["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"]);
  expect(columns).toHaveLength(10);
  const sums: Sums = {};
  const byJournal = new Map<string, number>();
  for (const row of rows) {
    expect(row).toHaveLength(10);
    const [narration, day, , account, rate, amount] = row as [string, string, string, string, string, string];
    expect([day, rate]).toEqual(["09/10/2026", "Tax Exempt"]);
    expect(amount).toMatch(/^-?\d+\.\d\d$/);
    const minor = Number(amount.replace(".", ""));
    add(sums, account, minor);
    byJournal.set(narration, (byJournal.get(narration) ?? 0) + minor);
  }
  expect(sums).toEqual(sumsOf(entries));
  expect([...byJournal.values()]).toEqual([0, 0]);
  expect([...byJournal.keys()][1]).toContain("2026-000007 Refund");
});

test("a file for QuickBooks has a row for each line, with whom it concerns", () => {
  const entries = [entry(6, "Two lines", ["6020", 1_234], ["1000", -1_234]), HARD];
  const [columns, ...rows] = rowsOf(new TextDecoder().decode(bytesOf(QUICKBOOKS, entries)), ",");
  const all = rows.map((row) => Object.fromEntries(columns!.map((column, i) => [column, row[i]])));
  expect(
    all.map((row) => [row["Journal No."], row["Account Name"], row["Debits"], row["Credits"], row["Name"]]),
  ).toEqual([
    ["2026-000006", "Account 6020", "12.34", "", ""],
    ["2026-000006", "Account 1000", "", "12.34", ""],
    ["2026-000007", "Account 4200", "100.00", "", "Ann Lee, PhD"],
    ["2026-000007", "Account 2200", "19.00", "", ""],
    ["2026-000007", "Account 1100", "", "119.00", ""],
  ]);
  expect(new Set(all.map((row) => `${row["Journal Date"]} ${row["Currency"]} ${row["Description"]}`))).toEqual(
    new Set(["10/09/2026 USD S-10041"]),
  );
});

test("a format says what it asks for", () => {
  expect(new Set(JOURNAL_FILES.map((file) => file.code)).size).toBe(JOURNAL_FILES.length);
  const fits = (name: string, value: string) =>
    JOURNAL_FILES.flatMap((file) => file.fields)
      .find((field) => field.name === name)!
      .pattern.test(value);
  for (const good of ["1001", "9999", "29098", "9999999"]) expect(fits("consultant", good)).toBe(true);
  for (const bad of ["", "1000", "0999", "10000000", "12a"]) expect(fits("consultant", bad)).toBe(false);
  for (const good of ["1", "99999"]) expect(fits("client", good)).toBe(true);
  for (const bad of ["", "0", "100000"]) expect(fits("client", bad)).toBe(false);
});
