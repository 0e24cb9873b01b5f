/**
 * Bank statements as banks export them: CAMT.052, 053, and 054 (ISO 20022), MT940, OFX and QFX, Zengin, and CSV of any bank.
 * Amounts are in minor units of the statement's currency, negative when money left the account.
 */
import { readCamtStatements } from "../bank-files/camt-statement.ts";
import type { CsvLayout } from "../bank-files/csv-layout.ts";
import { readCsvStatements } from "../bank-files/csv-statement.ts";
import { isMt940, readMt940 } from "../bank-files/mt940-statement.ts";
import { isOfx, readOfx } from "../bank-files/ofx-statement.ts";
import { broken } from "../bank-files/statement-fields.ts";
import { isZengin, readZengin } from "../bank-files/zengin-statement.ts";

export const STATEMENT_FORMATS = ["camt053", "camt052", "camt054", "mt940", "ofx", "zengin", "csv"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** What becomes of an imported file. Its lines count once it's imported, and no more once it's reversed. */
export const STATEMENT_STATES = ["importing", "imported", "reversing", "reversed"] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];

/** One payment of several that the bank booked as one line. */
export type BatchItem = { amountMinor: number; counterparty: string; details: string; reference: string };

export type StatementLine = {
  bookedAt: Date;
  /** From when the money counts for interest. Null if the file doesn't say. */
  valueAt: Date | null;
  amountMinor: number;
  counterparty: string;
  details: string;
  /** A structured reference, or else the end-to-end reference, the customer's, or the batch's; "" without one. */
  reference: string;
  /** The bank's own reference of the line; "" without one. */
  bankReference: string;
  /** Whether a payment came back. */
  isReturn: boolean;
  /** Whether the bank corrects an entry of its own. */
  isReversal: boolean;
  /** The payments of a batch, if the file lists them. They add up to the amount, except for charges. */
  items: BatchItem[];
  /** The amount that was sent in another currency, with the rate as the file has it. */
  foreign?: { amountMinor: number; currency: string; rate: string };
  /** What the bank kept of the amount. */
  chargesMinor?: number;
  /** Before a payment provider's fee, and that fee. */
  grossMinor?: number;
  feeMinor?: number;
  /** What a list of payouts says became of one. */
  status?: string;
};
/** A line as JSON: its times are ISO instants. */
export type StagedLine = Omit<StatementLine, "bookedAt" | "valueAt"> & { bookedAt: string; valueAt: string | null };
export type Statement = {
  format: StatementFormat;
  /** As the file writes it; "" if it doesn't name it. */
  account: string;
  /** The account's IBAN, if the file names the account in another way that leads to it. */
  iban?: string;
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
 * What a person says about a file: its account if it names none, and its columns if the guess is wrong. Columns that
 * somebody chose before are `remembered` for their account, and the currencies of its earlier files are `known`.
 */
export type Given = {
  account?: string;
  layout?: CsvLayout | undefined;
  remembered?: readonly { account: string; layout: CsvLayout }[];
  known?: readonly { account: string; currency: string }[];
};

const cleanText = (text: string): string => text.replace(/^\uFEFF/, "").trimStart();

/** Whether a text is none of the formats that say what they are. */
export const isCsv = (text: string): boolean => {
  const clean = cleanText(text);
  return clean.trim() !== "" && !clean.startsWith("<") && !isOfx(clean) && !isMt940(clean) && !isZengin(clean);
};

/**
 * Reads the statements in a file. The lines of each must lead from its opening to its closing balance.
 * @throws invalid for a file that is of no known format, is broken, is too long, or doesn't add up
 */
export function readStatements(text: string, given: Given = {}): Statement[] {
  const clean = cleanText(text);
  if (clean.trim() === "") throw broken("This file is empty.");
  const statements = isOfx(clean)
    ? readOfx(clean)
    : clean.startsWith("<")
      ? readCamtStatements(clean)
      : isMt940(clean)
        ? readMt940(clean)
        : isZengin(clean)
          ? readZengin(clean)
          : readCsvStatements(clean, given);
  for (const { openingMinor, closingMinor, lines } of statements) {
    const moved = lines.reduce((sum, line) => sum + line.amountMinor, 0);
    if (openingMinor !== null && closingMinor !== null && openingMinor + moved !== closingMinor)
      throw broken("The lines of this statement don't lead from its opening to its closing balance.");
  }
  return statements;
}

/** A typed balance, such as "12,345.67", "-5", or "$0", in minor units. Null if it isn't an amount. */
export function typedBalance(text: string): number | null {
  const found = /^([+-]?)\s*(?:\$\s*)?(\d{1,3}(?:,\d{3})*|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return null;
  const minor = Number(found[2]!.replaceAll(",", "")) * 100 + Number((found[3] ?? "").padEnd(2, "0"));
  return found[1] === "-" ? 0 - minor : minor;
}
