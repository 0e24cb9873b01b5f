import { Suspense, lazy, useSyncExternalStore } from "react";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { Tone } from "../theme/series-colors.ts";
import styles from "./chart.module.css";

export type ChartSeries = {
  /** The key of its figures in each point's `values`. */
  name: string;
  label: string;
  /** `loss` is vermilion, `gain` is green. Without a tone, series use ink, green, ochre, red and gray in turn. */
  tone?: Tone;
};
/** One place on the horizontal axis. Null leaves a gap. */
export type ChartPoint = { label: string; values: Readonly<Record<string, number | null>> };
/** Money in cents, or a word after the figure: "orders", "words", "%". */
export type ChartUnit = { currency: string } | string;

export type ChartProps = {
  kind: "bar" | "line" | "area";
  title: string;
  unit: ChartUnit;
  data: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Stacks bars or areas that add up to a whole. */
  stacked?: boolean;
  /** In pixels; reserved before the drawing loads. */
  height?: number;
  /** Heads the first column of the table: "Month". */
  axis?: string;
};

/** A figure of a chart in words. `short` for the axis: no cents. */
export function chartFigure(value: number, unit: ChartUnit, short = false): string {
  if (typeof unit === "object") {
    const money = formatMoney(value, unit.currency);
    return short ? money.replace(/\.00$/, "") : money;
  }
  const figure = value.toLocaleString("en-US", { maximumFractionDigits: 1 });
  return unit === "%" ? `${figure}%` : short ? figure : `${figure} ${unit}`;
}

const nothingToWatch = () => () => {};
const Drawn = lazy(() => import("./chart-drawing.tsx").catch(() => ({ default: NotDrawn })));
const NotDrawn = () => (
  <p className="soft small">We couldn't load the chart. You'll find the figures in the table below.</p>
);

/**
 * A chart, and its figures as a table for readers who can't see it or have no script. The drawing code loads lazily,
 * and its space is reserved.
 */
export function Chart(props: ChartProps) {
  const { title, unit, data, series, height = 260, axis = "When" } = props;
  // The server and the first render draw nothing, so hydration matches.
  const here = useSyncExternalStore(
    nothingToWatch,
    () => true,
    () => false,
  );
  const unitWords = typeof unit === "object" ? unit.currency : unit;
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
          {/* The table has the details; for screen readers this is one labeled image. */}
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
          <ChartTable {...{ title, unit, data, series, axis }} />
        </>
      )}
    </figure>
  );
}

/** The figures of a chart as a table, folded. */
export function ChartTable({
  title,
  unit,
  data,
  series,
  axis,
}: Pick<ChartProps, "title" | "unit" | "data" | "series"> & { axis: string }) {
  return (
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
                      {value === null || value === undefined ? "" : chartFigure(value, unit)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
