import { type CsvColumn, csv } from "#app/platform/rules/core/csv.ts";

/** A CSV file to download. The mark at its beginning tells spreadsheets that it is UTF-8. @param name without ".csv", letters, digits, "-" and "." only */
export function csvResponse<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Response {
  return new Response(`\uFEFF${csv(columns, rows)}`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name.replace(/[^A-Za-z0-9.-]/g, "-")}.csv"`,
      "cache-control": "private, no-store",
    },
  });
}
