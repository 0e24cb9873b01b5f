import { Textarea } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { Form, useLocation } from "react-router";
import { useFold } from "#app/ui/fold.tsx";
import { useSession } from "#app/platform/browser/core/session.ts";
import { forgetTyped, keepTypedText, readTyped } from "#app/platform/browser/core/typed-text.ts";
import { FileRow } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { DocumentQueryView, QueriesOfFile } from "../server/work/list-document-queries.ts";
import { QueryPassage } from "./query-passage.tsx";
import styles from "./query-list.module.css";

/** A question that the editor asked in a message during the edit. It is answered in the messages. */
export type AskedInMessages = {
  id: string;
  body: string;
  state: "open" | "answered" | "withdrawn";
  blocking: boolean;
  at: string;
};
/** The part of the page action's result that is about questions. */
export type QueryListAnswer = { form: string; about?: string | undefined; error?: ShownProblem | undefined } | null;

const count = (n: number, one: string, many: string): string => `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;

/**
 * The editor's questions as a list to work through: comments in the delivered copies, each with its passage, and questions asked in
 * messages. The next open one is unfolded. Its forms post to their own page: "document_query" and "write_answers".
 */
export function QueryList({
  files,
  asked,
  mayAnswer,
  revisionOpen,
  answer,
}: {
  files: readonly QueriesOfFile[];
  asked: readonly AskedInMessages[];
  mayAnswer: boolean;
  /** Whether a revision can be requested on this page, at #revision. */
  revisionOpen: boolean;
  answer: QueryListAnswer;
}) {
  const queries = files.flatMap((file) => file.queries);
  const messages = asked.filter((one) => one.state !== "withdrawn");
  const total = queries.length + messages.length;
  const answered =
    queries.filter((one) => one.state === "answered").length +
    messages.filter((one) => one.state === "answered").length;
  const skipped = queries.filter((one) => one.state === "skipped").length;
  // The next question is unfolded, and the others are one line each.
  const next = messages.find((one) => one.state === "open")?.id ?? queries.find((one) => one.state === "open")?.id;
  let number = 0;
  return (
    <>
      <p className={styles.progress} aria-live="polite">
        <span>
          <b className="figures">
            {answered} of {total}
          </b>{" "}
          {total === 1 ? "question" : "questions"} answered{skipped > 0 ? `, ${skipped} skipped` : ""}
        </span>
        <progress max={total} value={answered + skipped} aria-label="Questions answered or skipped" />
      </p>
      {messages.length > 0 ? (
        <ol className={styles.list} aria-label="Asked in messages">
          {messages.map((one) => (
            <Folding
              key={`${one.id} ${one.state}`}
              id={`asked-${one.id}`}
              number={++number}
              state={one.state}
              line={one.body}
              open={one.id === next}
            >
              <p className={styles.head}>
                <span>
                  Asked in a message <Instant at={one.at} />
                </span>
                {one.blocking && one.state === "open" ? <b className="late">Due date on hold until you reply</b> : null}
              </p>
              <p className={styles.question}>{one.body}</p>
              <a href={`#${one.id}`}>
                {one.state === "answered" ? "See answer" : mayAnswer ? "Answer in messages" : "See in messages"}
              </a>
            </Folding>
          ))}
        </ol>
      ) : null}
      {files.map((file) => (
        <section key={file.fileId} aria-label={`Comments in ${file.name}`}>
          {files.length > 1 ? <p className="eyebrow">{file.name}</p> : null}
          <ol className={styles.list}>
            {file.queries.map((query) => (
              <Item
                key={`${query.id} ${query.state}`}
                query={query}
                number={++number}
                open={query.id === next}
                mayAnswer={mayAnswer}
                answer={answer?.form === "document_query" && answer.about === query.id ? answer : null}
              />
            ))}
          </ol>
          <Write
            file={file}
            mayAnswer={mayAnswer}
            revisionOpen={revisionOpen}
            answer={answer?.form === "write_answers" && answer.about === file.fileId ? answer : null}
          />
        </section>
      ))}
    </>
  );
}

const STATES = { open: "Open", answered: "Answered", skipped: "Skipped", withdrawn: "Withdrawn" } as const;

/** One question: a line with its number, text and state, and below it everything else once it is unfolded. */
function Folding({
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

function Item({
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

/** The fields that every form about a question has. */
function About({ query }: { query: DocumentQueryView }) {
  return (
    <>
      <input type="hidden" name="intent" value="document_query" />
      <input type="hidden" name="queryId" value={query.id} />
      <input type="hidden" name="version" value={query.version} />
    </>
  );
}

function AnswerForm({
  query,
  choice,
  choose,
  show,
  answer,
}: {
  query: DocumentQueryView;
  choice: number | null;
  choose: (choice: number | null) => void;
  /** Unfolds the question when something was typed here and not saved. */
  show: () => void;
  answer: QueryListAnswer;
}) {
  const id = useId();
  const { pathname } = useLocation();
  const who = useSession()?.uid ?? "visitor";
  const place = `${pathname}#query:${query.id}`;
  const [text, setText] = useState(query.answer);
  const [read, setRead] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  const { options } = query;

  // Unsaved text survives a reload. Saving removes this form, and with it the stored text.
  useEffect(() => {
    const kept = readTyped(who, place);
    // Text and choices from before hydration come first.
    const there = area.current?.value ?? "";
    setText(there === "" && kept ? kept.text : there);
    const marked = choices.current?.querySelector<HTMLInputElement>("input:checked")?.value ?? kept?.key ?? "";
    if (marked !== "" && options[Number(marked)]) choose(Number(marked));
    if (kept) show();
    setRead(true);
  }, [who, place, options, choose, show]);
  useEffect(() => {
    if (!read) return;
    if (text === query.answer && choice === query.choice) forgetTyped(who, place);
    else keepTypedText(who, place, { text, key: choice === null ? "" : String(choice), files: [] });
  }, [read, text, choice, query.answer, query.choice, who, place]);

  return (
    <Form method="post" className={styles.form} preventScrollReset>
      <About query={query} />
      {options.length > 0 ? (
        <fieldset ref={choices} className={styles.choices} aria-describedby={query.editable ? undefined : `${id}-note`}>
          <legend>Choose</legend>
          {options.map((option, i) => (
            <label key={i} className={styles.choice}>
              <input type="radio" name="choice" value={i} checked={choice === i} onChange={() => choose(i)} />
              <span>{option.label}</span>
            </label>
          ))}
          {!query.editable && options.some((option) => option.edit && option.edit.kind !== "keep") ? (
            <p id={`${id}-note`} className="soft small">
              This passage isn't plain text, so your choice is added as a reply. The text itself doesn't change.
            </p>
          ) : null}
        </fieldset>
      ) : null}
      <Textarea
        ref={area}
        name="answer"
        label={options.length > 0 ? "Comment (optional)" : "Your answer"}
        autosize
        minRows={options.length > 0 ? 1 : 2}
        maxRows={12}
        maxLength={5_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={fieldError(answer?.error, "answer")}
      />
      {answer?.error ? <ErrorNote problem={answer.error} /> : null}
      <div className={styles.buttons}>
        <SubmitButton name="as" value={`answered:${query.id}`} variant="light" pending="Saving">
          Save answer
        </SubmitButton>
        <SubmitButton name="as" value={`skipped:${query.id}`} variant="subtle" color="gray" pending="Skipping">
          Skip
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The saved answer, with a button to change it. */
function Given({ query, mayAnswer }: { query: DocumentQueryView; mayAnswer: boolean }) {
  return (
    <>
      <GivenAnswer query={query} />
      {mayAnswer ? (
        <Form method="post" preventScrollReset>
          <About query={query} />
          {query.choice === null ? null : <input type="hidden" name="choice" value={query.choice} />}
          <input type="hidden" name="answer" value={query.answer} />
          <SubmitButton name="as" value={`open:${query.id}`} variant="default" size="compact-sm" pending="Opening">
            {query.state === "skipped" ? "Answer anyway" : "Change answer"}
          </SubmitButton>
        </Form>
      ) : null}
    </>
  );
}

const WRITTEN = {
  none: "Added to the document as a reply.",
  made: "Added to the document as a reply and a tracked change.",
  kept: "Added to the document as a reply.",
  left: "Added as a reply only. This passage isn't plain text, so make the change itself in Word.",
  lost: "Not added: the comment is no longer in the document.",
} as const;

/** An answer in its author's words. */
export function GivenAnswer({ query }: { query: DocumentQueryView }) {
  if (query.state !== "answered") return null;
  const option = query.choice === null ? null : query.options[query.choice];
  return (
    <div className={styles.answer}>
      {option ? (
        <p>
          <b>{option.label}</b>
        </p>
      ) : null}
      {query.answer ? <p>{query.answer}</p> : null}
      {query.writtenAs ? (
        <p className={query.writtenAs === "left" || query.writtenAs === "lost" ? "small late" : "small soft"}>
          {WRITTEN[query.writtenAs]}
        </p>
      ) : null}
    </div>
  );
}

function Write({
  file,
  mayAnswer,
  revisionOpen,
  answer,
}: {
  file: QueriesOfFile;
  mayAnswer: boolean;
  revisionOpen: boolean;
  answer: QueryListAnswer;
}) {
  const answered = file.queries.filter((query) => query.state === "answered").length;
  const open = file.queries.filter((query) => query.state === "open").length;
  if (answered === 0 && !file.answered) return null;
  return (
    <div className={styles.write} id={`answers-${file.fileId}`}>
      {mayAnswer && file.unwritten > 0 ? (
        <>
          <p className="soft small">
            Your answers are saved here. You can add them to the document as replies to the editor's comments, with your
            choices as tracked changes under your name.{" "}
            {open > 0 ? `${count(open, "question is", "questions are")} still open. You can add the rest later.` : ""}
          </p>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="fileId" value={file.fileId} />
            <SubmitButton name="intent" value="write_answers" pending="Adding">
              Add my answers to the document
            </SubmitButton>
          </Form>
        </>
      ) : null}
      {answer?.error ? <ErrorNote problem={answer.error} /> : null}
      {file.answered ? (
        <FileRow
          name={file.answered.name}
          format="docx"
          sizeBytes={file.answered.bytes}
          href={file.answered.href}
          facts={
            <>
              <span>{file.unwritten > 0 ? "Without your latest answers" : "The edited copy with your answers"}</span>
              <span>version {file.answered.version}</span>
              <span>
                <Instant at={file.answered.at} />
              </span>
            </>
          }
        />
      ) : null}
      {file.answered && mayAnswer ? (
        <p className="soft small">
          We've told your editor.
          {revisionOpen ? (
            <>
              {" "}
              If you'd like your answers worked into the text, <a href="#revision">request a revision</a>.
            </>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
