import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { JOURNAL_FILES } from "../rules/exports/formats.ts";
import { periodWords } from "../rules/books.ts";
import styles from "./books.module.css";

/**
 * The other files of a month, closed until somebody needs one. With a year's last month, those for tax auditors can have
 * the whole year.
 * @param month "2026-10"
 */
export const JournalFiles = ({ month, isOpen = false }: { month: string; isOpen?: boolean }) => (
  <details className={styles.files}>
    <summary>For accounting programs</summary>
    <a href={`/api/csv/journal-quickbooks?month=${month}`} download>
      Daily totals (QuickBooks CSV)
    </a>
    {JOURNAL_FILES.filter(({ audit }) => !(isOpen && audit === "closed")).map(({ code, label, fields, audit }) => (
      <form key={code} method="get" action={`/api/books/files/${code}`}>
        {audit && !isOpen && month.endsWith("-12") ? (
          <NativeSelect
            name="period"
            label="Period"
            data={[month.slice(0, 4), month].map((value) => ({ value, label: periodWords(value) }))}
          />
        ) : (
          <input type="hidden" name="period" value={month} />
        )}
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
    <p>
      Amounts are in the currency of the books. FEC and SAF-T also have what moved in another one.
      {isOpen ? " SAF-T is available once the month is closed." : ""}
    </p>
  </details>
);
