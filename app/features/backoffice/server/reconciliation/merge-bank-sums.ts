import { mergeSums } from "#app/platform/server/lists/kept-sums.ts";

/** Clock rule: merges what new statements added to the sums of the bank's lines. */
export const mergeBankSums = (): Promise<void> =>
  mergeSums({ table: "bank_sums", keys: ["currency"], amounts: ["amountMinor"] });
