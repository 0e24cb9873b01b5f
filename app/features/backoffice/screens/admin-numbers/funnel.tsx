import { Chart } from "#app/ui/charts/chart.tsx";
import { Section } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { FUNNEL } from "../../rules/numbers.ts";
import styles from "../../ui/numbers.module.css";
import { Csv, NumbersTable } from "./numbers-table.tsx";
import type { Shown } from "./shown.ts";

/** From a visit to a payment, with where people came from. */
export function Funnel({ shown: { data, csv, orders, points, when, change } }: { shown: Shown }) {
  const { now: sums, before, tables } = data;
  return (
    <Section title="From visit to payment" aside={<Csv to={csv("funnel")} />}>
      <p className={styles.note}>
        Visits are counted without cookies and without storing anything about visitors. One device counts once a day,
        and robots don't count. Orders paid in this period may have been started earlier.
      </p>
      <div className={styles.funnel}>
        <Stats>
          {FUNNEL.map(({ key, label }) => (
            <Stat
              key={key}
              label={label}
              value={sums[key].toLocaleString("en-US")}
              detail={change(key)}
              {...(key === "paid" ? { to: orders("paid") } : {})}
            />
          ))}
        </Stats>
      </div>
      <div className={styles.two}>
        <Chart
          kind="bar"
          title="Visits, files, prices, and payments"
          unit="times"
          axis="Step"
          data={FUNNEL.map(({ key, label }) => ({ label, values: { now: sums[key], before: before[key] } }))}
          series={[
            { name: "now", label: "This period", tone: "main" },
            { name: "before", label: "Period before", tone: "quiet" },
          ]}
        />
        <Chart
          kind="line"
          title="Funnel over time"
          unit="times"
          axis={when}
          data={points("funnel")}
          series={FUNNEL.map(({ key, label }) => ({ name: key, label }))}
        />
      </div>
      <NumbersTable
        caption="Funnel by source"
        table={tables.sources}
        csvHref={csv("sources")}
        empty="Visits, dropped files, and payments of this period will appear here by source."
      />
    </Section>
  );
}
