import { plural } from "#app/platform/rules/core/count.ts";
import { Instant } from "#app/ui/instant.tsx";
import type { QueriesOfFile } from "../../server/work/list-document-queries.ts";
import styles from "./query-list.module.css";
import type { QueryListAnswer } from "./query-answer-form.tsx";
import { Folding, Item } from "./query-item.tsx";
import { Write } from "./write-answers.tsx";

/** A question that the editor asked in a message during the edit. It is answered in the messages. */
export type AskedInMessages = {
  id: string;
  body: string;
  state: "open" | "answered" | "withdrawn";
  blocking: boolean;
  at: Date;
};

/**
 * The editor's questions as a list to work through: comments in the delivered copies, each with its passage, and
 * questions asked in messages. The next open one is unfolded. Its forms post to their own page: "document_query" and
 * "write_answers".
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
          {plural(total, "question")} answered{skipped > 0 ? `, ${skipped} skipped` : ""}
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
