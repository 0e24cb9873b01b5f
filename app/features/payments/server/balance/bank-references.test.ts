import { expect, onTestFinished, test } from "vitest";
import { config, useConfig } from "#app/platform/server/core/config.ts";
import { bankReferences, ownAccounts } from "./bank-references.ts";

test("a document names the account of its currency, and the one that pays editors in any other", () => {
  const before = config();
  onTestFinished(() => useConfig(before));
  useConfig({
    ...before,
    receivingAccounts: {
      USD: [
        { label: "Account number", value: "8310000000" },
        { label: "Routing number", value: "021000021" },
      ],
    },
  });
  expect(bankReferences("PF-2026-0001", "USD")).toEqual([
    { label: "Reference", value: "PF-2026-0001" },
    { label: "Account number", value: "8310000000" },
    { label: "Routing number", value: "021000021" },
  ]);
  expect(bankReferences("PF-2026-0001", "EUR").map(({ label }) => label)).toEqual(["Reference", "IBAN", "BIC"]);
  expect(ownAccounts()).toEqual([before.debtor.iban, "8310000000"]);
});
