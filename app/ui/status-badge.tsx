import type { ReactNode } from "react";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import styles from "./status-badge.module.css";

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
