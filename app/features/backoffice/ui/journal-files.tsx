import { TextInput } from "#app/ui/fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { JOURNAL_FILES } from "../rules/exports/formats.ts";
import styles from "./books.module.css";

/** The other files of a month, closed until somebody needs one. @param month "2026-10" */
export const JournalFiles = ({ month }: { month: string }) => (
  <details className={styles.files}>
    <summary>For accounting programs</summary>
    <a href={`/api/csv/journal-quickbooks?month=${month}`} download>
      Daily totals (QuickBooks CSV)
    </a>
    {JOURNAL_FILES.map(({ code, label, fields }) => (
      <form key={code} method="get" action={`/api/books/files/${code}`}>
        <input type="hidden" name="month" value={month} />
        {fields.map((field) => (
          <TextInput
            key={field.name}
            name={field.name}
            label={field.label}
            required
            pattern={field.pattern.source}
            title={field.problem}
            defaultValue={field.suggested}
            autoComplete="on"
          />
        ))}
        <Button type="submit" size="compact-sm" variant="default">
          Download {label}
        </Button>
      </form>
    ))}
    <p>Amounts are in the currency of the books.</p>
  </details>
);
