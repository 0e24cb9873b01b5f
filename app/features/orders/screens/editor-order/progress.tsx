import { Textarea } from "@mantine/core";
import { Form } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import styles from "../../ui/order.module.css";
import type { Answer } from "./intents.ts";

/** The form that tells the author how many words are done. */
export function Progress({ view, answer }: { view: OrderView; answer: Answer | undefined }) {
  return (
    <Form method="post" className={styles.form}>
      <p className="soft small">
        The author sees what you report. It counts as completed work if the order is canceled.
        {view.dates.progressAt ? (
          <>
            {" "}
            Last reported: <Instant at={view.dates.progressAt} />.
          </>
        ) : null}
      </p>
      <label className={styles.tight}>
        <span className="small">
          <b>Words done</b> of {view.billableWords.toLocaleString("en-US")}
        </span>
        <input
          className={styles.points}
          name="words"
          type="number"
          inputMode="numeric"
          min={0}
          max={view.billableWords}
          required
          defaultValue={answer?.error ? answer.typed?.words : view.progressWords || ""}
        />
      </label>
      <Textarea
        name="note"
        label="Comment (optional)"
        autosize
        minRows={1}
        maxLength={1_000}
        defaultValue={answer?.error ? answer.typed?.note : ""}
      />
      <ErrorNote problem={answer?.error} />
      <SubmitButton name="intent" value="progress" variant="default" pending="Saving">
        Report progress
      </SubmitButton>
    </Form>
  );
}
