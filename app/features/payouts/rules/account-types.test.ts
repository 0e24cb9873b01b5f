import { describe, expect, it, test } from "vitest";
import { EXAMPLES } from "../testing/bank-accounts.ts";
import { ACCOUNT_SCHEMES, type AccountScheme, CLEARING_CODES, accountType, likelyScheme } from "./account-types.ts";
import { BankForm, bankDetails, bankFaults } from "./bank-details.ts";

const form = (scheme: AccountScheme, more: Record<string, string> = {}): BankForm =>
  BankForm.parse({ scheme, holder: "Asha Rao", town: "Pune", country: "IN", ...more });
const faults = (scheme: AccountScheme, more: Record<string, string> = {}) => bankFaults(form(scheme, more), "");
const others = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];

describe.each(others)("an account in %s", (scheme) => {
  const example = EXAMPLES[scheme];
  const { code, number, bic, country } = accountType(scheme);

  it("is kept as its country names it", () => {
    expect(faults(scheme, example)).toEqual({});
    const spaced = { ...example, accountNumber: example.accountNumber.replace(/(\d{3})/g, "$1 ") };
    expect(bankDetails(form(scheme, spaced))).toMatchObject({
      iban: null,
      accountNumber: example.accountNumber,
      routingNumber: scheme === "us" ? example.code : null,
      clearingSystem: scheme === "us" ? null : (code?.system ?? null),
      clearingCode: scheme === "us" ? null : (example.code ?? null),
      bic: example.bic ?? null,
      currency: "USD",
    });
  });

  it("needs each of its parts", () => {
    const left = Object.keys(faults(scheme)).sort();
    expect(left).toEqual(
      [
        "accountNumber",
        ...(bic === "required" ? ["bic"] : []),
        ...(code ? ["code"] : []),
        ...(scheme === "us" ? ["accountType", "holderType"] : []),
      ].sort(),
    );
    if (code) expect(faults(scheme, { ...example, code: "12" }).code).toBe(code.fault);
    if (number) expect(faults(scheme, { ...example, accountNumber: "?" }).accountNumber).toBe(number.fault);
  });

  it("has a bank of its own country", () => {
    if (country === null || bic === "none") return;
    expect(faults(scheme, { ...example, bic: "COBADEFF" }).bic).toBe(
      "This BIC is of another country than the account.",
    );
  });
});

test("a code in small letters and with blanks is the same code", () => {
  expect(bankDetails(form("in", { ...EXAMPLES.in, code: "hdfc 0000 123" })).clearingCode).toBe("HDFC0000123");
});

test("what a form of another kind left behind isn't kept", () => {
  const left = { ...EXAMPLES.in, iban: "NL91 ABNA 0417 1643 00", accountType: "savings", currency: "EUR" };
  expect(faults("in", left)).toEqual({});
  expect(bankDetails(form("in", left))).toMatchObject({ iban: null, accountType: null, currency: "USD" });
  expect(bankDetails(form("iban", { ...left, bic: "ABNANL2A" }))).toMatchObject({
    accountNumber: null,
    clearingSystem: null,
    clearingCode: null,
  });
});

test("each clearing system has one kind of account", () => {
  const systems = ACCOUNT_SCHEMES.flatMap((scheme) => accountType(scheme).code?.system ?? []);
  expect(new Set(systems).size).toBe(systems.length);
  expect(Object.keys(CLEARING_CODES).sort()).toEqual([...systems].sort());
});

test("the form begins with the kind that a country has", () => {
  expect(["US", "IN", "GB", "DE", ""].map(likelyScheme)).toEqual(["us", "in", "iban", "iban", "iban"]);
  expect(["MX", "KR", "TH", "AR", "PH"].map(likelyScheme)).toEqual(["other", "other", "other", "other", "other"]);
});

test("a country with IBANs or a kind of its own isn't another country", () => {
  const bic = (code: string) => faults("other", { ...EXAMPLES.other, bic: code }).bic;
  expect(bic("COBADEFF")).toBe("This bank is in Germany. Choose “A country with IBANs” as the place of your account.");
  expect(bic("HDFCINBB")).toBe("This bank is in India. Choose “India” as the place of your account.");
  expect(bic("BNMXMXMM")).toBeUndefined();
});
