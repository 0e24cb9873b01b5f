/** Xero's template for importing manual journals. */
import { csvField } from "#app/platform/rules/text/csv.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { type JournalFile, compactDay, entryNumber, onOneLine } from "./journal-file.ts";

const COLUMNS = [
  "*Narration",
  "*Date",
  "Description",
  "*AccountCode",
  "*TaxRate",
  "*Amount",
  "TrackingName1",
  "TrackingOption1",
  "TrackingName2",
  "TrackingOption2",
];
const line = (fields: readonly string[]): string => `${fields.join(",")}\r\n`;
const encoder = new TextEncoder();

/** Xero takes lines with the same narration and date as one journal, so the narration begins with the entry's number. */
export const XERO: JournalFile = {
  code: "xero",
  label: "Xero manual journals",
  extension: "csv",
  contentType: "text/csv; charset=utf-8",
  encode: (text) => encoder.encode(text),
  fields: [
    {
      name: "taxRate",
      label: "Tax rate for journals, as named in Xero",
      pattern: /^\S(?:.{0,48}\S)?$/,
      problem: "Enter the name of the tax rate as it appears in Xero, such as “Tax Exempt”.",
      suggested: "Tax Exempt",
    },
  ],
  name: ({ period, currency }) => `journal-xero-${period}-${currency}`,
  head: () => line(COLUMNS),
  entry(entry, { entered, currency }) {
    const day = compactDay(entry.bookedAt);
    const date = `${day.slice(6)}/${day.slice(4, 6)}/${day.slice(0, 4)}`;
    const narration = csvField(onOneLine(`${entryNumber(entry)} ${entry.memo}`));
    return entry.lines
      .map(({ code, label, amountMinor }) =>
        line([
          narration,
          date,
          csvField(entry.orderNumber ? `${label}, ${entry.orderNumber}` : label),
          code,
          csvField(entered["taxRate"]!),
          decimalMoney(amountMinor, currency),
          "",
          "",
          "",
          "",
        ]),
      )
      .join("");
  },
};
