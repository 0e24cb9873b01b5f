import type { ReactNode } from "react";
import { Instant } from "../instant.tsx";
import { ProofMark, type ProofMarkKind } from "./proof-mark.tsx";
import styles from "./timeline.module.css";

export type TimelineEntry = {
  id: string;
  at: string | Date;
  title: ReactNode;
  who?: ReactNode;
  detail?: ReactNode;
  mark?: ProofMarkKind;
};

/** Events in the given order, with proofreading marks as bullets. */
export function Timeline({ entries, label = "History" }: { entries: readonly TimelineEntry[]; label?: string }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className={styles.mark}>
            <ProofMark kind={entry.mark ?? "paragraph"} size={16} />
          </span>
          <p className={styles.title}>{entry.title}</p>
          <p className={styles.facts}>
            <Instant at={entry.at} />
            {entry.who ? <> · {entry.who}</> : null}
          </p>
          {entry.detail ? <div className={styles.detail}>{entry.detail}</div> : null}
        </li>
      ))}
    </ol>
  );
}
