import { Chart } from "#app/ui/charts/chart.tsx";
import { Section } from "#app/ui/page.tsx";
import styles from "../../ui/numbers.module.css";
import { NumbersTable } from "./numbers-table.tsx";
import { type Shown, dayWords } from "./shown.ts";

/** Editors' free words against what was asked for, by subfield. */
export function Supply({ shown: { data, csv } }: { shown: Shown }) {
  const { tables, freeOn } = data;
  return (
    <Section title="Editors: supply and demand">
      <p className={styles.note}>
        Where to recruit: subfields in which the most words were refused or lost to later dates come first. Refused
        means no editor had time for any service when the price was last seen. Lost to later dates means some dates
        weren't available. Both count only orders that weren't paid.{" "}
        {freeOn
          ? `Free words are as of ${dayWords(freeOn)}. An editor counts in each of their subfields.`
          : "Editors' free words weren't recorded in this period."}
      </p>
      {tables.fields.rows.length > 0 ? (
        <Chart
          kind="bar"
          title="Words by subfield"
          unit="words"
          axis="Subfield"
          data={tables.fields.rows.slice(0, 8).map((row) => ({
            label: String(row["subfield"]),
            values: row as Readonly<Record<string, number | null>>,
          }))}
          series={[
            { name: "freeWords", label: "Free, next 7 days", tone: "quiet" },
            { name: "orderedWords", label: "Ordered", tone: "gain" },
            { name: "refusedWords", label: "Refused", tone: "loss" },
            { name: "delayedWords", label: "Lost to later dates", tone: "care" },
          ]}
        />
      ) : null}
      <NumbersTable
        caption="Supply and demand by subfield"
        table={tables.fields}
        csvHref={csv("fields")}
        empty="Subfields appear here once editors are ready for orders or somebody asks for a price."
      />
    </Section>
  );
}
