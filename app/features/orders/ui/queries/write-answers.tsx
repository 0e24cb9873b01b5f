import { count } from "#app/platform/rules/core/count.ts";
import { Form } from "react-router";
import { FileRow } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { QueriesOfFile } from "../../server/work/list-document-queries.ts";
import styles from "./query-list.module.css";
import type { QueryListAnswer } from "./query-answer-form.tsx";

export function Write({
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
