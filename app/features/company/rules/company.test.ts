import { expect, test } from "vitest";
import { countryName } from "#app/platform/rules/core/country.ts";
import { CompanyInput, seatOf } from "./company.ts";

const GIVEN = {
  legalName: " Marginalia Ltd ",
  address: "1 High Street\r\nAB1 2CD\r\n",
  town: "Leeds",
  country: "gb",
  registration: "01234567",
  version: "0",
};
const faults = (of: object): string[] =>
  (CompanyInput.safeParse({ ...GIVEN, ...of }).error?.issues ?? []).map((issue) => issue.path.join("."));

test("details are read as typed, tidied", () => {
  expect(CompanyInput.parse(GIVEN)).toMatchObject({
    legalName: "Marginalia Ltd",
    address: "1 High Street\nAB1 2CD",
    country: "GB",
    version: 0,
  });
});

test.each([
  [{ legalName: " " }, "legalName"],
  [{ country: "ZZ1" }, "country"],
  [{ registration: "" }, "registration"],
  [{ address: "x".repeat(301) }, "address"],
])("what is missing is named: %o", (of, field) => {
  expect(faults(of)).toContain(field);
});

test("a seat reads as town and country", () => {
  expect(seatOf({ town: "Leeds", country: "GB" })).toBe("Leeds, United Kingdom");
  expect(countryName("not a code")).toBe("not a code");
});
