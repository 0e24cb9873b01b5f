import { expect, test } from "vitest";
import type { KycDetails } from "#app/features/editors/rules/kyc/kyc-details.ts";
import { payeeFault, payeeParty, supplierOf } from "./payee.ts";

const jonas: KycDetails = {
  legalName: "Dr. Jonas Weber",
  dateOfBirth: "1981-05-17",
  addressLine: "Lindenallee 4",
  town: "Freiburg",
  postCode: "79098",
  country: "DE",
  taxCountry: "DE",
  tin: "02476291358",
  vatId: "",
  vatStatus: "small",
};

test("an editor is a supplier under their legal name, with address and tax number", () => {
  expect(payeeFault(jonas, "DE")).toBeNull();
  expect(payeeParty(jonas, "jonas@example.org")).toEqual({
    name: "Dr. Jonas Weber",
    address: ["Lindenallee 4", "79098 Freiburg"],
    country: "DE",
    vatId: null,
    taxNumber: "02476291358",
    email: "jonas@example.org",
  });
  const registered = { ...jonas, vatId: "DE 136 695 976", vatStatus: "registered" as const };
  expect(payeeParty(registered, "")).toMatchObject({ vatId: "DE136695976", taxNumbers: [{ place: "DE" }] });
  expect(payeeParty(registered, "")).not.toHaveProperty("taxNumber");
});

test("a social security number isn't printed", () => {
  const american = { ...jonas, country: "US", taxCountry: "US", tin: "123456789" };
  expect(JSON.stringify(payeeParty(american, ""))).not.toContain("123456789");
});

test.each([
  ["nothing at all", null, "DE", /legal name, address, and tax number are missing\. Enter them under/],
  ["an address", { ...jonas, addressLine: " ", town: "" }, "DE", /lack this: street address, city\. Enter them/],
  ["a valid VAT ID", { ...jonas, vatId: "DE123456789" }, "DE", /VAT ID isn't valid/],
  ["a VAT ID", { ...jonas, vatStatus: "registered" as const }, "US", /VAT ID is missing/],
  ["how they stand to VAT", { ...jonas, vatStatus: undefined }, "DE", /don't say whether/],
])("what is missing is named: %s", (_, details, company, words) => {
  expect(payeeFault(details, company)).toMatch(words);
});

test("details from before VAT was asked are enough where our invoices don't depend on it", () => {
  expect(payeeFault({ ...jonas, vatStatus: undefined }, "US")).toBeNull();
  expect(supplierOf({ ...jonas, vatStatus: undefined })).toEqual({ country: "DE", vatId: null, status: "none" });
  expect(supplierOf({ ...jonas, vatStatus: undefined, vatId: "DE136695976" }).status).toBe("registered");
});
