import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type ComparedLine, plainText, repeatedLines } from "./bank-duplicates.ts";

const BANK = path.resolve("../shared/bank");
type Line = ComparedLine & { day: string; amountMinor: number };
type Truth = {
  lines: { date: string; amountMinor: number; text: string; reference?: string; counterparty?: string }[];
};

const linesOf = (file: string): Line[] => {
  const read = JSON.parse(readFileSync(path.join(BANK, `${file}.truth.json`), "utf8")) as Truth & {
    statements?: Truth[];
  };
  return (read.statements?.[0] ?? read).lines.map((line) => ({
    day: line.date,
    amountMinor: line.amountMinor,
    counterparty: line.counterparty ?? "",
    details: line.text,
    reference: line.reference ?? "",
    bankReference: "",
    format: file,
  }));
};

/** How many lines of the second file repeat one of the first. */
const repeats = (first: string, second: string): number => {
  const known = Map.groupBy(linesOf(first), (line) => `${line.day} ${line.amountMinor}`);
  const fresh = Map.groupBy(linesOf(second), (line) => `${line.day} ${line.amountMinor}`);
  return [...fresh].reduce((n, [key, lines]) => n + repeatedLines(lines, known.get(key) ?? []).size, 0);
};

test.each([
  ["sparkasse_csv_camt.csv", "camt053_001_02_de.xml", 18],
  ["camt053_001_02_de.xml", "mt940_de.sta", 18],
  ["mt940_de.sta", "sparkasse_csv_camt.csv", 18],
  ["chase_checking.csv", "chase_same_lines.qfx", 18],
  ["ing_nl.csv", "camt053_001_08_multi_nl.xml", 18],
  ["sparkasse_csv_camt.csv", "bad_overlap_changed_texts.csv", 5],
])("of %s, %s repeats %i lines", (first, second, count) => {
  expect(repeats(first, second)).toBe(count);
});

const line = (of: Partial<ComparedLine>): ComparedLine => ({
  counterparty: "",
  details: "",
  reference: "",
  bankReference: "",
  format: "camt053",
  ...of,
});

test("what one file books twice is repeated twice, and a third time is new", () => {
  const fee = () => line({ details: "Account fee November" });
  expect(repeatedLines([fee(), fee()], [fee(), fee()]).size).toBe(2);
  expect(repeatedLines([fee(), fee(), fee()], [fee(), fee()]).size).toBe(2);
  expect(repeatedLines([fee(), fee()], [fee()]).size).toBe(1);
});

test("the bank's own references decide: equal ones are certain, and two of one format are two movements", () => {
  const first = line({ details: "Seat license", bankReference: "BK1" });
  const [same] = repeatedLines([line({ bankReference: "BK1", format: "csv" })], [first]).values();
  expect(same?.likeness).toBe("certain");
  expect(repeatedLines([line({ details: "Seat license", bankReference: "BK2" })], [first]).size).toBe(0);
  const [other] = repeatedLines([line({ details: "SEAT LICENSE", format: "csv" })], [first]).values();
  expect(other?.likeness).toBe("probable");
});

test("the same amount for something else is new", () => {
  const seat = line({ details: "Card payment Typedock", reference: "LIC-A" });
  expect(repeatedLines([line({ details: "Taxi Bremen Hbf", format: "csv" })], [seat]).size).toBe(0);
  expect(repeatedLines([line({ details: "Card payment Typedock", reference: "LIC-C" })], [seat]).size).toBe(0);
});

test("texts are compared as every bank writes them", () => {
  expect(plainText("Kontoführung  09/202 6 für Straße")).toBe(plainText("KONTOFUEHRUNG 09/2026 FUER STRASSE"));
});
