import { Textarea } from "@mantine/core";
import { Form } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "../order.module.css";

/** The editor's one appeal of a score. */
export function AppealForm({
  until,
  problem,
  typed,
}: {
  until: Date | null;
  problem?: ShownProblem | undefined;
  typed?: Record<string, string> | undefined;
}) {
  return (
    <Form method="post" className={styles.form} id="appeal">
      <p>
        If you disagree, you can appeal once
        {until ? (
          <>
            , until <Instant at={until} deadline />
          </>
        ) : null}
        . Another reviewer scores the work again. Their score replaces this one, whether it's higher or lower. The
        order's deadlines stay as they are.
      </p>
      <Textarea
        name="reason"
        label="What did the reviewer get wrong?"
        description="Both reviewers' notes are about the work, so point to places in it."
        autosize
        minRows={3}
        required
        minLength={20}
        maxLength={2_000}
        defaultValue={typed?.reason ?? ""}
        error={fieldError(problem, "reason")}
      />
      <ErrorNote problem={problem} />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="appeal" pending="Sending">
          Appeal score
        </SubmitButton>
      </div>
    </Form>
  );
}
