/** The columns of QuickBooks Online's import of journal entries, with the customer or vendor of each line. */
import { csvField } from "#app/platform/rules/text/csv.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { type JournalFile, compactDay, entryNumber, onOneLine } from "./journal-file.ts";

const COLUMNS = [
  "Journal No.",
  "Journal Date",
  "Memo",
  "Account Name",
  "Debits",
  "Credits",
  "Description",
  "Name",
  "Currency",
];
/** What QuickBooks takes of a name. */
const NAME = 100;
const line = (fields: readonly string[]): string => `${fields.join(",")}\r\n`;
const encoder = new TextEncoder();

export const QUICKBOOKS: JournalFile = {
  code: "quickbooks",
  label: "QuickBooks with names",
  extension: "csv",
  contentType: "text/csv; charset=utf-8",
  encode: (text) => encoder.encode(text),
  fields: [],
  name: ({ period, currency }) => `journal-quickbooks-names-${period}-${currency}`,
  head: () => line(COLUMNS),
  entry(entry, { currency }) {
    const day = compactDay(entry.bookedAt);
    const date = `${day.slice(4, 6)}/${day.slice(6)}/${day.slice(0, 4)}`;
    return entry.lines
      .map(({ label, amountMinor, name }) =>
        line([
          entryNumber(entry),
          date,
          csvField(onOneLine(entry.memo)),
          csvField(label),
          amountMinor > 0 ? decimalMoney(amountMinor, currency) : "",
          amountMinor < 0 ? decimalMoney(-amountMinor, currency) : "",
          csvField(entry.orderNumber ?? ""),
          csvField(onOneLine(name ?? "").slice(0, NAME)),
          currency,
        ]),
      )
      .join("");
  },
};
