import { Suspense, lazy, useSyncExternalStore } from "react";
import { formatMoney } from "#app/platform/rules/money.ts";
import styles from "./chart.module.css";

export type ChartSeries = {
  /** The key of its figures in each point's `values`. */
  name: string;
  label: string;
  /** `loss` stands in vermilion, `gain` in green; without it the series take ink, green, ochre, red and grey by turns. */
  tone?: "main" | "gain" | "care" | "loss" | "quiet";
};
/** One place on the horizontal axis. Null leaves a gap. */
export type ChartPoint = { label: string; values: Readonly<Record<string, number | null>> };
/** "money" counts in cents of `currency`; anything else is a word that follows the figure: "orders", "words", "%". */
export type ChartProps = {
  kind: "bar" | "line" | "area";
  title: string;
  unit: string;
  currency?: string;
  data: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Bars or areas on top of one another, where they make up one whole. */
  stacked?: boolean;
  /** In pixels; kept free before the drawing is there. */
  height?: number;
  /** Heads the first column of the table: "Month". */
  axis?: string;
};

/** A figure of a chart in words. `short` for the axis: no cents. */
export function chartFigure(value: number, unit: string, currency = "USD", short = false): string {
  if (unit === "money") return short ? formatMoney(value, currency).replace(/\.00$/, "") : formatMoney(value, currency);
  const figure = value.toLocaleString("en-US", { maximumFractionDigits: 1 });
  return unit === "%" ? `${figure}%` : short ? figure : `${figure} ${unit}`;
}

const nothingToWatch = () => () => {};
const Drawn = lazy(() => import("./chart-drawing.tsx").catch(() => ({ default: NotDrawn })));
const NotDrawn = () => (
  <p className="soft small">We couldn’t load the chart. You’ll find the figures in the table below.</p>
);

/**
 * Figures drawn, and the same figures as a table for whoever cannot see the drawing or has no script.
 * The code that draws comes after the page, so that no other page carries it; its place is kept free.
 */
export function Chart(props: ChartProps) {
  const { title, unit, currency, data, series, height = 260, axis = "When" } = props;
  // The server and the first render draw nothing, so that both say the same.
  const here = useSyncExternalStore(
    nothingToWatch,
    () => true,
    () => false,
  );
  const unitWords = unit === "money" ? (currency ?? "USD") : unit;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>
        {title} <span className="soft">in {unitWords}</span>
      </figcaption>
      {data.length === 0 ? (
        <p className="soft small" style={{ minHeight: height }}>
          No data for this period.
        </p>
      ) : (
        <>
          {/* Its words are in the table; here it is one picture with a name. */}
          <div
            className={styles.drawing}
            style={{ height }}
            role="img"
            aria-label={`${title}, in ${unitWords}: ${series.map((s) => s.label).join(", ")}. The figures are in the table below.`}
          >
            {here ? (
              <Suspense fallback={null}>
                <Drawn {...props} height={height} />
              </Suspense>
            ) : null}
          </div>
          <details className={styles.details}>
            <summary>Show as table</summary>
            <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
              <table>
                <caption className="unseen">{title}</caption>
                <thead>
                  <tr>
                    <th scope="col">{axis}</th>
                    {series.map((s) => (
                      <th key={s.name} scope="col">
                        {s.label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.map((point) => (
                    <tr key={point.label}>
                      <th scope="row">{point.label}</th>
                      {series.map((s) => {
                        const value = point.values[s.name];
                        return (
                          <td key={s.name} className="figures">
                            {value === null || value === undefined ? "" : chartFigure(value, unit, currency)}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </figure>
  );
}
