import { Textarea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Form, useFetcher } from "react-router";
import { RelativeTime } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { ThreadMessage } from "../server/list-messages.ts";
import styles from "./thread.module.css";

/** What came back from the page's action, as far as the thread goes: which form it was, and the query it was about. */
export type ThreadAnswer = { form: string; about?: string | undefined; error?: ShownProblem | undefined; advice?: string | null | undefined; typed?: string | undefined } | null;

const ROLES: Record<string, string> = { client: "Author", editor: "Editor", support: "Support", admin: "Staff", system: "" };

/** Clears a form once its sending succeeded; what was typed stays where it did not. */
function useCleared(sent: boolean, answer: ThreadAnswer) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (sent) form.current?.reset();
  }, [sent, answer]);
  return form;
}

/** The conversation on an order, with the editor's questions where they were asked. Forms post to the page they stand on. */
export function Thread({ messages, reader, viewer, mayWrite, messageKey, unread, answer }: {
  messages: readonly ThreadMessage[];
  /** The reader's uid. */
  reader: string;
  viewer: "client" | "editor" | "support" | "admin";
  mayWrite: boolean;
  /** Makes a message that is sent twice stand once. */
  messageKey: string;
  unread: boolean;
  answer: ThreadAnswer;
}) {
  useMarkRead(unread);
  const bodies = new Map(messages.map((m) => [m.id, m.body]));
  return (
    <>
      {messages.length === 0 ? <p className="soft">Nothing has been written yet.{mayWrite ? " What you write here reaches the others on this order." : ""}</p> : (
        <ol className={styles.thread} aria-label="Messages">
          {messages.map((m) => (
            <li key={m.id} id={m.id} className={styles.message} data-kind={m.kind} data-state={m.state ?? undefined} data-own={m.authorId === reader || undefined}>
              <p className={styles.head}>
                <b>{m.authorId === reader ? "You" : m.authorName}</b>{ROLES[m.authorRole] ? <span>{ROLES[m.authorRole]}</span> : null}
                {m.kind === "query" ? <span className={styles.kind}>{STATES[m.state ?? "open"]}{m.state === "open" && m.blocking ? ", the clock stands" : ""}</span> : m.kind === "answer" ? <span>Answer</span> : null}
                <RelativeTime at={m.at} />
              </p>
              {m.kind === "answer" && m.answersId && bodies.has(m.answersId) ? <p className={styles.answered}>{bodies.get(m.answersId)}</p> : null}
              <p className={styles.body}>{m.body}</p>
              {m.kind === "query" && m.state === "open" && viewer === "client" ? <AnswerForm query={m} answer={answer?.form === "answer" && answer.about === m.id ? answer : null} /> : null}
              {m.kind === "query" && m.state === "open" && viewer === "editor" && m.authorId === reader ? (
                <Form method="post" className={styles.form}><input type="hidden" name="queryId" value={m.id} /><SubmitButton name="intent" value="withdraw" variant="default" size="compact-sm" pending="Withdrawing">Withdraw the question</SubmitButton></Form>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {mayWrite ? <MessageForm messageKey={messageKey} answer={answer?.form === "message" ? answer : null} to={viewer === "client" ? "the editor" : viewer === "editor" ? "the author" : "author and editor"} /> : null}
    </>
  );
}

const STATES = { open: "Question, open", answered: "Question, answered", withdrawn: "Question, withdrawn" } as const;

function AnswerForm({ query, answer }: { query: ThreadMessage; answer: ThreadAnswer }) {
  return (
    <Form method="post" className={styles.form} preventScrollReset>
      <input type="hidden" name="queryId" value={query.id} />
      <Textarea name="body" label="Your answer" autosize minRows={2} maxRows={12} maxLength={5_000} required defaultValue={answer?.typed ?? ""} error={fieldError(answer?.error, "body")} />
      <ErrorNote problem={answer?.error} />
      <SubmitButton name="intent" value="answer" pending="Sending">{query.blocking ? "Answer, and let the clock go on" : "Answer"}</SubmitButton>
    </Form>
  );
}

function MessageForm({ messageKey, answer, to }: { messageKey: string; answer: ThreadAnswer; to: string }) {
  const form = useCleared(answer !== null && !answer.error, answer);
  return (
    <Form method="post" className={styles.form} ref={form} preventScrollReset>
      <input type="hidden" name="clientKey" value={messageKey} />
      <Textarea name="body" label={`Write to ${to}`} autosize minRows={2} maxRows={14} maxLength={5_000} required defaultValue={answer?.typed ?? ""} error={fieldError(answer?.error, "body")} />
      {answer?.error ? <ErrorNote problem={answer.error} /> : null}
      {answer?.advice ? <div className={styles.wide}><Notice tone="attention">{answer.advice}</Notice></div> : null}
      <SubmitButton name="intent" value="message" variant="light" pending="Sending">Send the message</SubmitButton>
    </Form>
  );
}

/** Says, once the page lives and shows something new, that it was read. A GET never does. */
function useMarkRead(unread: boolean): void {
  const { submit } = useFetcher();
  useEffect(() => {
    if (unread) void submit({ intent: "read" }, { method: "post" });
  }, [unread, submit]);
}

/** The editor's form for asking the author, with what a blocking question does. */
export function AskForm({ mayPause, answer, messageKey }: { mayPause: boolean; answer: ThreadAnswer; messageKey: string }) {
  const form = useCleared(answer !== null && !answer.error, answer);
  return (
    <Form method="post" className={styles.form} ref={form} preventScrollReset>
      <input type="hidden" name="clientKey" value={`q${messageKey}`} />
      <Textarea name="body" label="Ask the author" description="What the manuscript alone cannot tell you. It stands in the thread and reaches the author by e-mail." autosize minRows={2} maxRows={12} maxLength={5_000} required defaultValue={answer?.typed ?? ""} error={fieldError(answer?.error, "body")} />
      {mayPause ? (
        <label className="small">
          <input type="checkbox" name="blocking" value="1" /> <b>I cannot go on without the answer.</b> The clock stands until it comes, and every date moves by that time. After 7 days you may go on without it.
        </label>
      ) : <p className="soft small">The clock goes on: only a first edit that is in progress can be paused.</p>}
      <ErrorNote problem={answer?.error} />
      {answer?.advice ? <div className={styles.wide}><Notice tone="attention">{answer.advice}</Notice></div> : null}
      <SubmitButton name="intent" value="query" variant="light" pending="Asking">Ask the question</SubmitButton>
    </Form>
  );
}
