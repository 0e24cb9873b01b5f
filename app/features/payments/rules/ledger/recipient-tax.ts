/** Accounts of the tax that the company owes at home on services from abroad, and gets back in the same return. */
import type { Account } from "./chart-of-accounts.ts";

export const RECIPIENT_TAX_ACCOUNTS = ["reverse_charge", "reverse_charge_eu"] as const satisfies readonly Account[];
export type RecipientTaxAccount = (typeof RECIPIENT_TAX_ACCOUNTS)[number];

/** @param inEu whether the supplier is in another EU country, and the company is in the EU, too */
export const recipientTaxAccount = (inEu: boolean): RecipientTaxAccount =>
  inEu ? "reverse_charge_eu" : "reverse_charge";
