import { expect, test } from "vitest";
import { ossImport, ossImportFault } from "./oss-import.ts";
import type { DeclaredCorrection, ReturnRow } from "./returns.ts";

const row = (place: string, rateBp: number, baseMinor: number, taxMinor: number): ReturnRow => ({
  treatment: "charged",
  place,
  label: "VAT",
  rateBp,
  baseMinor,
  taxMinor,
});

const correction = (place: string, declaredMinor: number | null, taxMinor: number): DeclaredCorrection => ({
  from: "2026-04-01",
  until: "2026-06-30",
  place,
  declaredMinor,
  taxMinor,
});
const of = (rows: ReturnRow[], corrections: DeclaredCorrection[] = [], withoutStateMinor = 0) => ({
  rows,
  corrections,
  withoutStateMinor,
});

test("the import file has each country once, each rate with its amounts, and each corrected quarter", () => {
  const rows = [row("FR", 2_000, 123_456, 24_691), row("GR", 2_400, 1_000, 240), row("FR", 550, 100, 6)];
  const corrections = [correction("FR", 5_000, -1_250), correction("IT", 0, 220), correction("GR", 240, -240)];
  expect(ossImportFault(of(rows, corrections))).toBeNull();
  expect(ossImport(of([...rows, row("IT", 2_200, 0, 0)], corrections), "EUR").split("\r\n")).toEqual([
    "#v2.0",
    "1,FR",
    "1,EL",
    "1,IT",
    "2,FR,STANDARD,20.00,1234.56,246.91",
    "2,EL,STANDARD,24.00,10.00,2.40",
    "2,FR,STANDARD,5.50,1.00,0.06",
    "6,FR,2026,2,50.00,37.50",
    "6,IT,2026,2,0.00,2.20",
    "6,EL,2026,2,2.40,0.00",
    "",
  ]);
  expect(ossImportFault(of([], corrections))).toBeNull();
});

test("what the portal refuses is said before the upload", () => {
  const good = row("FR", 2_000, 100, 20);
  expect(ossImportFault(of([]))).toContain("no supplies");
  expect(ossImportFault(of([row("FR", 2_000, -100, -20)]))).toContain("below zero");
  expect(ossImportFault(of([good], [correction("FR", 100, -101)]))).toContain("below zero");
  expect(ossImportFault(of([{ ...row("FR", 2_000, 0, 0), isUnknown: true }]))).toContain("rate is missing");
  expect(ossImportFault(of([good], [{ ...correction("FR", 100, 0), isUnknown: true }]))).toContain("rate is missing");
  expect(ossImportFault(of([good], [correction("FR", null, -20)]))).toContain("isn't known");
  expect(ossImportFault(of([good], [], 5))).toContain("no member state");
});
