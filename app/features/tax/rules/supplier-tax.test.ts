import { expect, test } from "vitest";
import { type Supplier, recipientTax, supplierTax } from "./supplier-tax.ts";
import { TAX_RATES } from "./tax-figures.ts";

const ID: Readonly<Record<string, string>> = { DE: "DE136695976", FR: "FR40303265045", GB: "GB980780684" };
const registered = (country: string): Supplier => ({ country, vatId: ID[country] ?? "X", status: "registered" });
const without = (country: string, status: "small" | "none" = "none"): Supplier => ({ country, vatId: null, status });
const of = (supplier: Supplier, buyer: string | null) => supplierTax(supplier, buyer, TAX_RATES);

test.each([
  ["a registered editor in the company's country", registered("DE"), "DE", "rate", "VAT 19% (Germany)"],
  ["in the United Kingdom", registered("GB"), "GB", "rate", "VAT 20% (United Kingdom)"],
  ["in Norway", registered("NO"), "NO", "rate", "VAT 25% (Norway)"],
  ["in Switzerland", registered("CH"), "CH", "rate", "VAT 8.1% (Switzerland)"],
  ["in Monaco, for a French company", registered("MC"), "FR", "rate", "VAT 20% (France)"],
  ["on the Isle of Man, for a British company", registered("IM"), "GB", "rate", "VAT 20% (United Kingdom)"],
  ["a registered editor elsewhere in the EU", registered("FR"), "DE", "reverse-charge", "VAT, reverse charge"],
] as const)("%s: %o", (_, supplier, buyer, kind, label) => {
  expect(of(supplier, buyer)).toMatchObject({ kind, label });
});

test.each([
  ["a small business at home", without("DE", "small"), "DE", /small business \(§ 19 UStG\)\.$/],
  ["a small business with a VAT ID", { ...registered("DE"), status: "small" as const }, "DE", /§ 19 UStG/],
  ["a small business in Italy", without("IT", "small"), "IT", /Art\. 284/],
  ["a small business in Norway", without("NO", "small"), "NO", /small business\.$/],
  ["a private person at home", without("DE"), "DE", /isn't registered for VAT/],
  ["a private person elsewhere in the EU", without("FR"), "DE", /isn't registered for VAT/],
  ["an editor in the US, for a German company", without("US"), "DE", /Outside the scope of VAT/],
  ["a British editor, for a German company", registered("GB"), "DE", /Outside the scope of VAT/],
  ["a German editor, for a British company", registered("DE"), "GB", /Not subject to EU VAT/],
  ["a German editor, for a US company", registered("DE"), "US", /Not subject to EU VAT/],
  ["a private person in Germany, for a US company", without("DE"), "US", /isn't registered for VAT/],
] as const)("%s: no VAT, with the reason", (_, supplier, buyer, note) => {
  expect(of(supplier, buyer)).toMatchObject({ kind: "none", note: expect.stringMatching(note) as string });
});

test("before the company's country is known, it owes nothing itself", () => {
  expect(recipientTax(registered("DE"), null, TAX_RATES)).toBeNull();
});

test("where there's no VAT, or before the company's country is known, nothing is said", () => {
  expect(of(without("US"), "US")).toEqual({ kind: "none" });
  expect(of(registered("DE"), null)).toEqual({ kind: "none" });
});

test.each([
  ["a registered editor elsewhere in the EU", registered("FR"), "DE", { rateBp: 1_900, inEu: true }],
  ["a small business elsewhere in the EU", without("IT", "small"), "DE", { rateBp: 1_900, inEu: true }],
  ["an editor there without a VAT ID", without("FR"), "DE", { rateBp: 1_900, inEu: true }],
  ["an editor in Monaco", without("MC"), "DE", { rateBp: 1_900, inEu: true }],
  ["an editor in the US", without("US"), "DE", { rateBp: 1_900, inEu: false }],
  ["a British editor, for a German company", registered("GB"), "DE", { rateBp: 1_900, inEu: false }],
  ["a German editor, for a British company", registered("DE"), "GB", { rateBp: 2_000, inEu: false }],
  ["a US editor, for a Norwegian company", without("US"), "NO", { rateBp: 2_500, inEu: false }],
  ["a US editor, for a Swiss company", without("US"), "CH", { rateBp: 810, inEu: false }],
  ["an editor at home", registered("DE"), "DE", null],
  ["an editor in Monaco, for a French company", without("MC"), "FR", null],
  ["a German editor, for an Australian company", registered("DE"), "AU", null],
  ["a German editor, for a US company", registered("DE"), "US", null],
] as const)("%s: what the company owes itself", (_, supplier, buyer, owed) => {
  expect(recipientTax(supplier, buyer, TAX_RATES)).toEqual(owed);
});
