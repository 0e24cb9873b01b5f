import type { PaymentSystem } from "#app/features/payments/rules/bank-days.ts";
import { isSepaIban } from "#app/platform/rules/core/iban.ts";

/**
 * How a run pays: by cross-border transfer, by ACH to accounts in the US, or in euros through SEPA. A run has one file,
 * so one scheme.
 */
const BANK_SCHEMES = ["cross-border", "ach", "sepa"] as const;
/** Who else can pay a run of cross-border transfers, if somebody chooses them. */
export const PROVIDER_SCHEMES = ["wise", "payoneer"] as const;
export type ProviderScheme = (typeof PROVIDER_SCHEMES)[number];
export const PAYOUT_SCHEMES = [...BANK_SCHEMES, ...PROVIDER_SCHEMES] as const;
export type PayoutScheme = (typeof PAYOUT_SCHEMES)[number];

/** What a run of cross-border transfers can be. */
export const TRANSFER_SCHEMES = ["cross-border", ...PROVIDER_SCHEMES] as const;
/** Whether it's a run of cross-border transfers, by the bank or a provider. */
export const isTransfer = (scheme: PayoutScheme): boolean => TRANSFER_SCHEMES.some((one) => one === scheme);
export const isProvider = (scheme: PayoutScheme): scheme is ProviderScheme =>
  PROVIDER_SCHEMES.some((one) => one === scheme);

/** Who pays a run: "Send it to the bank." */
export const PAYERS: Readonly<Record<PayoutScheme, string>> = {
  "cross-border": "the bank",
  ach: "the bank",
  sepa: "the bank",
  wise: "Wise",
  payoneer: "Payoneer",
};

/** What each scheme's bank file is. */
export const SCHEME_FILES: Readonly<Record<PayoutScheme, string>> = {
  "cross-border": "pain.001.001.09",
  ach: "NACHA",
  sepa: "pain.001.001.09, SEPA in EUR",
  wise: "CSV for Wise",
  payoneer: "CSV for Payoneer",
};

/** What the company's own bank can do. */
export type PayerMeans = { hasAch: boolean; hasSepa: boolean };

/** @param debtor the account editors are paid from */
export const meansOf = (debtor: { iban: string; ach: object | null }): PayerMeans => ({
  hasAch: debtor.ach !== null,
  hasSepa: isSepaIban(debtor.iban),
});

/** How an account is paid, unless somebody chooses a provider for its run. */
export function schemeOf(
  bank: { routingNumber: string | null; iban: string | null; currency: string } | null,
  { hasAch, hasSepa }: PayerMeans,
): (typeof BANK_SCHEMES)[number] {
  if (hasAch && bank?.routingNumber) return "ach";
  return hasSepa && bank?.currency === "EUR" && bank.iban !== null && isSepaIban(bank.iban) ? "sepa" : "cross-border";
}

/**
 * The payment systems that a run's money goes through. Dollars settle in the US, also those sent from elsewhere.
 * @param payerCountry of the account that pays
 */
export const systemsOf = (scheme: PayoutScheme, payerCountry: string): PaymentSystem[] =>
  scheme === "sepa" ? ["target"] : scheme === "ach" ? ["fed"] : ["fed", payerCountry === "GB" ? "uk" : "target"];
