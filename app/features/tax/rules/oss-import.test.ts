import { expect, test } from "vitest";
import { ossImport, ossImportFault } from "./oss-import.ts";
import type { ReturnRow } from "./returns.ts";

const row = (place: string, rateBp: number, baseMinor: number, taxMinor: number): ReturnRow => ({
  treatment: "charged",
  place,
  label: "VAT",
  rateBp,
  baseMinor,
  taxMinor,
});

test("the import file has each country once, and each rate with its amounts", () => {
  const rows = [row("FR", 2_000, 123_456, 24_691), row("GR", 2_400, 1_000, 240), row("FR", 550, 100, 6)];
  expect(ossImportFault(rows)).toBeNull();
  expect(ossImport([...rows, row("IT", 2_200, 0, 0)], "EUR").split("\r\n")).toEqual([
    "#v2.0",
    "1,FR",
    "1,EL",
    "2,FR,STANDARD,20.00,1234.56,246.91",
    "2,EL,STANDARD,24.00,10.00,2.40",
    "2,FR,STANDARD,5.50,1.00,0.06",
    "",
  ]);
});

test("what the portal refuses is said before the upload", () => {
  expect(ossImportFault([])).toContain("no supplies");
  expect(ossImportFault([row("FR", 2_000, -100, -20)])).toContain("below zero");
  expect(ossImportFault([{ ...row("FR", 2_000, 0, 0), isUnknown: true }])).toContain("rate is missing");
});
