import { expect, test } from "vitest";
import { taxOn, type TaxRule } from "#app/features/pricing/rules/tax-rule.ts";
import { NOT_REGISTERED, taxRuleFor, type TaxTable } from "./tax.ts";

const vat: TaxRule = { kind: "rate", code: "FI", label: "VAT 25.5%", rateBp: 2_550 };
const reverse: TaxRule = {
  kind: "reverse-charge",
  code: "EU-B2B",
  label: "VAT",
  note: "Reverse charge: the buyer accounts for the tax.",
};
const table: TaxTable = {
  registered: true,
  rows: [
    { country: "*", buyer: "business", rule: reverse },
    { country: "FI", buyer: "any", rule: vat },
    { country: "SE", buyer: "consumer", rule: { kind: "rate", code: "SE", label: "VAT 25%", rateBp: 2_500 } },
  ],
};

test("by default nothing is charged", () => {
  expect(taxRuleFor({ country: "FI", business: false, vatId: null })).toEqual({ kind: "none" });
  expect(taxRuleFor({ country: "FI", business: false, vatId: null }, { ...table, registered: false })).toEqual(
    NOT_REGISTERED.registered ? vat : { kind: "none" },
  );
});
test("a named country wins over any country, and a kind of buyer over any buyer", () => {
  expect(taxRuleFor({ country: "FI", business: true, vatId: "FI12345678" }, table)).toBe(vat);
  expect(taxRuleFor({ country: "SE", business: true, vatId: "SE123456789001" }, table)).toBe(reverse);
  expect(taxRuleFor({ country: "SE", business: false, vatId: null }, table)).toMatchObject({ code: "SE" });
  expect(taxRuleFor({ country: "US", business: false, vatId: null }, table)).toEqual({ kind: "none" });
});
test("a business without a VAT ID is taxed like a consumer", () => {
  expect(taxRuleFor({ country: "SE", business: true, vatId: null }, table)).toMatchObject({ code: "SE" });
});
test("tax rounds half up once, and reverse charge adds none", () => {
  expect([taxOn(10_000, vat), taxOn(2, { ...vat, rateBp: 2_500 }), taxOn(10_000, reverse)]).toEqual([2_550, 1, 0]);
});
