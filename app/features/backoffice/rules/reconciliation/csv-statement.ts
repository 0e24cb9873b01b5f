/** Reads statements in CSV. */
import { DAY } from "#app/platform/rules/core/time.ts";
import { csvRecords } from "#app/platform/rules/text/csv-records.ts";
import type { Statement } from "./bank-statement.ts";
import { STATEMENT_LIMITS, accountKey, amountOf, broken, dayOf, short } from "./statement-fields.ts";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  date: ["date", "booking date", "posting date", "posted"],
  amount: ["amount"],
  currency: ["currency"],
  account: ["account", "account number", "iban"],
  details: ["description", "details", "memo"],
  counterparty: ["counterparty", "name", "payee"],
  reference: ["reference", "end-to-end id", "end to end id"],
  bankReference: ["bank reference", "transaction id", "id"],
  balance: ["balance"],
};

/** @throws invalid with the reason */
export function readCsvStatement(text: string): Statement {
  const [header, ...records] = csvRecords(text, STATEMENT_LIMITS.lines, broken);
  const titles = (header ?? []).map((title) => title.trim().toLowerCase());
  const column = (name: string): number => titles.findIndex((title) => NAMES[name]!.includes(title));
  if (column("date") < 0 || column("amount") < 0)
    throw broken("The first row of this CSV file must name its columns, with Date and Amount among them.");
  if (records.length === 0) throw broken("This CSV file has no lines.");
  const of = (record: string[], name: string): string => (column(name) < 0 ? "" : (record[column(name)] ?? ""));
  const lines = records
    .map((record, i) => ({
      bookedAt: dayOf(of(record, "date"), `Row ${i + 2}`),
      amountMinor: amountOf(of(record, "amount"), `Row ${i + 2}`),
      counterparty: short(of(record, "counterparty")),
      details: short(of(record, "details")),
      reference: short(of(record, "reference")),
      bankReference: short(of(record, "bankReference")),
    }))
    .filter((line) => line.amountMinor !== 0);
  const currencies = new Set(records.map((record) => of(record, "currency").trim().toUpperCase() || "USD"));
  if (currencies.size > 1) throw broken("This CSV file has more than one currency. Export one account at a time.");
  if (new Set(records.map((record) => accountKey(of(record, "account")))).size > 1)
    throw broken("This CSV file has more than one account. Export one account at a time.");
  const days = lines.map((line) => line.bookedAt.getTime());
  if (days.length === 0) throw broken("This CSV file has no lines with an amount.");
  const balances = column("balance") < 0 ? [] : records.map((record) => of(record, "balance"));
  return {
    format: "csv",
    account: short(of(records[0]!, "account")),
    currency: [...currencies][0]!,
    reference: "",
    fromAt: new Date(days.reduce((a, b) => Math.min(a, b))),
    toAt: new Date(days.reduce((a, b) => Math.max(a, b)) + DAY - 1),
    ...balancesOf(
      records.map((record, i) => amountOf(of(record, "amount"), `Row ${i + 2}`)),
      balances,
    ),
    lines,
  };
}

/**
 * The opening and closing balance by a CSV's column of balances, oldest or newest line first. Null if it doesn't add
 * up.
 */
function balancesOf(
  amounts: readonly number[],
  texts: readonly string[],
): Pick<Statement, "openingMinor" | "closingMinor"> {
  const none = { openingMinor: null, closingMinor: null };
  if (texts.length === 0 || texts.some((text) => text.trim() === "")) return none;
  const after = texts.map((text, i) => amountOf(text, `The balance in row ${i + 2}`));
  const leads = (amount: readonly number[], balance: readonly number[]) =>
    balance.every((one, i) => i === 0 || balance[i - 1]! + amount[i]! === one);
  const between = (amount: readonly number[], balance: readonly number[]) => ({
    openingMinor: balance[0]! - amount[0]!,
    closingMinor: balance.at(-1)!,
  });
  if (leads(amounts, after)) return between(amounts, after);
  const [oldest, balances] = [amounts.toReversed(), after.toReversed()];
  return leads(oldest, balances) ? between(oldest, balances) : none;
}
