import type { ReactNode } from "react";
import styles from "../order-form.module.css";

/** A numbered step of the order form. */
export function Step({ n, title, children }: { n: number; title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.step} aria-labelledby={`step-${n}`}>
      <h2 id={`step-${n}`}>
        <span aria-hidden className={styles.n}>
          {n}
        </span>
        {title}
      </h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
