import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";

/** The parts that were filled in, in cents. What can't be read as an amount is NaN, which the command refuses. */
export const partsTyped = (accounts: readonly string[], amounts: readonly string[]) =>
  accounts.flatMap((account, i) => {
    const typed = amounts[i] ?? "";
    return account === "" && typed.trim() === ""
      ? []
      : [{ account, amountMinor: moneyTyped(typed, CURRENCY) ?? Number.NaN }];
  });
