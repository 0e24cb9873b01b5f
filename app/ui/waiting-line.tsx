import type { ReactNode } from "react";
import { useNow } from "#app/platform/browser/core/now.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { ByWhen } from "./by-when.tsx";
import { Instant } from "./instant.tsx";
import styles from "./waiting-line.module.css";

/** The first line of an order: next step, who must act, by when in the reader's time zone, and the main button. */
export function WaitingLine({
  waitsFor,
  who,
  turn,
  by,
  note,
  children,
}: {
  /** A sentence: "Answer the editor's two questions." */
  waitsFor: ReactNode;
  /** "You", "Jonas Weber, your editor", "The card provider". */
  who?: ReactNode;
  /** Whose turn: the reader's, someone else's, none (done), or stopped. */
  turn: "you" | "others" | "done" | "stopped";
  /** The deadline; after it, the line says overdue. */
  by?: string | Date | null | undefined;
  note?: ReactNode;
  /** The main button. */
  children?: ReactNode;
}) {
  const now = useNow(by ? 30_000 : 0);
  const late = by ? new Date(by).getTime() < now.getTime() : false;
  return (
    <section className={styles.line} data-turn={turn} data-late={late || undefined} aria-label="What happens next">
      <div className={styles.words}>
        <p className={styles.what}>{waitsFor}</p>
        {who || by || note ? (
          <p className={styles.facts}>
            {who ? (
              <span>
                {turn === "done" ? "" : "Waiting for: "}
                <b>{who}</b>
              </span>
            ) : null}
            {by ? (
              <span>
                <ByWhen at={by}>
                  {(leftMs) => (
                    <>
                      By{" "}
                      <b>
                        <Instant at={by} deadline />
                      </b>{" "}
                      ({formatDuration(leftMs)} left)
                    </>
                  )}
                </ByWhen>
              </span>
            ) : null}
            {note ? <span>{note}</span> : null}
          </p>
        ) : null}
      </div>
      {children ? <div className={styles.action}>{children}</div> : null}
    </section>
  );
}
