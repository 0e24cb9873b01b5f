import fc from "fast-check";
import { expect, test } from "vitest";
import { ACCOUNTS, ACCOUNT_NAMES } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { type Balances, balancesInYear } from "../books.ts";
import { DATEV, pairsOf } from "./datev.ts";
import { JOURNAL_FILES } from "./formats.ts";
import type { FileContext, FileEntry, JournalFile } from "./journal-file.ts";
import { readFec, readSaft, rowsOf } from "../../testing/accountant-files.ts";
import { FEC } from "./fec.ts";
import { QUICKBOOKS } from "./quickbooks.ts";
import { SAFT } from "./saft.ts";
import { XERO } from "./xero.ts";

const context: FileContext = {
  period: "2026-10",
  startsAt: new Date("2026-10-01T00:00:00Z"),
  endsAt: new Date("2026-11-01T00:00:00Z"),
  currency: "USD",
  madeAt: new Date("2026-11-28T09:08:07.006Z"),
  entered: { consultant: "1001", client: "42", taxRate: "Tax Exempt", siren: "123456789", contact: "Ada Lindqvist" },
  audit: null,
};
const entry = (number: number, memo: string, ...lines: [string, number][]): FileEntry => ({
  number,
  bookedAt: new Date("2026-10-09T22:00:00Z"),
  happenedAt: new Date("2026-10-08T22:00:00Z"),
  writtenAt: new Date("2026-10-10T00:00:00Z"),
  causeId: "ref_1",
  memo,
  orderNumber: "S-10041",
  lines: lines.map(([code, amountMinor]) => ({
    account: ACCOUNT_NAMES.find((account) => ACCOUNTS[account].code === code)!,
    party: "",
    moved: null,
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

const bytesOf = (file: JournalFile, entries: readonly FileEntry[], of = context): Uint8Array =>
  file.encode(file.head(of) + entries.map((one) => file.entry(one, of)).join("") + (file.tail?.() ?? ""));

/** The same with the figures that tax auditors want, which follow from the entries and what was there before. */
function audited(entries: readonly FileEntry[], before: Balances = {}, period = "2026-10"): FileContext {
  const after: Record<string, number> = { ...before };
  const lines = entries.flatMap((one) => one.lines);
  for (const { account, amountMinor } of lines) after[account] = (after[account] ?? 0) + amountMinor;
  const side = (sign: 1 | -1) => lines.reduce((sum, it) => sum + Math.max(0, it.amountMinor * sign), 0);
  return {
    ...context,
    period,
    audit: {
      company: {
        legalName: "Łódź & Söhne <GmbH>",
        address: "Main Street 1\n60311 Frankfurt",
        town: "Frankfurt",
        country: "DE",
        registration: "HRB 1234",
      },
      opening: balancesInYear(before, before),
      closing: balancesInYear(after, before),
      entries: entries.length,
      debitMinor: side(1),
      creditMinor: side(-1),
    },
  };
}

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

const EARLIER: Balances = { bank: 5_000, revenue: -7_000, bank_fees: 1_000, equity: 1_000 };
const EUROS: FileEntry = {
  ...entry(8, "", ["1000", 1_100], ["6030", 5], ["1100", -1_105]),
  orderNumber: null,
  lines: [
    { ...entry(8, "", ["1000", 1_100]).lines[0]!, moved: { amountMinor: 1_000, currency: "EUR" } },
    ...entry(8, "", ["6030", 5]).lines,
    {
      ...entry(8, "", ["2200", -1_105]).lines[0]!,
      party: "OSS-DE",
      moved: { amountMinor: -1_000, currency: "EUR" },
    },
  ],
};

test("a FEC has the law's 18 fields, what moved in other currencies, and a year's opening balances", () => {
  const entries = [entry(6, "Two lines", ["6020", 1_234], ["1000", -1_234]), HARD, EUROS];
  const rows = readFec(bytesOf(FEC, entries, audited(entries)));
  const sums: Sums = {};
  for (const row of rows) add(sums, row.account.slice(3), row.minor);
  expect(sums).toEqual(sumsOf(entries));
  expect(new Set(rows.map((row) => `${row.journal} ${row.number} ${row.day} ${row.document}`))).toEqual(
    new Set(["GJ 2026-000006 20261009 S-10041", "GJ 2026-000007 20261009 S-10041", "GJ 2026-000008 20261009 ref_1"]),
  );
  expect(rows.slice(-3).map(({ account, party, moved }) => [account, party, moved])).toEqual([
    ["5121000", "", { minor: 1_000, currency: "EUR" }],
    ["6666030", "", null],
    ["4452200", "EU One Stop Shop, kept in Germany", { minor: -1_000, currency: "EUR" }],
  ]);
  expect(FEC.name(audited(entries))).toBe("123456789FEC20261031");
  const year = readFec(bytesOf(FEC, entries, audited(entries, EARLIER, "2026")));
  expect(year.filter((row) => row.journal === "AN").map((row) => [row.number, row.account, row.minor])).toEqual([
    ["AN-2026", "5121000", 5_000],
    // The results of earlier years are in the owners' equity.
    ["AN-2026", "1013000", -5_000],
  ]);
});

test("a SAF-T file has the schema's elements, totals, and balances that its entries lead to", () => {
  const entries = [entry(6, "", ["6020", 1_234], ["1000", -1_234]), HARD, EUROS];
  const of = audited(entries, EARLIER);
  const bytes = bytesOf(SAFT, entries, of);
  const file = readSaft(bytes);
  expect([file.from, file.until, file.currency]).toEqual(["2026-10-01", "2026-10-31", "USD"]);
  expect(file.entries.map((it) => [it.number, it.day, it.lines.length])).toEqual([
    ["2026-000006", "2026-10-09", 2],
    ["2026-000007", "2026-10-09", 3],
    ["2026-000008", "2026-10-09", 3],
  ]);
  expect(file.entries[2]!.lines.map((line) => line.moved)).toEqual([
    { minor: 1_000, currency: "EUR" },
    null,
    { minor: 1_000, currency: "EUR" },
  ]);
  expect([file.opening["3000"], file.opening["6020"], file.closing["6020"]]).toEqual([-5_000, 0, 1_234]);
  expect(new TextDecoder().decode(bytes)).toContain("<Name>Łódź &amp; Söhne &lt;GmbH&gt;</Name>");
  expect(SAFT.name(of)).toBe("SAF-T Financial_HRB1234_20261128090807");
  const short = { ...of, audit: { ...of.audit!, entries: 2 } };
  expect(() => readSaft(bytesOf(SAFT, entries, short))).toThrow("its number of entries");
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
