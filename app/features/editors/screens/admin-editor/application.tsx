import { TextInput, Textarea } from "@mantine/core";
import { Form } from "react-router";
import styles from "#app/features/backoffice/ui/people.module.css";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { RUBRIC, RUBRIC_MOST } from "../../rules/samples.ts";

/** Who has to do what about an application. */
export function NextStep({ status, mayDecide }: { status: string; mayDecide: boolean }) {
  return (
    <WaitingLine
      {...(status === "submitted"
        ? {
            turn: mayDecide ? ("you" as const) : ("others" as const),
            waitsFor: "Review the application, then approve or decline it.",
            who: mayDecide ? "An admin" : "Another admin",
          }
        : { turn: "done" as const, waitsFor: `Application ${status}.` })}
    />
  );
}

export function Decision({ answer }: { answer: FormAnswer | undefined }) {
  const problem = answer?.error;
  return (
    <Form method="post" className={styles.form} noValidate>
      <fieldset className={styles.rubric}>
        <legend>Points for the sample, 0 to {RUBRIC_MOST} each</legend>
        {RUBRIC.map(([key, label]) => (
          <TextInput
            key={key}
            id={`rubric-${key}`}
            name={key}
            label={label}
            inputMode="numeric"
            maxLength={2}
            defaultValue={answer?.typed?.[key] ?? ""}
            error={fieldError(problem, `rubric.${key}`)}
          />
        ))}
        {fieldError(problem, "rubric") ? <p className="late">{fieldError(problem, "rubric")}</p> : null}
      </fieldset>
      <Textarea
        name="note"
        label="Note"
        description="The applicant will see this. Required to ask for more or decline."
        maxLength={2_000}
        autosize
        minRows={3}
        defaultValue={answer?.typed?.note ?? ""}
        error={fieldError(problem, "note")}
      />
      <ErrorNote problem={problem} />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="approved" pending="Approving">
          Approve as trial editor
        </SubmitButton>
        <SubmitButton name="intent" value="needs_info" pending="Asking" variant="default">
          Ask for more
        </SubmitButton>
        <SubmitButton name="intent" value="declined" pending="Declining" variant="default">
          Decline
        </SubmitButton>
      </div>
    </Form>
  );
}
