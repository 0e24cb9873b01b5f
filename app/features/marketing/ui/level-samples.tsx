import { sampleChanges } from "#app/features/editors/rules/sample-changes.ts";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { LEVEL_SAMPLES, LEVEL_SOURCE, RECOMMENDED } from "../rules/level-samples.ts";
import styles from "./level-samples.module.css";

/** Which service to choose, with the same passage edited at each level. */
export function LevelSamples() {
  return (
    <>
      <ul className={styles.levels}>
        {LEVEL_SAMPLES.map(({ service, need, after, comment }) => (
          <li key={service} data-recommended={service === RECOMMENDED || undefined}>
            <h3>
              {SERVICE_LABELS[service]}
              {service === RECOMMENDED ? <span className={styles.badge}>Right for most manuscripts</span> : null}
            </h3>
            <p>{need}</p>
            <p className={styles.sample}>
              {sampleChanges(after, LEVEL_SOURCE).map((change, i) => {
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
            {comment ? (
              <p className={styles.comment}>
                <strong>Comment:</strong> {comment}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <p className={styles.note}>Sample text written for this page, not a client’s.</p>
    </>
  );
}
