import { Notice } from "#app/ui/notice.tsx";
import type { SubmissionView } from "./delivery.tsx";
import styles from "./order.module.css";

type GateView = NonNullable<SubmissionView["files"][number]["gate"]>;

/** Words around an edit on one line: paragraph ends are left out. */
const inLine = (text: string): string => text.replaceAll("¶", " ").trim();

/** What the gate found in one tracked copy: the edits that are not tracked, where they stand. */
export function GateFindings({ gate }: { gate: GateView }) {
  return (
    <div className={styles.tight}>
      {gate.objection ? (
        <Notice tone="late" title={gate.objection} />
      ) : (
        <Notice tone="good" title="Every edit is tracked.">
          With its changes rejected, the copy reads exactly as the manuscript that was sent.
        </Notice>
      )}
      {!gate.anotherManuscript && gate.untracked.length > 0 ? (
        <ol className={styles.edits} aria-label="Edits that are not tracked">
          {gate.untracked.map((edit, i) => (
            <li key={`${edit.paragraph}.${i}`}>
              <p className={styles.where}>
                {edit.section ? `${edit.section}, ` : ""}paragraph {edit.paragraph}
              </p>
              <p>
                {edit.leading ? <span className="soft">… {inLine(edit.leading)} </span> : null}
                {edit.before ? <del>{edit.before}</del> : null}
                {edit.before && edit.after ? " " : null}
                {edit.after ? <ins>{edit.after}</ins> : null}
                {edit.trailing ? <span className="soft"> {inLine(edit.trailing)} …</span> : null}
              </p>
            </li>
          ))}
        </ol>
      ) : null}
      {gate.untrackedTotal > gate.untracked.length ? (
        <p className="soft small">And {(gate.untrackedTotal - gate.untracked.length).toLocaleString("en-US")} more.</p>
      ) : null}
      {gate.notes.length > 0 ? (
        <ul className="small soft">
          {gate.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
