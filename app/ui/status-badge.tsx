import type { ReactNode } from "react";
import styles from "./status-badge.module.css";

/** `waiting` somebody must act, `active` work is under way, `done` handed over or paid, `late` overdue, `stopped` over without result, `neutral` the rest. */
export type StatusTone = "neutral" | "active" | "waiting" | "done" | "late" | "stopped";
const SIGNS: Record<StatusTone, string> = {
  neutral: "○",
  active: "◐",
  waiting: "◇",
  done: "✓",
  late: "!",
  stopped: "—",
};

/** A status in words, with a sign of its own shape: never colour alone. */
export function StatusBadge({ tone = "neutral", children }: { tone?: StatusTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <span aria-hidden>{SIGNS[tone]}</span>
      {children}
    </span>
  );
}
