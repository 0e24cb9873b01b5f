import { Checkbox, Textarea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Form, useFetcher } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import type { PageAnswer } from "#app/platform/server/requests/page-frame.ts";
import { FileRow } from "#app/ui/file-row.tsx";
import { ErrorNote, FieldErrors, fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { ReadingPage } from "../../server/reading/read-reading.ts";
import { NO_AI_CONFIRMATION } from "../../rules/work/no-ai.ts";
import { ChangesLink } from "../../ui/delivery/changes-page.tsx";
import { FindingSheetList } from "../../ui/delivery/finding-sheet.tsx";
import { GateFindings } from "../../ui/delivery/gate-findings.tsx";
import { NotAllowed } from "../../ui/delivery/not-allowed.tsx";
import { TrackedUpload } from "../../ui/delivery/tracked-upload.tsx";
import { Consistency } from "../../ui/check/consistency.tsx";
import styles from "../../ui/order.module.css";

type Answer = PageAnswer<object>;

export const OWN_ERRORS = ["reading_message", "submit", "note", "check", "turn", "undo_turn", "resolve", "unresolve"];

/** Checks the newest uploads as they arrive; each set of uploads once. */
function useCheck(copies: NonNullable<ReadingPage["work"]>["copies"]) {
  const { submit, state, data } = useFetcher<Answer>();
  const missing = copies
    .filter((c) => c.work.tracked && !c.checked)
    .map((c) => c.work.tracked!.id)
    .join();
  const asked = useRef("");
  useEffect(() => {
    if (missing === "" || asked.current === missing) return;
    asked.current = missing;
    void submit({ intent: "check" }, { method: "post" });
  }, [missing, submit]);
  return { running: state !== "idle", error: data?.error };
}

export function Submit({
  reading,
  work,
  answer,
}: {
  reading: ReadingPage;
  work: NonNullable<ReadingPage["work"]>;
  answer: ReturnType<typeof useLastAnswer<Answer>>;
}) {
  const check = useCheck(work.copies);
  const own = answer && OWN_ERRORS.includes(answer.form) ? answer : undefined;
  const problem = own?.error ?? check.error;
  return (
    <div id="submit">
      <Sheet title="Your reading">
        <div className={styles.stack}>
          {own?.error ? (
            <>
              <ErrorNote problem={own.error} byField />
              <FieldErrors problem={own.error} />
            </>
          ) : null}
          {work.copies.map((copy) => (
            <div key={copy.work.sourceId} className={styles.tight}>
              <p className="eyebrow">The first editor's copy</p>
              <FileRow
                name={copy.editors.name}
                format={copy.editors.name.split(".").at(-1) ?? "file"}
                sizeBytes={copy.editors.bytes}
                href={copy.editors.href}
                actions={<ChangesLink fileId={copy.editors.id} name={copy.editors.name} />}
              />
              <TrackedUpload
                orderId={reading.orderId}
                work={copy.work}
                error={fieldError(problem, `tracked.${copy.work.sourceId}`)}
              />
              {check.running && copy.work.tracked && !copy.checked ? (
                <p className="soft small" role="status">
                  Checking your copy against the manuscript and the first editor's copy…
                </p>
              ) : null}
              {copy.gate ? <GateFindings gate={copy.gate} /> : null}
              {copy.work.check?.outcome ? (
                <p className="soft small">
                  <Consistency
                    outcome={copy.work.check.outcome}
                    fileId={null}
                    copyId={copy.work.check.open ? copy.work.check.fileId : null}
                  />
                </p>
              ) : null}
              {copy.rule && copy.gate?.untrackedTotal === 0 ? (
                <NotAllowed {...copy.rule} editable turned={copy.work.turned} />
              ) : null}
              {copy.gate?.rewriter && !copy.gate.passed ? (
                <p className="small">Make your changes in Word, in the first editor's copy, and upload it again.</p>
              ) : null}
              {copy.sheet && !copy.gate?.anotherManuscript ? (
                <FindingSheetList
                  sheet={copy.sheet}
                  sourceFileId={copy.work.sourceId}
                  editable
                  key={copy.work.tracked?.id}
                />
              ) : null}
            </div>
          ))}
          <Form method="post" className={styles.form} preventScrollReset>
            <Textarea
              name="note"
              label="Note to the author and the first editor"
              description="What you changed and why. Optional, unless nothing needed changing and you upload no copy."
              autosize
              minRows={3}
              maxRows={16}
              maxLength={5_000}
              defaultValue={own?.typed?.["note"] ?? reading.note}
              error={fieldError(own?.error, "note")}
            />
            <p className="soft small">
              We reject all changes in your copy and check that the author's text returns. If you removed any of the
              first editor's changes, we list them for you to confirm. If the author should decide, delete the text with
              tracking instead.
            </p>
            <Checkbox name="noAi" label={NO_AI_CONFIRMATION} error={fieldError(own?.error, "noAi")} />
            <div className={styles.buttons}>
              <SubmitButton name="intent" value="submit" pending="Checking your copies">
                Submit second reading
              </SubmitButton>
              <SubmitButton name="intent" value="note" variant="default" pending="Saving" formNoValidate>
                Save note
              </SubmitButton>
            </div>
          </Form>
        </div>
      </Sheet>
    </div>
  );
}
