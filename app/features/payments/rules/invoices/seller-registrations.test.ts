import { expect, test } from "vitest";
import { minor } from "#app/platform/rules/core/money.ts";
import type { InvoiceParty, InvoiceTax } from "./invoice.ts";
import { printedNumber, printedSeller, registrationFor } from "./seller-registrations.ts";

const seller: InvoiceParty = {
  name: "Marginalia GmbH",
  address: ["Lindenallee 4"],
  country: "DE",
  vatId: "DE123456788",
  taxNumbers: [
    { scheme: "domestic", place: "DE", number: "DE123456788" },
    { scheme: "domestic", place: "GB", number: "GB980780684" },
    { scheme: "domestic", place: "CH", number: "CHE107787577MWST" },
    { scheme: "domestic", place: "CA", number: "123456789RT0001" },
    { scheme: "domestic", place: "CA-QC", number: "1234567890TQ0001" },
    { scheme: "oss", place: "DE", number: "DE123456788" },
  ],
  email: null,
};
const charged = (code: string): InvoiceTax => ({
  treatment: "charged",
  code,
  label: code,
  rateBp: 1_900,
  baseMinor: minor(100),
  amountMinor: minor(19),
});
const printed = (...taxes: InvoiceTax[]) => printedSeller({ seller, taxes }).registrations ?? [];

test("a document names the registrations that it's about, and no others", () => {
  expect(printed()).toEqual([]);
  expect(printed(charged("DE"))).toEqual([]);
  expect(printed(charged("GB"))).toEqual(["United Kingdom, VAT: GB980780684"]);
  expect(printed(charged("CH"))).toEqual(["Switzerland, VAT: CHE-107.787.577 MWST"]);
  expect(printed(charged("FR"))).toEqual(["EU One Stop Shop, kept in Germany: DE123456788"]);
  expect(printed(charged("CA"), charged("CA-QC"))).toEqual([
    "Canada, GST: 123456789RT0001",
    "Quebec, QST: 1234567890TQ0001",
  ]);
  expect(printed(charged("CA-ON"))).toEqual(["Canada, GST: 123456789RT0001"]);
  expect(printed({ ...charged("GB"), treatment: "reverse-charge" })).toEqual(["United Kingdom, VAT: GB980780684"]);
  expect(printed({ ...charged("FR"), treatment: "reverse-charge" })).toEqual([]);
  expect(printed({ ...charged(""), treatment: "none" })).toEqual([]);
});

test("sellers on older documents stay as they were", () => {
  const older: InvoiceParty = { ...seller, registrations: ["France, VAT: FR1"] };
  delete older.taxNumbers;
  expect(printedSeller({ seller: older, taxes: [charged("DE")] })).toBe(older);
});

test("numbers are printed as their country writes them", () => {
  expect(printedNumber("CHE107787577MWST")).toBe("CHE-107.787.577 MWST");
  expect(printedNumber("CHE107787577")).toBe("CHE-107.787.577");
  expect(printedNumber("DE123456788")).toBe("DE123456788");
  expect(registrationFor(seller, charged("GB"))?.number).toBe("GB980780684");
});
