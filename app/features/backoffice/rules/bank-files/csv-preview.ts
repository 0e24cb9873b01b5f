/** What people check before a CSV file of an account is imported for the first time. */
import type { Given } from "../reconciliation/bank-statement.ts";
import { guessLayout } from "./csv-guess.ts";
import { type CsvLayout, findTitles, firstRecords } from "./csv-layout.ts";
import { fits, rememberedLayout } from "./csv-statement.ts";

/** How many lines are shown, and how much of each field. */
const SHOWN = 5;
const FIELD = 60;

export type ColumnsPreview = { layout: CsvLayout; rows: string[][] };

/**
 * A CSV file's guessed columns and first lines.
 * @returns null for a file whose columns were chosen, or are remembered for its account
 * @throws invalid if the text can't be read as CSV
 */
export function previewColumns(text: string, given: Given): ColumnsPreview | null {
  if (given.layout ? fits(text, given.layout) : rememberedLayout(text, given)) return null;
  const layout = guessLayout(text, given.account, given.known);
  const records = firstRecords(text, layout.separator);
  const from = findTitles(records, layout.titles) + 1;
  const rows = records.slice(from, from + SHOWN).map((record) => record.map((field) => field.slice(0, FIELD)));
  return { layout, rows };
}
