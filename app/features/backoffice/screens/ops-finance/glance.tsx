import { Link } from "react-router";
import { changeFrom } from "../../rules/numbers.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { Section } from "#app/ui/page.tsx";
import { Sparkline } from "#app/ui/charts/sparkline.tsx";
import { FIGURES, FIGURE_GROUPS, type FigureKey } from "../../rules/finance-figures.ts";
import type { FigureValues } from "../../server/money/finance.ts";
import styles from "./glance.module.css";

/** Every figure of the period beside that of the period before, with how it went. Each opens its journal lines. */
export function Glance({
  totals,
  before,
  course,
  currency,
  open,
}: {
  totals: FigureValues;
  before: FigureValues;
  /** The figures of each part of the period, oldest first, with the part's name. */
  course: readonly { label: string; values: FigureValues }[];
  currency: string;
  open: (figure: FigureKey) => string;
}) {
  const money = (minor: number) => formatMoney(minor, currency);
  const says = (key: FigureKey, label: string): string => {
    const points = course.map((part) => ({ at: part.label, minor: part.values[key] }));
    const by = (better: (a: number, b: number) => boolean) =>
      points.reduce((found, point) => (better(point.minor, found.minor) ? point : found));
    const [low, high] = [by((a, b) => a < b), by((a, b) => a > b)];
    return low.minor === high.minor
      ? `${label}: ${money(low.minor)} throughout`
      : `${label}: lowest ${money(low.minor)} (${low.at}), highest ${money(high.minor)} (${high.at})`;
  };
  return FIGURE_GROUPS.map(({ group, title }) => (
    <Section key={group} title={title}>
      <ul className={styles.figures}>
        {FIGURES.filter((f) => f.group === group).map((f) => {
          const change = changeFrom(before[f.key], totals[f.key], money);
          return (
            <li key={f.key}>
              <Link to={open(f.key)} title={f.what}>
                <span className={styles.label}>{f.label}</span>
                <b className={`figures ${styles.value} ${totals[f.key] < 0 ? "late" : ""}`}>{money(totals[f.key])}</b>
                <span className={styles.change}>{change ?? "nothing in either period"}</span>
              </Link>
              {course.length > 1 ? (
                <Sparkline values={course.map((part) => part.values[f.key])} says={says(f.key, f.label)} />
              ) : null}
            </li>
          );
        })}
      </ul>
    </Section>
  ));
}
