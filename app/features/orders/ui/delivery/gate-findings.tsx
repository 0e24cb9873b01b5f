import { count } from "#app/platform/rules/core/count.ts";
import { FormulaEdit } from "#app/features/documents/ui/explorer/paper/plain-equation.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { EDIT_FORMAT_WORDS } from "../../rules/work/edit-formats.ts";
import type { SubmissionView } from "./delivery.tsx";
import styles from "../order.module.css";

type GateView = NonNullable<SubmissionView["files"][number]["gate"]>;

/** Words around an edit on one line: paragraph ends are left out. */
const inLine = (text: string): string => text.replaceAll("¶", " ").trim();

/** What the gate found in one tracked copy: untracked changes, where they are, and what to do about them. */
export function GateFindings({ gate }: { gate: GateView }) {
  const words = EDIT_FORMAT_WORDS[gate.format];
  // What another program rewrote isn't the editor's to undo.
  const edits = gate.rewriter ? gate.untracked.filter((edit) => !edit.what) : gate.untracked;
  const rewritten = new Set(gate.untracked.flatMap((edit) => (gate.rewriter && edit.what ? [edit.what] : [])));
  return (
    <div className={styles.tight}>
      {gate.objection ? (
        <Notice tone="late" title={gate.objection} />
      ) : (
        <Notice tone="good" title={words.passed}>
          {words.compared}
        </Notice>
      )}
      {!gate.anotherManuscript && edits.length > 0 ? (
        <ol
          className={styles.edits}
          aria-label={gate.format === "word" ? "Edits that are not tracked" : "What to undo or correct"}
        >
          {edits.map((edit, i) => (
            <li key={`${edit.paragraph}.${i}`}>
              <p className={styles.where}>
                {[edit.section, edit.paragraph > 0 ? `paragraph ${edit.paragraph}` : ""].filter(Boolean).join(", ")}
              </p>
              {edit.what ? (
                <p className={styles.what}>
                  <b>{edit.what}</b>
                </p>
              ) : null}
              <p>
                {edit.leading ? <span className="soft">… {inLine(edit.leading)} </span> : null}
                {edit.before ? <del>{edit.before}</del> : null}
                {edit.before && edit.after ? " " : null}
                {edit.after ? <ins>{edit.after}</ins> : null}
                <FormulaEdit edit={edit} />
                {edit.what && !edit.formula && !edit.before && !edit.after && edit.leading && edit.trailing ? (
                  <span className="soft" aria-hidden="true">
                    ·
                  </span>
                ) : null}
                {edit.trailing ? <span className="soft"> {inLine(edit.trailing)} …</span> : null}
              </p>
              {edit.advice ? <p className={styles.where}>{edit.advice}</p> : null}
            </li>
          ))}
        </ol>
      ) : null}
      {gate.untrackedTotal > gate.untracked.length ? (
        <p className="soft small">And {(gate.untrackedTotal - gate.untracked.length).toLocaleString("en-US")} more.</p>
      ) : null}
      {rewritten.size > 0 ? (
        <details className="small soft">
          <summary>What differs besides words: {count(rewritten.size, "kind")} of differences</summary>
          <ul>
            {[...rewritten].map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </details>
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
