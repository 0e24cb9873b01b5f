import type { PaymentSystem } from "#app/features/payments/rules/bank-days.ts";
import { isSepaIban } from "#app/platform/rules/core/iban.ts";

/**
 * How a run pays: by cross-border transfer, by ACH to accounts in the US, or in euros through SEPA. A run has one file,
 * so one scheme.
 */
export const PAYOUT_SCHEMES = ["cross-border", "ach", "sepa"] as const;
export type PayoutScheme = (typeof PAYOUT_SCHEMES)[number];

/** What each scheme's bank file is. */
export const SCHEME_FILES: Readonly<Record<PayoutScheme, string>> = {
  "cross-border": "pain.001.001.09",
  ach: "NACHA",
  sepa: "pain.001.001.09, SEPA in EUR",
};

/** What the company's own bank can do. */
export type PayerMeans = { hasAch: boolean; hasSepa: boolean };

/** @param debtor the account editors are paid from */
export const meansOf = (debtor: { iban: string; ach: object | null }): PayerMeans => ({
  hasAch: debtor.ach !== null,
  hasSepa: isSepaIban(debtor.iban),
});

/** How an account is paid. */
export function schemeOf(
  bank: { routingNumber: string | null; iban: string | null; currency: string } | null,
  { hasAch, hasSepa }: PayerMeans,
): PayoutScheme {
  if (hasAch && bank?.routingNumber) return "ach";
  return hasSepa && bank?.currency === "EUR" && bank.iban !== null && isSepaIban(bank.iban) ? "sepa" : "cross-border";
}

/**
 * The payment systems that a run's money goes through. Dollars settle in the US, also those sent from elsewhere.
 * @param payerCountry of the account that pays
 */
export const systemsOf = (scheme: PayoutScheme, payerCountry: string): PaymentSystem[] =>
  scheme === "sepa" ? ["target"] : scheme === "ach" ? ["fed"] : ["fed", payerCountry === "GB" ? "uk" : "target"];
