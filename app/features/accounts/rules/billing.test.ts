import { expect, test } from "vitest";
import { billingOf, plainVatId } from "./billing.ts";

test("VAT IDs are compared without spaces, dots, and hyphens", () => expect(plainVatId("de 12.34-5")).toBe("DE12345"));

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
