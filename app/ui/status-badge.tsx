import type { ReactNode } from "react";
import styles from "./status-badge.module.css";

/**
 * `waiting` someone must act, `active` in progress, `done` delivered or paid, `late` overdue, `stopped` ended without
 * result, `neutral` the rest.
 */
export type StatusTone = "neutral" | "active" | "waiting" | "done" | "late" | "stopped";
const SIGNS: Record<StatusTone, string> = {
  neutral: "○",
  active: "◐",
  waiting: "◇",
  done: "✓",
  late: "!",
  stopped: "—",
};

/** A status: a mark with its own shape, and a word. Never color alone. */
export function StatusBadge({ tone = "neutral", children }: { tone?: StatusTone; children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      <span aria-hidden>{SIGNS[tone]}</span>
      {children}
    </span>
  );
}
