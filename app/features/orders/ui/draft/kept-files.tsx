import { NativeSelect } from "@mantine/core";
import { Form } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { RetentionView } from "../../server/views/get-order-view.ts";
import styles from "../order.module.css";

/**
 * When an order's files are deleted, with the author's choice; or what was deleted, and what is kept. Posts `keep` and
 * `delete_files`.
 */
export function KeptFiles({
  retention,
  keptFor,
  own,
  answer,
}: {
  retention: RetentionView;
  /** Why the files are kept although their time has come, in a sentence. */
  keptFor: string | null;
  own: boolean;
  answer: { error?: ShownProblem } | undefined;
}) {
  const { startedAt, askedAt, dueAt, keepDays } = retention;
  if (own && !startedAt && !askedAt && !keptFor)
    return (
      <Fold
        id="kept-files"
        title={
          dueAt ? (
            <>
              We delete the files on <Instant at={dueAt} deadline />
            </>
          ) : (
            `We delete the files ${keepDays} days after acceptance`
          )
        }
        open={answer?.error !== undefined}
      >
        <div className={styles.tight}>
          <Choice retention={retention} problem={answer?.error} />
        </div>
      </Fold>
    );
  return (
    <Sheet title={startedAt ? "Deleted files" : "How long we keep your files"}>
      <div className={styles.tight} id="kept-files">
        {startedAt ? (
          <Deleted retention={retention} />
        ) : (
          <>
            <DueDate retention={retention} keptFor={keptFor} />
            {own ? <Choice retention={retention} problem={answer?.error} /> : null}
          </>
        )}
      </div>
    </Sheet>
  );
}

function Deleted({ retention }: { retention: RetentionView }) {
  const { startedAt, deletedAt, recordsDeletedAt, recordsDueAt, askedAt, keepDays } = retention;
  return (
    <>
      <p>
        {deletedAt ? (
          <>
            We deleted the manuscript, the edited copies, the attached files, and the text read from them on{" "}
            <Instant at={deletedAt} />,{" "}
            {askedAt
              ? "because the author asked for it."
              : `${keepDays} days after the order ${retention.accepted ? "was accepted" : "ended"}.`}
          </>
        ) : (
          <>
            We started deleting the files on <Instant at={startedAt!} />. They can no longer be opened.
          </>
        )}
      </p>
      <p className="soft small">
        {recordsDeletedAt ? (
          <>
            The editor's letter, messages, and access log were deleted on <Instant at={recordsDeletedAt} />. Invoices
            are kept as long as the law requires.
          </>
        ) : (
          <>
            We keep the editor's letter, the messages, the word and change counts, the hashes of the files, and the
            access log{" "}
            {recordsDueAt ? (
              <>
                until <Instant at={recordsDueAt} />
              </>
            ) : (
              `for ${retention.recordDays} days`
            )}
            , while a card payment can be disputed. Invoices are kept as long as the law requires. A certificate stays
            valid.
          </>
        )}
      </p>
    </>
  );
}

function DueDate({
  retention: { dueAt, askedAt, keepDays },
  keptFor,
}: {
  retention: RetentionView;
  keptFor: string | null;
}) {
  if (askedAt) return <p>{keptFor ?? "You asked us to delete the files now. It takes a few minutes."}</p>;
  if (!dueAt) return <p>We delete the files {keepDays} days after acceptance.</p>;
  return (
    <>
      <p>
        We delete the files on <Instant at={dueAt} deadline />.
      </p>
      {keptFor ? <p className="soft small">{keptFor}</p> : null}
    </>
  );
}

function Choice({ retention, problem }: { retention: RetentionView; problem: ShownProblem | undefined }) {
  const { keepDays, askedAt, ended, options } = retention;
  return (
    <>
      <Form method="post" className={styles.form}>
        {problem && !fieldError(problem, "days") ? <ErrorNote problem={problem} /> : null}
        <NativeSelect
          name="days"
          label="Keep files for"
          key={keepDays}
          defaultValue={String(keepDays)}
          error={fieldError(problem, "days")}
          data={options.map(({ days, over }) => ({
            value: String(days),
            label: over ? `${days} days (already over)` : `${days} days after acceptance`,
            disabled: over && days !== keepDays,
          }))}
        />
        <div>
          <SubmitButton name="intent" value="keep" variant="default" size="xs" pending="Saving">
            {askedAt ? "Keep files instead" : "Save"}
          </SubmitButton>
        </div>
      </Form>
      {ended && !askedAt ? (
        <div>
          <ConfirmButton
            stops
            size="xs"
            variant="subtle"
            color="gray"
            title="Delete this order's files now?"
            confirm="Delete files"
            pending="Requesting"
            fields={{ intent: "delete_files" }}
            body={
              <p>
                We delete the manuscript, the edited copies, the attached files, and the questions about the text. You
                can't download them, request a revision, or order a re-edit after that. You can't undo this.
              </p>
            }
          >
            Delete files now
          </ConfirmButton>
        </div>
      ) : null}
    </>
  );
}
