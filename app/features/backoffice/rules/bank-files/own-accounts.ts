/** Whether a file is of an account of ours. */
import { invalid } from "#app/platform/rules/core/errors.ts";
import type { Statement } from "../reconciliation/bank-statement.ts";
import { sameAccount } from "./statement-fields.ts";

/** The own account that a statement is of. Undefined if it's of none, or the file doesn't name it. */
export const ownAccountOf = (
  { account, iban }: Pick<Statement, "account" | "iban">,
  own: readonly string[],
): string | undefined => (account === "" ? undefined : own.find((one) => sameAccount(one, iban ?? account)));

/**
 * The statements of a file that may be imported: all of them, if one is of an own account.
 * @throws invalid if each names an account that isn't ours
 */
export function checkOwn<T extends Pick<Statement, "account" | "iban">>(
  statements: readonly T[],
  own: readonly string[],
): readonly T[] {
  const [first] = statements;
  if (own.length === 0 || !first || statements.some((one) => one.account === "" || ownAccountOf(one, own)))
    return statements;
  const what = `This file is of account ${first.account}, which isn't one of yours.`;
  const how = "If it's a new one, enter its number as the bank account and choose the file again.";
  throw invalid("foreign_account", what, how, { account: `${what} ${how}` });
}
