import { Textarea } from "@mantine/core";
import { Form } from "react-router";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import styles from "../../ui/order.module.css";

/** The form for a free revision of a delivery. Posts `intent=revision`. */
export function RequestRevision({
  view,
  refusal,
  answer,
}: {
  view: OrderView;
  refusal: string | null;
  answer: { error?: ShownProblem; typed?: string } | undefined;
}) {
  return (
    <Fold
      id="revision"
      title="Request a revision"
      open={Boolean(answer?.error)}
      aside={
        view.dates.revisionUntilAt && !refusal ? (
          <>
            Free until <Instant at={view.dates.revisionUntilAt} deadline />
          </>
        ) : null
      }
    >
      {refusal ? (
        <p className="soft">{refusal} Place a new order for further work.</p>
      ) : (
        <Form method="post" className={styles.form}>
          <p className="soft small">
            Two rounds are free, within the original scope and up to a few hundred new words. This is round{" "}
            {view.revisionsUsed + 1} of 2.
          </p>
          <Textarea
            name="note"
            label="What should your editor change?"
            description="Point to each place in the text. Your editor works from this note."
            autosize
            minRows={3}
            maxRows={16}
            maxLength={5_000}
            required
            defaultValue={answer?.error ? answer.typed : ""}
            error={fieldError(answer?.error, "note")}
          />
          {answer?.error ? <ErrorNote problem={answer.error} /> : null}
          <SubmitButton name="intent" value="revision" variant="default" pending="Requesting">
            Request revision
          </SubmitButton>
        </Form>
      )}
    </Fold>
  );
}
