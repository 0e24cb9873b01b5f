import { sampleChanges } from "../rules/sample-changes.ts";
import styles from "./application.module.css";

/** A sample paragraph with somebody's changes shown as tracked changes. @param given the paragraph as it was given */
export function SampleEdit({ sample, given }: { sample: string; given: string }) {
  return (
    <p className={styles.sample}>
      {sampleChanges(sample, given).map((change, i) => {
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
