/** The columns of a CSV file while its layout is guessed: what their titles may mean, and what they hold. */
import { MOST_COLUMNS, isDate, isMoney } from "./csv-layout.ts";
import { SIDES, type TitleRole, type WordRole, rolesOfTitle } from "./csv-words.ts";
import { readEither } from "./file-amounts.ts";
import { folded } from "./folded.ts";
import type { ColumnRole } from "./layout-choices.ts";

/** The share of a column's filled cells that must be dates or amounts. */
export const MOST = 0.75;

export type Column = {
  at: number;
  title: string;
  roles: TitleRole[];
  /** Every sampled row's cell, trimmed. */
  cells: string[];
  filled: string[];
  /** How many cells are dates, amounts with decimals or a sign, and numbers of any kind. */
  dates: number;
  money: number;
  numbers: number;
  distinct: number;
};
export type Roles = (ColumnRole | null)[];

export function columnsOf(titles: readonly string[], body: readonly string[][]): Column[] {
  const width = body.reduce((most, record) => Math.max(most, record.length), titles.length);
  return Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) => {
    const cells = body.map((record) => (record[at] ?? "").trim());
    const filled = cells.filter((one) => one !== "");
    return {
      at,
      title: titles[at] ?? "",
      roles: rolesOfTitle(titles[at] ?? ""),
      cells,
      filled,
      dates: filled.filter(isDate).length,
      money: filled.filter(isMoney).length,
      numbers: filled.filter((one) => readEither(one, ".") !== null).length,
      distinct: new Set(filled).size,
    };
  });
}

export const mostly = (part: number, column: Column): boolean => part > 0 && part >= MOST * column.filled.length;
/** How well a title fits a role; Infinity if it doesn't. */
export const rankOf = (column: Column, role: WordRole): number =>
  column.roles.find((one) => one.role === role)?.rank ?? Infinity;
/** Whether a title may mean a role. */
export const means = (column: Column, role: WordRole): boolean => rankOf(column, role) < Infinity;
/** Columns whose titles may mean a role, the best first. */
export const named = (columns: readonly Column[], role: WordRole): Column[] =>
  columns.filter((column) => means(column, role)).toSorted((a, b) => rankOf(a, role) - rankOf(b, role) || a.at - b.at);

/** Whether every row has the same value. */
export const isConstant = (column: Column): boolean =>
  column.distinct === 1 && column.filled.length === column.cells.length;

/** Whether a column only says which way money went. Numbers say it only under a title that does. */
export function isSide(column: Column): boolean {
  const words = [...new Set(column.filled.map((one) => (/^[-+]$/.test(one) ? one : folded(one))))];
  if (words.some((one) => /^\d$/.test(one)) && !means(column, "side")) return false;
  return words.length > 0 && words.length <= 2 && words.every((one) => SIDES.has(one) || /^[-+]$/.test(one));
}
