import { describe, expect, test } from "vitest";
import { billingOf, plainVatId, vatIdFault } from "./billing.ts";

describe("a VAT ID", () => {
  test.each([
    ["DE", "DE 123 456 789"],
    ["NL", "NL123456789B01"],
    ["GR", "EL123456789"],
    ["AT", "atu12345678"],
    ["FR", "FR 12 345678901"],
    ["GB", "GB123456789"],
    ["GH", "C0001234567"],
    ["US", "12-3456789"],
    ["SG", "201912345K"],
  ])("of %s: %s is one", (country, id) => {
    expect(vatIdFault(country, id)).toBeNull();
  });
  test.each([
    ["DE", "123456789"],
    ["DE", "DE12345678"],
    ["GR", "GR123456789"],
    ["AT", "ATU1234567"],
    ["GH", "x"],
    ["GH", "<script>"],
    ["NL", "DE123456789"],
  ])("of %s: %s is none", (country, id) => {
    expect(vatIdFault(country, id)).toMatch(/\.$/);
  });
  test("may be left out, and needs the country that issued it", () => {
    expect(vatIdFault("", " ")).toBeNull();
    expect(vatIdFault("", "DE123456789")).toMatch(/country/);
  });
  test("is compared without spaces, dots, and hyphens", () => expect(plainVatId("de 12.34-5")).toBe("DE12345"));
});

test("missing billing details are empty, and what isn't text isn't shown", () => {
  expect(billingOf(null)).toEqual({
    name: "",
    organization: "",
    address: "",
    country: "",
    state: "",
    vatId: "",
  });
  expect(billingOf({ name: "A", address: 7 })).toMatchObject({ name: "A", address: "" });
});
