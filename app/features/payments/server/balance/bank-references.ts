import { config } from "#app/platform/server/core/config.ts";

/** "DE89 3704 0044 0532 0130 00" */
const spaced = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** What somebody needs to transfer money to us, as documents show it. @param reference what the transfer has to name */
export function bankReferences(reference: string): { label: string; value: string }[] {
  const { debtor } = config();
  return [
    { label: "Reference", value: reference },
    { label: "IBAN", value: spaced(debtor.iban) },
    { label: "BIC", value: debtor.bic },
  ];
}
