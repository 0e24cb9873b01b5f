import styles from "./sparkline.module.css";

/** In the drawing's own units; the style sheet says how large it's shown. */
const [WIDTH, HEIGHT, MARGIN] = [96, 24, 2];

/**
 * How a figure went over a period, as a line without axes. The server draws it, so it needs no script.
 * @param values at least one, oldest first @param says the same in words
 */
export function Sparkline({ values, says }: { values: readonly number[]; says: string }) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = high - low || 1;
  const x = (i: number) => MARGIN + (i / Math.max(1, values.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => HEIGHT - MARGIN - ((value - low) / span) * (HEIGHT - 2 * MARGIN);
  const at = (value: number, i: number) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`;
  return (
    <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={says}>
      {low < 0 ? <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} className={styles.zero} /> : null}
      <polyline points={values.map(at).join(" ")} />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r={1.75} />
    </svg>
  );
}
