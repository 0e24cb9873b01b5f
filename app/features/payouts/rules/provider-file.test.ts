import { expect, test } from "vitest";
import { type ProviderPayment, providerFile, providerProblems } from "./provider-file.ts";

const payment = (set: Partial<ProviderPayment> = {}): ProviderPayment => ({
  name: "Zoë Nair, & Sons",
  email: "zoe@example.org",
  amountMinor: 9_484,
  currency: "USD",
  reference: "SB-K7Q2M9-0004",
  ...set,
});

test("a file for Wise has the columns of its template for payments by email", () => {
  expect(
    providerFile("wise", [payment(), payment({ email: "ann@example.org", amountMinor: 5 })]).split("\r\n"),
  ).toEqual([
    "name,recipientEmail,amount,sourceCurrency,targetCurrency,amountCurrency,paymentReference,type",
    '"Zoe Nair, + Sons",zoe@example.org,94.84,USD,USD,target,SB-K7Q2M9-0004,EMAIL',
    '"Zoe Nair, + Sons",ann@example.org,0.05,USD,USD,target,SB-K7Q2M9-0004,EMAIL',
    "",
  ]);
});

test("a file for Payoneer has recipient, amount, currency, and description in this order", () => {
  expect(providerFile("payoneer", [payment()]).split("\r\n")[1]).toBe("zoe@example.org,94.84,USD,SB-K7Q2M9-0004");
});

test.each<[string, ProviderPayment[], string]>([
  ["no payment", [], "no payment"],
  ["more payments than Wise takes", Array.from({ length: 1_001 }, () => payment()), "more than 1,000"],
  ["no amount", [payment({ amountMinor: 0 })], "amount"],
  ["an address that isn't one", [payment({ email: "zoe" })], "email address"],
  ["a name without Latin letters", [payment({ name: "王小明" })], "Latin"],
])("a file with %s is refused", (_what, payments, says) => {
  expect(providerProblems("wise", payments).join(" ")).toContain(says);
  expect(() => providerFile("wise", payments)).toThrow(says);
});

test("Payoneer's batch payments are in US dollars", () => {
  expect(providerProblems("payoneer", [payment({ currency: "EUR" })])).toEqual([
    "SB-K7Q2M9-0004 (Zoë Nair, & Sons): Payoneer's batch payments are in US dollars.",
  ]);
});
