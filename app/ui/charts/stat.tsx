import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./stat.module.css";

/** One labeled figure; `to` links to its details. */
export function Stat({
  label,
  value,
  detail,
  to,
  tone,
}: {
  label: ReactNode;
  value: ReactNode;
  detail?: ReactNode;
  to?: string;
  tone?: "late" | "paid";
}) {
  const body = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={`${styles.value} figures ${tone ?? ""}`}>{value}</span>
      {detail ? <span className={styles.detail}>{detail}</span> : null}
    </>
  );
  return to ? (
    <Link to={to} className={styles.stat}>
      {body}
    </Link>
  ) : (
    <div className={styles.stat}>{body}</div>
  );
}

/** Figures side by side. */
export const Stats = ({ children }: { children: ReactNode }) => <div className={styles.stats}>{children}</div>;
