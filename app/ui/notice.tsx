import { type ReactNode, useEffect, useRef } from "react";
import styles from "./notice.module.css";

export type NoticeTone = "info" | "attention" | "late" | "good";
const SIGNS: Record<NoticeTone, string> = { info: "i", attention: "!", late: "!", good: "✓" };

/** A boxed note. `late` is for overdue or refused, `attention` for what the reader should do soon. */
export function Notice({
  tone = "info",
  title,
  children,
  action,
}: {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <span className={styles.sign} aria-hidden>
        {SIGNS[tone]}
      </span>
      <div className={styles.words}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

/** What a form's answer says was done, or nothing if it has an error. */
export function DoneNote({ answer }: { answer: { done?: string; error?: unknown } | undefined }) {
  if (!answer?.done || answer.error) return null;
  return (
    <div aria-live="polite">
      <Notice tone="good">{answer.done}</Notice>
    </div>
  );
}

/** A Problem from an action or loader. */
export type ShownProblem = { message: string; advice?: string; fields?: Readonly<Record<string, string>> };

/**
 * An error and what to do. Takes the focus when it appears.
 * @param byField the form's field ids equal their names and `FieldErrors` follows, so the message links to its field
 */
export function ErrorNote({
  problem,
  byField = false,
}: {
  problem: ShownProblem | null | undefined;
  byField?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const message = problem?.message;
  useEffect(() => {
    if (message) box.current?.focus();
  }, [message, problem]);
  if (!problem) return null;
  const said = byField ? fieldOfMessage(problem) : undefined;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.notice} data-tone="late">
      <span className={styles.sign} aria-hidden>
        !
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{said ? <a href={`#${said}`}>{problem.message}</a> : problem.message}</p>
        {problem.advice ? <div>{problem.advice}</div> : null}
      </div>
    </div>
  );
}

/** The field a problem's main message is about, or undefined. */
const fieldOfMessage = (problem: ShownProblem): string | undefined =>
  Object.entries(problem.fields ?? {}).find(([, message]) => message === problem.message)?.[0];

/**
 * A problem's field errors, for long forms. Each links to its field (whose id is its name). Leaves out what the main
 * message already says.
 */
export function FieldErrors({ problem }: { problem: ShownProblem | null | undefined }) {
  const said = problem ? fieldOfMessage(problem) : undefined;
  const fields = Object.entries(problem?.fields ?? {}).filter(([name]) => name !== said);
  if (fields.length === 0) return null;
  return (
    <ul className={styles.fields}>
      {fields.map(([name, message]) => (
        <li key={name}>
          <a href={`#${name}`}>{message}</a>
        </li>
      ))}
    </ul>
  );
}

/** The message for one field, for a Mantine input's `error`. */
export const fieldError = (problem: ShownProblem | null | undefined, name: string): string | undefined =>
  problem?.fields?.[name];
