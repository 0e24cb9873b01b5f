import type { ReactNode } from "react";
import styles from "../order-form.module.css";

/** A part of the order form. @param name of its heading's id */
export function Step({ name, title, children }: { name: string; title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.step} aria-labelledby={`step-${name}`}>
      <h2 id={`step-${name}`}>{title}</h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
