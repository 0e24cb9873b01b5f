import { formatIban } from "#app/platform/rules/core/iban.ts";
import { isCurrency } from "#app/platform/rules/core/money.ts";
import { config } from "#app/platform/server/core/config.ts";
import { ACCOUNT_LABELS, type AccountLine } from "#app/platform/server/core/settings/receiving-accounts.ts";

/** The account that buyers transfer to in a currency, as documents show it. */
function accountIn(currency: string): readonly AccountLine[] {
  const { debtor, receivingAccounts } = config();
  return (
    (isCurrency(currency) ? receivingAccounts[currency] : undefined) ?? [
      { label: "IBAN", value: formatIban(debtor.iban) },
      { label: "BIC", value: debtor.bic },
    ]
  );
}

/** What somebody needs to transfer money to us, as documents show it. @param reference what the transfer has to name */
export const bankReferences = (reference: string, currency: string): AccountLine[] => [
  { label: "Reference", value: reference },
  ...accountIn(currency),
];

/** The numbers of our bank accounts, as far as the settings name them. */
export const ownAccounts = (): string[] => [
  config().debtor.iban,
  ...Object.values(config().receivingAccounts).flatMap((lines) =>
    lines.filter(({ label }) => ACCOUNT_LABELS.includes(label)).map(({ value }) => value),
  ),
];
