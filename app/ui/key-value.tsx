import type { ReactNode } from "react";
import styles from "./key-value.module.css";

export type Fact = { label: ReactNode; value: ReactNode };

/** Labeled values, side by side, or stacked below 480 px. Empty values (null, undefined, "") are left out. */
export function KeyValue({ items }: { items: readonly (Fact | null)[] }) {
  const shown = items.filter(
    (item): item is Fact => item !== null && item.value !== null && item.value !== undefined && item.value !== "",
  );
  return (
    <dl className={styles.list}>
      {shown.map((item, i) => (
        <div key={typeof item.label === "string" ? item.label : i}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
