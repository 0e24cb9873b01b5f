import { describe, expect, test } from "vitest";
import { isVatId, vatIdFault } from "./vat-id.ts";

/** Published numbers of companies and public bodies, or examples of the tax offices. */
const REAL: readonly (readonly [string, string])[] = [
  ["AT", "ATU13585627"],
  ["BE", "BE0411905847"],
  ["BG", "BG175074752"],
  ["CY", "CY10259033P"],
  ["CZ", "CZ25123891"],
  ["DE", "DE136695976"],
  ["DK", "DK13585628"],
  ["EE", "EE100594102"],
  ["GR", "EL094259216"],
  ["ES", "ESB58378431"],
  ["FI", "FI20774740"],
  ["FR", "FR40303265045"],
  ["HR", "HR33392005961"],
  ["HU", "HU12892312"],
  ["IE", "IE6433435F"],
  ["IT", "IT00743110157"],
  ["LT", "LT119511515"],
  ["LU", "LU15027442"],
  ["LV", "LV40003521600"],
  ["MT", "MT11679112"],
  ["NL", "NL004495445B01"],
  ["PL", "PL8567346215"],
  ["PT", "PT501964843"],
  ["RO", "RO18547290"],
  ["SE", "SE556188840401"],
  ["SI", "SI50223054"],
  ["SK", "SK2022749619"],
  ["GB", "GB980780684"],
  ["CH", "CHE107787577MWST"],
  ["NO", "NO974760673MVA"],
  ["AU", "51824753556"],
];

describe("a VAT ID", () => {
  test.each(REAL)("of %s: %s is one, and with one digit changed it isn't", (country, id) => {
    expect(vatIdFault(country, id)).toBeNull();
    expect(isVatId(country, id)).toBe(true);
    const last = /\d(?=\D*$)/.exec(id.replace(/B01$/, ""))!.index;
    const changed = `${id.slice(0, last)}${(Number(id[last]) + 1) % 10}${id.slice(last + 1)}`;
    expect(vatIdFault(country, changed), changed).toMatch(/valid/);
  });
  test.each([
    ["DE", "DE 136 695 976"],
    ["AT", "atu13585627"],
    ["CH", "CHE-107.787.577 MWST"],
    ["CH", "CHE107787577"],
    ["NO", "NO 974 760 673"],
    ["AU", "51 824 753 556"],
    ["NZ", "49-091-850"],
    ["GB", "GBGD001"],
    ["MC", "FR40303265045"],
    ["IM", "GB980780684"],
    ["GH", "C0001234567"],
    ["US", "12-3456789"],
    ["SG", "201912345K"],
  ])("of %s may be typed as %s", (country, id) => {
    expect(vatIdFault(country, id)).toBeNull();
  });
  test.each([
    ["DE", "123456789"],
    ["DE", "DE12345678"],
    ["DE", "DE123456789"],
    ["GR", "GR094259216"],
    ["AT", "ATU1234567"],
    ["NO", "974760673MVA"],
    ["MC", "MC40303265045"],
    ["GH", "x"],
    ["GH", "<script>"],
    ["NL", "DE136695976"],
  ])("of %s: %s is none", (country, id) => {
    expect(vatIdFault(country, id)).toMatch(/\.$/);
  });
  test("may be left out, and needs the country that issued it", () => {
    expect(vatIdFault("", " ")).toBeNull();
    expect(vatIdFault("", "DE136695976")).toMatch(/country/);
    expect([isVatId("DE", ""), isVatId("", "DE136695976")]).toEqual([false, false]);
  });
});
