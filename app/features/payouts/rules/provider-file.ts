/** Runs as CSV files for Wise and Payoneer, which pay where a transfer of the bank is slow or dear. */
import { Problem } from "#app/platform/rules/core/errors.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { type CsvColumn, csv } from "#app/platform/rules/text/csv.ts";
import { bankText } from "./bank-text.ts";
import type { ProviderScheme } from "./scheme.ts";

export type ProviderPayment = {
  /** The editor's name as the bank has it, and the address that the provider writes to. */
  name: string;
  email: string;
  amountMinor: number;
  currency: string;
  /** The text for the editor: the self-billed invoice's number. */
  reference: string;
};

/**
 * Both providers know people by their email address. The columns are those of Wise's batch template "Send by email"
 * (wise.com/help/articles/2663302), where the fee is ours and the editor gets the exact amount, and those of Payoneer's
 * batch payment, whose order alone is published (payoneer.com/resources/business/how-to-create-and-send-a-batch-payment).
 */
const COLUMNS: Readonly<Record<ProviderScheme, readonly CsvColumn<ProviderPayment>[]>> = {
  wise: [
    { header: "name", value: (p) => bankText(p.name, 70) },
    { header: "recipientEmail", value: (p) => p.email },
    { header: "amount", value: (p) => decimalMoney(p.amountMinor, p.currency) },
    { header: "sourceCurrency", value: (p) => p.currency },
    { header: "targetCurrency", value: (p) => p.currency },
    { header: "amountCurrency", value: () => "target" },
    { header: "paymentReference", value: (p) => p.reference },
    { header: "type", value: () => "EMAIL" },
  ],
  payoneer: [
    { header: "Recipient email", value: (p) => p.email },
    { header: "Payment amount", value: (p) => decimalMoney(p.amountMinor, p.currency) },
    { header: "Payment currency", value: (p) => p.currency },
    { header: "Payment description", value: (p) => p.reference },
  ],
};
/** What Wise takes in one file. Payoneer doesn't say. */
const MOST_PAYMENTS = 1_000;

/** All problems with a file, each a sentence that names the payment. Empty when valid. */
export function providerProblems(scheme: ProviderScheme, payments: readonly ProviderPayment[]): string[] {
  const problems: string[] = [];
  const need = (sound: boolean, sentence: string) => void (sound || problems.push(sentence));
  need(payments.length > 0, "The file has no payment.");
  need(payments.length <= MOST_PAYMENTS, `The file has more than ${MOST_PAYMENTS.toLocaleString("en-US")} payments.`);
  for (const p of payments) {
    const who = `${p.reference} (${p.name})`;
    need(Number.isSafeInteger(p.amountMinor) && p.amountMinor > 0, `${who}: the amount must be above zero.`);
    need(/^[^\s@,"]+@[^\s@,"]+$/.test(p.email), `${who}: the email address isn't valid.`);
    need(bankText(p.name, 70) !== "", `${who}: the name must be in Latin letters, as held by the bank.`);
    need(scheme !== "payoneer" || p.currency === "USD", `${who}: Payoneer's batch payments are in US dollars.`);
  }
  return problems;
}

/** The file. The same payments always give the same bytes. @throws Problem (`invalid`) that names everything wrong */
export function providerFile(scheme: ProviderScheme, payments: readonly ProviderPayment[]): string {
  const problems = providerProblems(scheme, payments);
  if (problems.length > 0)
    throw new Problem("invalid", "bank-batch", problems.join(" "), "Fix these problems and create the batch again.");
  return csv(COLUMNS[scheme], payments);
}
