import { expect, test } from "vitest";
import { bicProblem, formatIban, ibanCountry, ibanProblem, isSepaIban, maskIban, normalizeIban } from "./iban.ts";

test("accepts an IBAN as people write it", () => {
  expect(ibanProblem("FI21 1234 5600 0007 85")).toBeNull();
  expect(ibanProblem("de89-3704-0044-0532-0130-00")).toBeNull();
  expect(normalizeIban("fi21 1234 5600 0007 85")).toBe("FI2112345600000785");
  expect(formatIban("FI2112345600000785")).toBe("FI21 1234 5600 0007 85");
  expect(maskIban("FI2112345600000785")).toBe("FI21 •••• 0785");
});
test.each([
  ["", "Enter the IBAN."],
  ["FI2112345600000786", "check digits"],
  ["FI21123456000007", "too few or too many"],
  ["US12345678901234567890", "country that has IBANs"],
  ["12345678", "country that has IBANs"],
])("%s is refused with the reason", (typed, sentence) => expect(ibanProblem(typed)).toContain(sentence));
test("a BIC has 8 or 11 characters and a country", () => {
  expect([bicProblem("NDEAFIHH"), bicProblem("ndeafihh xxx"), bicProblem("COBADEFF")]).toEqual([null, null, null]);
  expect(bicProblem("NDEAFIH")).toContain("8 or 11");
  expect(bicProblem("NDEAZZHH")).toContain("country");
});
test("SEPA reaches its own countries", () => {
  expect([
    isSepaIban("FI2112345600000785"),
    isSepaIban("GB82WEST12345698765432"),
    isSepaIban("TR330006100519786457841326"),
    isSepaIban("nonsense"),
  ]).toEqual([true, true, false, false]);
  expect(ibanCountry("de89 3704 0044 0532 0130 00")).toBe("DE");
});
