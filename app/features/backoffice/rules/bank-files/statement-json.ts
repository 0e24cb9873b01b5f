/** Statements as JSON for people and programs that judge what was read. */
import { dayOf } from "#app/platform/rules/core/day.ts";
import type { BatchItem, Statement, StatementLine } from "../reconciliation/bank-statement.ts";

/** Members that say nothing are left out. */
const filled = <T extends object>(of: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(of).filter(([, value]) => value !== "" && value !== false && value !== null && value !== undefined),
  ) as Partial<T>;

const itemJson = ({ amountMinor, counterparty, reference }: BatchItem) =>
  filled({ amountMinor, counterparty, reference });

function lineJson(line: StatementLine) {
  const {
    amountMinor,
    details,
    reference,
    counterparty,
    isReturn,
    isReversal,
    items,
    foreign,
    chargesMinor,
    grossMinor,
    feeMinor,
    status,
  } = line;
  return {
    date: dayOf(line.bookedAt),
    ...filled({ valueDate: line.valueAt && dayOf(line.valueAt) }),
    amountMinor,
    text: details,
    ...filled({ reference, counterparty, isReturn, isReversal, foreign, chargesMinor, grossMinor, feeMinor, status }),
    ...(items.length > 0 ? { details: items.map(itemJson) } : {}),
  };
}

/**
 * What was read: one statement, or several under `statements`. Amounts are in minor units, days as 2026-11-30.
 * @param account stands for the account that a file doesn't name
 */
export function statementJson(statements: readonly Statement[], account: string | null) {
  const all = statements.map((one) => ({
    account: one.account || account,
    currency: one.currency,
    opening: one.openingMinor,
    closing: one.closingMinor,
    lines: one.lines.map(lineJson),
    ...(one.account === "" ? { accountInFile: false } : {}),
    ...filled({ iban: one.iban }),
  }));
  return all.length === 1 ? all[0]! : { statements: all };
}
