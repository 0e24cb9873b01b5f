import type { ReactNode } from "react";
import styles from "./three-readings.module.css";

/** A piece of an edited text. */
export type Run = { kind: "keep" | "insert" | "delete"; text: string };
const READINGS = ["sent", "tracked", "clean"] as const;
type Reading = (typeof READINGS)[number];

const shows = ({ kind }: Run, reading: Reading): boolean =>
  kind === "keep" || reading === "tracked" || kind === (reading === "sent" ? "delete" : "insert");

/** A text with the changes made in it. */
export const Marked = ({ runs }: { runs: readonly Run[] }): ReactNode =>
  runs.map(({ kind, text }, i) => {
    const key = `${i}${kind}`;
    if (kind === "keep") return <span key={key}>{text}</span>;
    return kind === "insert" ? <ins key={key}>{text}</ins> : <del key={key}>{text}</del>;
  });

/**
 * A text before, with, and after an editor's changes. Choosing a view works without script.
 * @param labels what each view is called, and what to say below it
 */
export function ThreeReadings({
  runs,
  labels,
}: {
  runs: readonly Run[];
  labels: Readonly<Record<Reading, { label: string; note?: string }>>;
}) {
  return (
    <fieldset className={styles.readings}>
      <legend className="unseen">View</legend>
      <div className={styles.choice}>
        {READINGS.map((id) => (
          <label key={id}>
            <input type="radio" name="reading" value={id} defaultChecked={id === "tracked"} />
            <span>{labels[id].label}</span>
          </label>
        ))}
      </div>
      <div className={styles.page}>
        {READINGS.map((id) => (
          <div key={id} data-reading={id}>
            <p className={styles.text}>
              {id === "tracked" ? (
                <Marked runs={runs} />
              ) : (
                runs
                  .filter((run) => shows(run, id))
                  .map(({ text }) => text)
                  .join("")
              )}
            </p>
            {labels[id].note ? <p className={styles.note}>{labels[id].note}</p> : null}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
