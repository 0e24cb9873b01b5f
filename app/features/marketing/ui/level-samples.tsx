import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import type { LevelSample } from "../server/level-samples.ts";
import styles from "./level-samples.module.css";

/** Which service to choose, with the same passage edited at each level. */
export function LevelSamples({ levels }: { levels: readonly LevelSample[] }) {
  return (
    <>
      <ul className={styles.levels}>
        {levels.map(({ service, need, changes, comment, isRecommended }) => (
          <li key={service} data-recommended={isRecommended || undefined}>
            <h3>
              {SERVICE_LABELS[service]}
              {isRecommended ? <span className={styles.badge}>Right for most manuscripts</span> : null}
            </h3>
            <p>{need}</p>
            <p className={styles.sample}>
              {changes.map((change, i) => {
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
      <p className={styles.note}>Sample text written for this page, not a client's.</p>
    </>
  );
}
