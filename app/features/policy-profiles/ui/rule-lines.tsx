import type { RuleLine } from "../rules/profile.ts";
import styles from "./rule-lines.module.css";

/** A policy in three lines. @param stacked one below the other, for a narrow place */
export const RuleLines = ({ lines, stacked = false }: { lines: readonly RuleLine[]; stacked?: boolean }) => (
  <dl className={styles.lines} data-stacked={stacked || undefined}>
    {lines.map((line) => (
      <div key={line.rule}>
        <dt data-rule={line.rule}>{line.label}</dt>
        <dd>{line.kinds}</dd>
      </div>
    ))}
  </dl>
);
