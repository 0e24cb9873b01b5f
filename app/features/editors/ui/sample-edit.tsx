import { sampleChanges } from "../rules/sample-changes.ts";
import styles from "./application.module.css";

/** The sample paragraph with an applicant's changes shown as tracked changes. */
export function SampleEdit({ sample }: { sample: string }) {
  return (
    <p className={styles.sample}>
      {sampleChanges(sample).map((change, i) => {
        const key = `${i}${change.kind}`;
        return change.kind === "ins" ? (
          <ins key={key}>{change.text}</ins>
        ) : change.kind === "del" ? (
          <del key={key}>{change.text}</del>
        ) : (
          <span key={key}>{change.text}</span>
        );
      })}
    </p>
  );
}
