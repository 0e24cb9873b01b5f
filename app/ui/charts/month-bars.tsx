import { chartFigure, ChartTable, type ChartPoint, type ChartUnit } from "./chart.tsx";
import chart from "./chart.module.css";
import styles from "./month-bars.module.css";

const NAME = "value";

/**
 * One figure over time as bars, drawn by the server as one SVG, and the figures as a table. For pages that should show
 * it at once, without the library that `Chart` loads.
 */
export function MonthBars({
  title,
  unit,
  label,
  data,
}: {
  title: string;
  unit: ChartUnit;
  /** Heads the column of figures: "Spent". */
  label: string;
  /** In order of time; `short` is the label under a bar. */
  data: readonly { label: string; short: string; value: number }[];
}) {
  const most = Math.max(...data.map(({ value }) => value));
  if (data.length === 0 || most <= 0) return null;
  const points: ChartPoint[] = data.map((one) => ({ label: one.label, values: { [NAME]: one.value } }));
  return (
    <figure className={`${chart.figure} ${styles.figure}`}>
      <figcaption className={chart.title}>{title}</figcaption>
      <p className={styles.most}>{chartFigure(most, unit)}</p>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${data.length} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. The most is ${chartFigure(most, unit)}. The figures are in the table below.`}
      >
        {data.map(({ label: key, value }, i) => (
          <rect key={key} x={i + 0.18} y={100 - (value / most) * 100} width={0.64} height={(value / most) * 100} />
        ))}
      </svg>
      <div
        className={styles.months}
        style={{ gridTemplateColumns: `repeat(${data.length}, minmax(0, 1fr))` }}
        aria-hidden
      >
        {data.map(({ label: key, short }) => (
          <span key={key}>{short}</span>
        ))}
      </div>
      <ChartTable title={title} unit={unit} data={points} series={[{ name: NAME, label }]} axis="Month" />
    </figure>
  );
}
