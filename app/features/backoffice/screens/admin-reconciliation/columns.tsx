import { NativeSelect, TextInput } from "@mantine/core";
import type { ColumnsPreview } from "../../rules/bank-files/csv-preview.ts";
import styles from "../../ui/finance.module.css";
import { COLUMN_ROLES, COLUMN_LABELS, DATE_ORDERS, DATE_ORDER_LABELS } from "../../rules/bank-files/layout-choices.ts";

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
      <noscript>
        <p>Choose the file again before you import it.</p>
      </noscript>
      <input type="hidden" name="separator" value={layout.separator} />
      <input type="hidden" name="titles" value={JSON.stringify(layout.titles)} />
      <input type="hidden" name="mirrored" value={layout.mirrored ? "yes" : ""} />
      <div role="region" aria-label={rows.length > 0 ? "First lines of the file" : "Columns of the file"} tabIndex={0}>
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
          description="If they don't start with the year."
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
