import type { ReactNode } from "react";
import { ProofMark, type ProofMarkKind } from "./content/proof-mark.tsx";
import styles from "./empty-state.module.css";

/** An empty state: says what will appear here and how to get there. */
export function EmptyState({
  title,
  mark = "caret",
  children,
  action,
}: {
  title: ReactNode;
  mark?: ProofMarkKind;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <ProofMark kind={mark} size={40} strokeWidth={1.4} />
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.words}>{children}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
