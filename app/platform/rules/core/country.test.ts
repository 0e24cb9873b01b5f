import { expect, test } from "vitest";
import { COUNTRY_CODES, countryName, listCountries } from "./country.ts";

test("every country has two letters, once", () => {
  expect(new Set(COUNTRY_CODES).size).toBe(COUNTRY_CODES.length);
  expect(COUNTRY_CODES.every((c) => /^[A-Z]{2}$/.test(c))).toBe(true);
  expect(COUNTRY_CODES.length).toBe(249);
});

test("countries are named, and listed by name", () => {
  expect(countryName("DE")).toBe("Germany");
  expect(["", "de", "not a code"].map(countryName)).toEqual(["", "de", "not a code"]);
  const listed = listCountries();
  expect(listed).toHaveLength(COUNTRY_CODES.length);
  expect(listed[0]).toEqual(["AF", "Afghanistan"]);
  expect(listed.every(([code, name]) => name !== code)).toBe(true);
});
