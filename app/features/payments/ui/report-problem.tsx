import { NativeSelect, Textarea } from "@mantine/core";
import { Form } from "react-router";
import { ATTACHMENT_ACCEPT } from "#app/features/messages/rules/attachment.ts";
import { Attachments } from "#app/features/messages/ui/conversation.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { shareWords } from "#app/platform/rules/text/share-words.ts";
import { formatBusinessDays, formatHours } from "#app/platform/rules/core/time.ts";
import { REDO_MS } from "#app/features/orders/rules/work/revision.ts";
import type { OwnProblem } from "../server/problems/read-own-problem.ts";
import styles from "./refund.module.css";

/** The form for reporting a problem with a delivered order, and the report's state. */
export function ReportProblem({
  problem,
  answer,
}: {
  problem: OwnProblem;
  answer: { error?: ShownProblem; typed?: string } | undefined;
}) {
  const { latest, mayReport, quality, decideDays, bonusBp } = problem;
  const title = "Report a problem with this order";
  return (
    <Fold id="problem" title={title} open={Boolean(answer?.error) || latest?.status === "open"}>
      <div className={styles.stack}>
        {latest ? <Standing latest={latest} /> : null}
        {mayReport ? (
          <Form method="post" encType="multipart/form-data" className={styles.form} noValidate>
            <p className="soft small">
              If the work isn't what we promised, tell us. We decide within {formatBusinessDays(decideDays)}. Your
              editor redoes what's wrong within {formatHours(REDO_MS)}. If that doesn't help, we refund{" "}
              {shareWords(quality.minorBp)} of the price, or{" "}
              {quality.majorBp === 10_000 ? "all of it" : shareWords(quality.majorBp)} for serious problems.
            </p>
            {answer?.error ? <ErrorNote problem={answer.error} /> : null}
            <Textarea
              id="what"
              name="what"
              label="What is wrong?"
              description="Quote the places: page, paragraph, what you expected, what you got."
              autosize
              minRows={4}
              maxRows={16}
              maxLength={5_000}
              required
              defaultValue={answer?.error ? answer.typed : ""}
              error={fieldError(answer?.error, "what")}
            />
            <label className={styles.files}>
              <span>Files that show it (optional, up to 3)</span>
              <input type="file" name="files" accept={ATTACHMENT_ACCEPT} multiple />
            </label>
            {fieldError(answer?.error, "files") ? (
              <p className="late small">{fieldError(answer?.error, "files")}</p>
            ) : null}
            {bonusBp === null ? null : (
              <NativeSelect
                name="refundTo"
                label="If we refund you"
                data={[
                  { value: "card", label: "To the card you paid with" },
                  {
                    value: "balance",
                    label:
                      bonusBp === 0
                        ? "To your balance"
                        : `To your balance, with ${bonusBp / 100}% of it as courtesy credit on top`,
                  },
                ]}
              />
            )}
            <SubmitButton name="intent" value="problem" variant="default" pending="Sending">
              Report problem
            </SubmitButton>
          </Form>
        ) : null}
      </div>
    </Fold>
  );
}

function Standing({ latest }: { latest: NonNullable<OwnProblem["latest"]> }) {
  switch (latest.status) {
    case "open":
      return (
        <Notice tone="info" title="We're looking into your report">
          {latest.refundPending ? (
            "A refund has been proposed and is waiting for approval. "
          ) : (
            <>
              We'll decide by <Instant at={latest.dueAt} />.{" "}
            </>
          )}
          You wrote: “{latest.what}”{latest.files.length > 0 ? <Attachments of={latest.files} /> : null}
        </Notice>
      );
    case "redo":
      return (
        <Notice tone="info" title="Your editor is redoing the work">
          {latest.redoDueAt ? (
            <>
              You'll have it by <Instant at={latest.redoDueAt} />. If something is still wrong then, write in the
              messages below and we'll decide on a refund.
            </>
          ) : null}
        </Notice>
      );
    case "refunded":
      return (
        <Notice tone="good" title="Your report was upheld">
          The refund is on its way. You'll find it under Payments.
        </Notice>
      );
    case "declined":
      return (
        <Notice tone="info" title="We decided not to refund this order">
          {latest.note}
        </Notice>
      );
  }
}
