import type { CSSProperties } from "react";
import { SAMPLE, SAMPLE_COMMENTS, countChanges } from "../rules/tracked-sample.ts";
import styles from "./tracked-page.module.css";

/** A page of a manuscript with an editor's tracked changes and comments, complete from the first frame. */
export function TrackedPage() {
  return (
    <figure className={styles.page} aria-label="A paragraph with tracked changes and comments">
      <div className={styles.head} aria-hidden>
        <span>3 Results</span>
        <span>p. 7</span>
      </div>
      <div className={styles.body}>
        <p>
          {SAMPLE.map((run, i) => {
            const style = { "--step": countChanges(SAMPLE.slice(0, i + 1)) } as CSSProperties;
            const anchor = run.comment ? (
              <sup className={styles.anchor} style={style}>
                {run.comment}
              </sup>
            ) : null;
            if (run.kind === "insert")
              return (
                <ins key={i} style={style}>
                  {run.text}
                  {anchor}
                </ins>
              );
            if (run.kind === "delete")
              return (
                <del key={i} style={style}>
                  {run.text}
                </del>
              );
            return (
              <span key={i} className={run.comment ? styles.marked : undefined} style={style}>
                {run.text}
                {anchor}
              </span>
            );
          })}
        </p>
        <ol className={styles.margin}>
          {SAMPLE_COMMENTS.map((comment) => {
            const at = SAMPLE.findIndex((run) => run.comment === comment.id);
            const after = countChanges(SAMPLE.slice(0, at + 1));
            return (
              <li key={comment.id} style={{ "--step": after + 0.6 } as CSSProperties}>
                <b>{comment.id}</b>
                <span>{comment.text}</span>
              </li>
            );
          })}
        </ol>
      </div>
      <figcaption className="figures">
        {countChanges(SAMPLE)} tracked changes, {SAMPLE_COMMENTS.length} comments. Sample text, not a client's.
      </figcaption>
    </figure>
  );
}
