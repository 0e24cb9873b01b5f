/** How a CSV file of a bank is laid out: guessed, shown to people, corrected, and remembered for its account. */
import { z } from "zod";
import { csvRecords } from "#app/platform/rules/text/csv-records.ts";
import { rolesOfTitle } from "./csv-words.ts";
import { type Decimal, readEither } from "./file-amounts.ts";
import { readDay } from "./file-dates.ts";
import { COLUMN_ROLES, type ColumnRole, DATE_ORDERS, type DateOrder } from "./layout-choices.ts";
import { STATEMENT_LIMITS, broken } from "./statement-fields.ts";

export const SEPARATORS = [",", ";", "\t", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

export type CsvLayout = {
  separator: Separator;
  /** The titles of the columns; [] for a file that has none. */
  titles: string[];
  /** What each column holds. Null for one that isn't read. */
  roles: (ColumnRole | null)[];
  dateOrder: DateOrder;
  decimal: Decimal;
  /** Whether amounts are from the view of somebody who pays into the account, such as a provider's list of payouts. */
  mirrored: boolean;
  /** The currency of amounts that don't name theirs. "" if nothing says it. */
  currency: string;
};

/** Columns after these aren't read, and a row with longer fields isn't one of titles. */
export const MOST_COLUMNS = 200;
const LONGEST_TITLE = 300;

/** A layout that was stored, or that somebody chose. */
export const csvLayoutSchema = z.object({
  separator: z.enum(SEPARATORS),
  titles: z.array(z.string().max(LONGEST_TITLE)).max(MOST_COLUMNS),
  roles: z.array(z.enum(COLUMN_ROLES).nullable()).max(MOST_COLUMNS),
  dateOrder: z.enum(DATE_ORDERS),
  decimal: z.enum([".", ","]),
  mirrored: z.boolean(),
  currency: z.string().max(3),
});

/** @throws invalid if it has too many lines or an open quotation mark */
export const recordsOf = (text: string, separator: string): string[][] =>
  csvRecords(text, STATEMENT_LIMITS.lines + 200, broken, separator).map((record) => record.map(cell));

/** A field without what spreadsheets put around it: ="900002018". */
const cell = (field: string): string => (field.startsWith('="') && field.endsWith('"') ? field.slice(2, -1) : field);

/** The beginning of a text, up to a line's end if it has one. */
const beginningOf = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, Math.max(text.lastIndexOf("\n", length), 0) || length);

/** How many characters of a file are looked at for its layout. */
const BEGINNING = 600_000;

/** The records at the beginning of a text, for looking at its layout. @throws invalid if it has too many lines */
export function firstRecords(text: string, separator: string, length = BEGINNING): string[][] {
  const beginning = beginningOf(text, length);
  try {
    return recordsOf(beginning, separator);
  } catch {
    // It ends within quotation marks, or by this separator it seems to.
    return recordsOf(`${beginning}"`, separator);
  }
}

/** A date in any order. */
export const isDate = (text: string): boolean => DATE_ORDERS.some((order) => readDay(text, order) !== null);

/** An amount with either decimal sign, but not a bare number, which may be anything. */
export const isMoney = (text: string): boolean =>
  /[.,' ]\d|^[-+(]|[-+)]$|[€£$¥₹]/.test(text.trim()) && readEither(text, ".") !== null && !isDate(text);

/** The separator whose columns hold the most dates and amounts. */
export function separatorOf(text: string): Separator {
  let best: { separator: Separator; score: number } = { separator: ",", score: -1 };
  for (const separator of SEPARATORS) {
    const records = firstRecords(text, separator, 60_000).filter((record) => record.length > 1);
    if (records.length === 0) continue;
    const cells = records.flat();
    const widths = [...Map.groupBy(records, (record) => record.length).values()].map((same) => same.length);
    const regular = widths.reduce((a, b) => Math.max(a, b), 0);
    const score = cells.filter((one) => isDate(one) || isMoney(one)).length + regular / 10;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** Titles are in the first rows. */
const HEADER_WITHIN = 80;
const DATES = new Set(["booked", "value"]);
export const MONEY: ReadonlySet<string | null> = new Set(["amount", "debit", "credit", "balance"]);

/** The row with the titles, or -1. It names a date and an amount, and holds neither. */
export function headerAt(records: readonly string[][]): number {
  let best = { at: -1, known: 1 };
  for (const [at, record] of records.slice(0, HEADER_WITHIN).entries()) {
    if (record.length < 2 || record.length > MOST_COLUMNS) continue;
    if (record.some((one) => one.length > LONGEST_TITLE || isDate(one) || isMoney(one))) continue;
    const roles = record.map((title) => rolesOfTitle(title));
    const known = roles.filter((one) => one.length > 0).length;
    const names = (set: ReadonlySet<string | null>) => roles.some((some) => some.some((one) => set.has(one.role)));
    if (names(DATES) && names(MONEY) && known > best.known) best = { at, known };
  }
  return best.at;
}

/** Where a file with these titles has them; 0 rows before its first line without titles. */
export const findTitles = (records: readonly string[][], titles: readonly string[]): number =>
  titles.length === 0
    ? -1
    : records.findIndex((record) => titles.every((title, i) => (record[i] ?? "").trim() === title));
