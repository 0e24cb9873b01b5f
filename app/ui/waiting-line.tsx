import type { ReactNode } from "react";
import { useNow } from "#app/platform/browser/now.ts";
import { formatDuration } from "#app/platform/rules/time.ts";
import { Instant } from "./instant.tsx";
import { ProofMark, type ProofMarkKind } from "./proof-mark.tsx";
import styles from "./waiting-line.module.css";

const MARKS: Record<"you" | "others" | "done" | "stopped", ProofMarkKind> = {
  you: "caret",
  others: "stet",
  done: "check",
  stopped: "dele",
};

/** The first line of an order: what it waits for, who must act, by when on the reader's clock, and the one button that moves it on. */
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
  /** Whose turn: the reader's, somebody else's, nobody's (done), or it has stopped. */
  turn: "you" | "others" | "done" | "stopped";
  /** ISO instant by when; past it the line says it is late. */
  by?: string | null | undefined;
  note?: ReactNode;
  /** The one button. */
  children?: ReactNode;
}) {
  const now = useNow(by ? 30_000 : 0);
  const leftMs = by ? Date.parse(by) - now.getTime() : null;
  const late = leftMs !== null && leftMs < 0;
  return (
    <section className={styles.line} data-turn={turn} data-late={late || undefined} aria-label="What happens next">
      <ProofMark kind={MARKS[turn]} size={28} className={styles.mark} />
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
              <span className={late ? "late" : undefined}>
                {late ? (
                  <b>Overdue by {formatDuration(leftMs)}</b>
                ) : (
                  <>
                    By{" "}
                    <b>
                      <Instant at={by} />
                    </b>{" "}
                    ({formatDuration(leftMs ?? 0)} left)
                  </>
                )}
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
