import { NativeSelect, TextInput } from "@mantine/core";
import { COLUMN_LABELS, type CsvLayout } from "../../rules/bank-files/csv-layout.ts";
import { COLUMN_ROLES } from "../../rules/bank-files/csv-words.ts";
import { DATE_ORDERS, DATE_ORDER_LABELS } from "../../rules/bank-files/file-dates.ts";
import type { ColumnsPreview } from "../../rules/bank-files/csv-preview.ts";
import styles from "../../ui/finance.module.css";

const ROLES = [
  { value: "", label: "Not read" },
  ...COLUMN_ROLES.map((role) => ({ value: role, label: COLUMN_LABELS[role] })),
];

/** The first lines of a CSV file, with what each column was read as, to be corrected. */
export function ColumnsForm({ preview: { layout, rows } }: { preview: ColumnsPreview }) {
  const width = Math.max(layout.titles.length, layout.roles.length);
  return (
    <fieldset className={styles.columns}>
      <legend>Columns of this file</legend>
      <p className={styles.under}>Check what each column was read as. We'll remember it for this account.</p>
      <input type="hidden" name="separator" value={layout.separator} />
      <input type="hidden" name="titles" value={JSON.stringify(layout.titles)} />
      <input type="hidden" name="mirrored" value={layout.mirrored ? "yes" : ""} />
      <div role="region" aria-label="First lines of the file" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {Array.from({ length: width }, (_, i) => (
                <th key={i} scope="col">
                  {layout.titles[i] || `Column ${i + 1}`}
                  <NativeSelect
                    name="role"
                    aria-label={`What column ${i + 1} holds`}
                    data={ROLES}
                    defaultValue={layout.roles[i] ?? ""}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {Array.from({ length: width }, (_, i) => (
                  <td key={i}>{row[i] ?? ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.form}>
        <NativeSelect
          name="dateOrder"
          label="Dates"
          data={DATE_ORDERS.map((order) => ({ value: order, label: DATE_ORDER_LABELS[order] }))}
          defaultValue={layout.dateOrder}
        />
        <NativeSelect
          name="decimal"
          label="Amounts"
          data={[
            { value: ".", label: "1,234.56" },
            { value: ",", label: "1.234,56" },
          ]}
          defaultValue={layout.decimal}
        />
        <TextInput
          name="currency"
          label="Currency"
          description="If no column says it."
          maxLength={3}
          defaultValue={layout.currency}
        />
      </div>
    </fieldset>
  );
}

/** The layout that such a form sends. Undefined without one. */
export function layoutOf(text: (name: string) => string, texts: (name: string) => string[]): CsvLayout | undefined {
  const separator = text("separator");
  if (separator === "") return undefined;
  return {
    separator,
    titles: titlesOf(text("titles")),
    roles: texts("role").map((role) => (role === "" ? null : role)),
    dateOrder: text("dateOrder"),
    decimal: text("decimal"),
    mirrored: text("mirrored") === "yes",
    currency: text("currency").trim().toUpperCase(),
    // The command's schema checks it.
  } as CsvLayout;
}

function titlesOf(json: string): string[] {
  try {
    return JSON.parse(json) as string[];
  } catch {
    return [];
  }
}
