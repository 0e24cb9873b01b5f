/** What people check before a CSV file of an account is imported for the first time. */
import { type Given, isCsv } from "../reconciliation/bank-statement.ts";
import { guessLayout } from "./csv-guess.ts";
import { type CsvLayout, findTitles, recordsOf } from "./csv-layout.ts";
import { fits, rememberedLayout } from "./csv-statement.ts";

/** How many lines are shown, and how much of each field. */
const SHOWN = 5;
const FIELD = 60;

export type ColumnsPreview = { layout: CsvLayout; rows: string[][] };

/**
 * A CSV file's guessed columns and first lines.
 * @returns null for other formats, and for a file whose columns were chosen, or are remembered for its account
 * @throws invalid if the text can't be read as CSV
 */
export function previewColumns(text: string, given: Given): ColumnsPreview | null {
  if (!isCsv(text)) return null;
  if (given.layout ? fits(text, given.layout) : rememberedLayout(text, given)) return null;
  const layout = guessLayout(text, given.account ?? "");
  const records = recordsOf(text, layout.separator);
  const from = findTitles(records, layout.titles) + 1;
  const rows = records.slice(from, from + SHOWN).map((record) => record.map((field) => field.slice(0, FIELD)));
  return { layout, rows };
}

/** The same for a thread, which gets one text. */
export const previewGiven = (json: string): ColumnsPreview | null => {
  const { text, ...given } = JSON.parse(json) as { text: string } & Given;
  return previewColumns(text, given);
};
