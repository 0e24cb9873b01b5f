/**
 * Reads the account statements of the Japanese Bankers Association (Zengin, 入出金取引明細): records of 200 characters, or the
 * same fields divided by commas. Amounts are in yen.
 */
import { csvRecords } from "#app/platform/rules/text/csv-records.ts";
import type { Statement, StatementLine } from "../reconciliation/bank-statement.ts";
import { readDay } from "./file-dates.ts";
import { saysReturned } from "./return-words.ts";
import {
  STATEMENT_LIMITS,
  broken,
  checkLength,
  dayAt,
  endOf,
  firstReference,
  periodOf,
  short,
} from "./statement-fields.ts";

/** The widths of the fields of each kind of record, by its first character. */
const WIDTHS: Readonly<Record<string, readonly number[]>> = {
  "1": [1, 2, 1, 6, 6, 6, 4, 15, 3, 15, 3, 1, 10, 40, 1, 1, 14],
  "2": [1, 8, 6, 6, 1, 2, 12, 12, 6, 6, 1, 7, 3, 10, 48, 15, 15, 20, 20],
  "8": [1, 6, 13, 6, 13, 1, 14, 7],
  "9": [1],
};
const RECORD = 200;
/** Years up to this one are of the emperor's era that began in 2019, its first year being 1. */
const LAST_ERA_YEAR = 20;
const ERA_BEFORE = 2018;

export const isZengin = (text: string): boolean => /^"?1"?,"?03"?,|^103[01 ]\d{18}/.test(text.slice(0, 40));

function fieldsOf(text: string): string[][] {
  if (/^"?1"?,/.test(text)) return csvRecords(text, STATEMENT_LIMITS.lines + 200, broken, ",");
  const lines = text.split(/\r\n|\n|\r/);
  const records = lines.length > 1 ? lines : (text.match(/[^]{200}/g) ?? []);
  return records
    .filter((record) => record.trim() !== "")
    .map((record) => {
      const whole = record.padEnd(RECORD);
      let at = 0;
      return (WIDTHS[record[0]!] ?? []).map((width) => whole.slice(at, (at += width)));
    });
}

function dayOf(text: string, where: string): Date {
  const year = Number(text.slice(0, 2));
  const day = readDay(`${year <= LAST_ERA_YEAR ? ERA_BEFORE + year : 2000 + year}${text.slice(2, 6)}`, "YMD");
  if (day === null) throw broken(`${where} needs a date like 081130, not “${text.slice(0, 10)}”.`);
  return dayAt(day);
}

function yenOf(text: string, where: string): number {
  const minor = /^-?\d{1,14}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(minor)) throw broken(`${where} needs an amount in yen, not “${text.slice(0, 20)}”.`);
  return minor;
}

function lineOf(fields: readonly string[], where: string): StatementLine {
  const of = (i: number): string => fields[i]?.trim() ?? "";
  const details = short(of(17));
  return {
    bookedAt: dayOf(of(2), where),
    valueAt: /[1-9]/.test(of(3)) ? dayOf(of(3), where) : null,
    amountMinor: (of(4) === "2" ? -1 : 1) * yenOf(of(6), where),
    counterparty: short(of(14)),
    details,
    reference: firstReference(of(18)),
    bankReference: firstReference(of(1)),
    isReturn: saysReturned(details),
    isReversal: false,
    items: [],
  };
}

/** @throws invalid with the reason */
export function readZengin(text: string): Statement[] {
  const statements: Statement[] = [];
  for (const [i, fields] of fieldsOf(text).entries()) {
    const where = `Record ${i + 1}`;
    const kind = fields[0]?.trim();
    const of = (at: number): string => fields[at]?.trim() ?? "";
    const now = statements.at(-1);
    if (kind === "1")
      statements.push({
        format: "zengin",
        account: of(12),
        currency: "JPY",
        reference: "",
        fromAt: dayOf(of(4), where),
        toAt: endOf(dayOf(of(5), where)),
        openingMinor: yenOf(of(16), where) * (of(14) === "2" ? -1 : 1),
        closingMinor: null,
        lines: [],
      });
    else if (kind === "2" && now) now.lines.push(lineOf(fields, where));
    else if (kind === "8" && now) now.closingMinor = yenOf(of(6), where) * (of(5) === "2" ? -1 : 1);
    checkLength(now?.lines.length ?? 0);
  }
  if (statements.length === 0) throw broken("This file has no statement in it.");
  return statements.map((one) => ({
    ...one,
    ...periodOf(one.lines),
    lines: one.lines.filter((line) => line.amountMinor !== 0),
  }));
}
