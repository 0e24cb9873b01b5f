/**
 * Bank statements as banks export them: CAMT.053 (ISO 20022) and CSV. Amounts are in minor units, negative when money
 * left the account.
 */
import { readCamt } from "./camt-statement.ts";
import { readCsvStatement } from "./csv-statement.ts";
import { broken } from "./statement-fields.ts";

export const STATEMENT_FORMATS = ["camt053", "csv"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** What becomes of an imported file. Its lines count once it's imported, and no more once it's reversed. */
export const STATEMENT_STATES = ["importing", "imported", "reversing", "reversed"] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];

export type StatementLine = {
  bookedAt: Date;
  amountMinor: number;
  counterparty: string;
  details: string;
  /** The end-to-end reference of a transfer, or else what the bank says of its batch; "" without one. */
  reference: string;
  /** The bank's own reference of the line; "" without one. */
  bankReference: string;
};
/** A line as JSON: its time is an ISO instant. */
export type StagedLine = Omit<StatementLine, "bookedAt"> & { bookedAt: string };
export type Statement = {
  format: StatementFormat;
  /** "" if the file doesn't name it. */
  account: string;
  currency: string;
  reference: string;
  fromAt: Date;
  /** The end of its last day. */
  toAt: Date;
  openingMinor: number | null;
  closingMinor: number | null;
  lines: StatementLine[];
};

/** The account of CSV files without a column for it, from before people had to name it. */
export const UNNAMED_ACCOUNT = "Bank account";

/**
 * Reads a statement. Its lines must lead from the opening to the closing balance.
 * @throws invalid for a file that is neither, is broken, is too long, or doesn't add up
 */
export function readStatement(text: string): Statement {
  const clean = text.replace(/^\uFEFF/, "").trim();
  if (clean === "") throw broken("This file is empty.");
  const statement = clean.startsWith("<") ? readCamt(clean) : readCsvStatement(clean);
  const { openingMinor, closingMinor, lines } = statement;
  const moved = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  if (openingMinor !== null && closingMinor !== null && openingMinor + moved !== closingMinor)
    throw broken("The lines of this statement don't lead from its opening to its closing balance.");
  return statement;
}

/** A typed balance, such as "12,345.67", "-5", or "$0", in minor units. Null if it isn't an amount. */
export function typedBalance(text: string): number | null {
  const found = /^([+-]?)\s*(?:\$\s*)?(\d{1,3}(?:,\d{3})*|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return null;
  const minor = Number(found[2]!.replaceAll(",", "")) * 100 + Number((found[3] ?? "").padEnd(2, "0"));
  return found[1] === "-" ? 0 - minor : minor;
}
