import { type CsvColumn, csv } from "#app/platform/rules/text/csv.ts";

/** The headers of a CSV file to download. @param name without ".csv" */
export const csvHeaders = (name: string): Record<string, string> => ({
  "content-type": "text/csv; charset=utf-8",
  "content-disposition": `attachment; filename="${name.replace(/[^A-Za-z0-9.-]/g, "-")}.csv"`,
  "cache-control": "private, no-store",
});

/**
 * A CSV file of rows in memory. The byte order mark tells spreadsheets that it's UTF-8. Lists use `listCsv`. @param
 * name without ".csv"
 */
export function csvResponse<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Response {
  return new Response(`\uFEFF${csv(columns, rows)}`, { headers: csvHeaders(name) });
}
