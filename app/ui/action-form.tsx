import type { ReactNode } from "react";
import { Form } from "react-router";
import { useAccepted } from "#app/platform/browser/core/last-answer.ts";
import { ErrorNote, type ShownProblem } from "./notice.tsx";
import { SubmitButton } from "./submit-button.tsx";
import styles from "./action-form.module.css";

/** A page's last answer, as far as a form needs it. */
export type FormAnswer = {
  form: string;
  done?: string;
  error?: ShownProblem;
  typed?: Readonly<Record<string, string>>;
};

/**
 * A form for one of a page's intents that opens when its label is clicked. It stays open with what was typed after a
 * refusal, and is closed and empty again after success. Works without script.
 */
export function ActionForm({
  intent,
  label,
  submit,
  pending,
  stops = false,
  starts = false,
  fields = {},
  encType,
  answer,
  children,
}: {
  intent: string;
  /** What opens the form: "Pause invites". */
  label: string;
  /** The button's label, if it says more than what opens the form. */
  submit?: string;
  pending: string;
  /** Limits or removes something: the button is vermilion. */
  stops?: boolean;
  /** Whether it's open from the beginning. */
  starts?: boolean;
  /** Hidden fields of the form. */
  fields?: Readonly<Record<string, string>>;
  /** For a form with a file. */
  encType?: "multipart/form-data";
  /** The page's last answer, whichever form it belongs to. */
  answer: FormAnswer | undefined;
  children: (state: { problem: ShownProblem | undefined; typed: Readonly<Record<string, string>> }) => ReactNode;
}) {
  const own = answer?.form === intent ? answer : undefined;
  const accepted = useAccepted(answer, intent);
  return (
    <details key={accepted} className={styles.action} open={own?.error !== undefined || starts || undefined}>
      <summary>{label}</summary>
      <Form method="post" className={styles.form} noValidate preventScrollReset {...(encType ? { encType } : {})}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ErrorNote problem={own?.error} />
        {children({ problem: own?.error, typed: own?.typed ?? {} })}
        <div>
          <SubmitButton name="intent" value={intent} pending={pending} {...(stops ? { color: "vermilion" } : {})}>
            {submit ?? label}
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
}
