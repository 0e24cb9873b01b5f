import { Form } from "react-router";
import { FileRow } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { DocumentQueryView, QueriesOfFile } from "../../server/work/list-document-queries.ts";
import { GivenAnswer } from "./given-answer.tsx";
import { QueryPassage } from "./query-passage.tsx";
import styles from "./query-list.module.css";

/**
 * The comments of the copy to submit: the editor can change which of them are questions to the author. Posts
 * "mark_query".
 */
export function QueryMarks({ files }: { files: readonly QueriesOfFile[] }) {
  const all = files.flatMap((file) => file.queries);
  const asked = all.filter((query) => query.asks).length;
  return (
    <Sheet
      title="Your comments"
      aside={
        <span className="soft small">
          <b className="figures">
            {asked} of {all.length}
          </b>{" "}
          ask the author
        </span>
      }
    >
      <p className="soft small">
        After delivery, the author answers your questions one by one. Correct any comment we've misread: questions go on
        the author's list, remarks don't.
      </p>
      {files.map((file) => (
        <section key={file.fileId} aria-label={`Comments in ${file.name}`}>
          {files.length > 1 ? <p className="eyebrow">{file.name}</p> : null}
          <ol className={styles.list}>
            {file.queries.map((query) => (
              <li key={query.id} className={styles.item}>
                <span className={styles.sign} aria-hidden>
                  {query.asks ? "?" : "–"}
                </span>
                <div className={styles.body}>
                  <Words query={query} />
                  {query.asks && query.options.length > 0 ? (
                    <p className="soft small">
                      Offered as choices: {query.options.map((option) => option.label).join(" · ")}
                    </p>
                  ) : null}
                  <Form method="post" preventScrollReset className={styles.buttons}>
                    <input type="hidden" name="intent" value="mark_query" />
                    <b className="small">{query.asks ? "Question" : "Remark"}</b>
                    <SubmitButton
                      name="mark"
                      value={`${query.asks ? "no" : "yes"}:${query.id}`}
                      variant="default"
                      size="compact-sm"
                      pending="Saving"
                    >
                      {query.asks ? "Mark as remark" : "Mark as question"}
                    </SubmitButton>
                  </Form>
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Sheet>
  );
}

/** The author's answers to the comments of the last delivery, for the editor's revision. */
export function QueryAnswers({ files }: { files: readonly QueriesOfFile[] }) {
  const all = files.flatMap((file) => file.queries);
  const answered = all.filter((query) => query.state === "answered").length;
  return (
    <Sheet
      title="The author's answers"
      aside={
        <span className="soft small">
          <b className="figures">
            {answered} of {all.length}
          </b>{" "}
          answered
        </span>
      }
    >
      {files.map((file) => (
        <section key={file.fileId} aria-label={`Answers to the comments in ${file.name}`}>
          {file.answered ? (
            <FileRow
              name={file.answered.name}
              format="docx"
              sizeBytes={file.answered.bytes}
              href={file.answered.href}
              facts={
                <>
                  <span>Copy with the author's answers</span>
                  <span>
                    <Instant at={file.answered.at} />
                  </span>
                </>
              }
            />
          ) : null}
          <ol className={styles.list}>
            {file.queries.map((query) => (
              <li key={query.id} className={styles.item} data-state={query.state}>
                <span className={styles.sign} aria-hidden>
                  {query.state === "answered" ? "✓" : "?"}
                </span>
                <div className={styles.body}>
                  <Words query={query} />
                  {query.state === "answered" ? (
                    <GivenAnswer query={query} />
                  ) : (
                    <p className="soft small">
                      {query.state === "skipped" ? "Skipped by the author." : "Not answered yet."}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Sheet>
  );
}

function Words({ query }: { query: DocumentQueryView }) {
  const edit = query.state === "answered" && query.choice !== null ? (query.options[query.choice]?.edit ?? null) : null;
  return (
    <>
      {query.section ? <p className={styles.head}>{query.section}</p> : null}
      <QueryPassage query={query} edit={edit} />
      <p className={styles.question}>{query.body}</p>
    </>
  );
}
