import { type Run, SAMPLE, countChanges } from "../rules/tracked-sample.ts";
import styles from "./three-readings.module.css";

const READINGS = [
  {
    id: "sent",
    label: "As you sent it",
    note: "All changes rejected. If a single word here weren't yours, the editor couldn't submit the work.",
  },
  { id: "tracked", label: "Tracked changes", note: "You accept or reject each change, here or in Word." },
  {
    id: "clean",
    label: "Edited",
    note: "All changes accepted. This is your clean copy.",
  },
] as const;
type Reading = (typeof READINGS)[number]["id"];

const shows = (run: Run, reading: Reading): boolean =>
  run.kind === "keep" || reading === "tracked" || (reading === "sent" ? run.kind === "delete" : run.kind === "insert");

/** One paragraph before, with, and after an editor's changes. Choosing a view works without script. */
export function ThreeReadings() {
  return (
    <fieldset className={styles.readings}>
      <legend className="unseen">View</legend>
      <div className={styles.choice}>
        {READINGS.map(({ id, label }) => (
          <label key={id}>
            <input type="radio" name="reading" value={id} defaultChecked={id === "tracked"} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <div className={styles.page}>
        {READINGS.map(({ id, note }) => (
          <div key={id} data-reading={id}>
            <p className={styles.text}>
              {SAMPLE.filter((run) => shows(run, id)).map((run, i) => {
                // oxlint-disable-next-line react/no-array-index-key -- the text never changes
                if (id !== "tracked" || run.kind === "keep") return <span key={i}>{run.text}</span>;
                // oxlint-disable-next-line react/no-array-index-key -- the text never changes
                return run.kind === "insert" ? <ins key={i}>{run.text}</ins> : <del key={i}>{run.text}</del>;
              })}
            </p>
            <p className={styles.note}>
              {id === "tracked" ? `${countChanges(SAMPLE)} changes. ` : ""}
              {note}
            </p>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
