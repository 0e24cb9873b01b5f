import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";

/** The parts that were filled in, in minor units of the line's currency. What can't be read as an amount is NaN, which the command refuses. */
export const partsTyped = (accounts: readonly string[], amounts: readonly string[], currency: string) =>
  accounts.flatMap((account, i) => {
    const typed = amounts[i] ?? "";
    return account === "" && typed.trim() === ""
      ? []
      : [{ account, amountMinor: moneyTyped(typed, currency) ?? Number.NaN }];
  });
