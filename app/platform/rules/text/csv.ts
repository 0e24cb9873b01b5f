/** CSV as in RFC 4180, safe to open in spreadsheets. */

export type CsvValue = string | number | boolean | Date | null | undefined;
export type CsvColumn<Row> = { header: string; value: (row: Row) => CsvValue };

/** What a spreadsheet would run as a formula, including after whitespace and in full-width characters. */
const FORMULA = /^[\s\u0000]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * One field. Text that a spreadsheet would run as a formula gets an apostrophe before it; numbers stay numbers,
 * negative ones too. Instants are ISO 8601 in UTC, nothing is an empty field.
 */
export function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const safe = FORMULA.test(value) && !isPlainNumber(value) ? `'${value}` : value;
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** "-12.50": a plain decimal isn't a formula. */
const isPlainNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

/** A header line and a line per row, each ended by CRLF. */
export function csv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const line = (fields: readonly string[]) => `${fields.join(",")}\r\n`;
  return (
    line(columns.map((column) => csvField(column.header))) +
    rows.map((row) => line(columns.map((column) => csvField(column.value(row))))).join("")
  );
}
