import { type ReactNode, useCallback, useState } from "react";
import { useFold } from "#app/ui/fold.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import type { DocumentQueryView } from "../../server/work/list-document-queries.ts";
import { QueryPassage } from "./query-passage.tsx";
import styles from "./query-list.module.css";
import { type QueryListAnswer, AnswerForm } from "./query-answer-form.tsx";
import { Given } from "./given-answer.tsx";

const STATES = { open: "Open", answered: "Answered", skipped: "Skipped", withdrawn: "Withdrawn" } as const;

/** One question: a line with its number, text and state, and below it everything else once it is unfolded. */
export function Folding({
  id,
  number,
  state,
  line,
  open,
  children,
}: {
  id: string;
  number: number;
  state: keyof typeof STATES;
  line: string;
  open: boolean;
  children: ReactNode | ((opened: () => void) => ReactNode);
}) {
  const { details, setOpen, target } = useFold(id, open);
  const show = useCallback(() => setOpen(true), [setOpen]);
  return (
    <li className={styles.item} data-state={state}>
      <details {...details}>
        <summary className={styles.line}>
          <span className={styles.sign} aria-hidden>
            {state === "answered" ? "✓" : number}
          </span>
          <span className={styles.words}>{line}</span>
          <b className={styles.state}>{STATES[state]}</b>
        </summary>
        <div className={styles.body} {...target}>
          {typeof children === "function" ? children(show) : children}
        </div>
      </details>
    </li>
  );
}

export function Item({
  query,
  number,
  open,
  mayAnswer,
  answer,
}: {
  query: DocumentQueryView;
  number: number;
  open: boolean;
  mayAnswer: boolean;
  answer: QueryListAnswer;
}) {
  // The choice in the form, so that the passage shows its result, or else the saved answer.
  const [choice, setChoice] = useState<number | null>(query.choice);
  const shown = query.state === "open" ? choice : query.choice;
  return (
    <Folding id={query.id} number={number} state={query.state} line={query.body} open={open || Boolean(answer?.error)}>
      {(show) => (
        <>
          {query.section ? <p className={styles.head}>{query.section}</p> : null}
          <QueryPassage
            query={query}
            edit={shown === null || query.state === "skipped" ? null : (query.options[shown]?.edit ?? null)}
          />
          {query.said.map((one, i) => (
            <p key={i} className={styles.said}>
              <b>{one.author}:</b> {one.text}
            </p>
          ))}
          <p className={styles.question}>
            <span className="soft">{query.author} asks: </span>
            {query.body}
          </p>
          {query.state === "open" ? (
            mayAnswer ? (
              <AnswerForm
                key={query.version}
                query={query}
                choice={choice}
                choose={setChoice}
                show={show}
                answer={answer}
              />
            ) : null
          ) : (
            <Given query={query} mayAnswer={mayAnswer} />
          )}
          {query.state !== "open" && answer?.error ? <ErrorNote problem={answer.error} /> : null}
        </>
      )}
    </Folding>
  );
}
