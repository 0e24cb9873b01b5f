import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import type { DeskThreadAnswer } from "../../server/desk/act-on-thread.ts";
import styles from "./desk-thread.module.css";

/** Results not shown by the answer form itself. */
export function Said({ answer }: { answer: DeskThreadAnswer | undefined }) {
  if (!answer) return null;
  const inForm = answer.form === "answer" || answer.form === "note";
  return (
    <div className={styles.said} aria-live="polite">
      {answer.error && !inForm ? <ErrorNote problem={answer.error} /> : null}
      {answer.done && !answer.error ? <Notice tone="good">{answer.done}</Notice> : null}
    </div>
  );
}
