import { PasswordInput } from "@mantine/core";
import { Form, useLocation } from "react-router";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import type { SecondFactorAnswer } from "../rules/sign-in/second-factor.ts";
import type { SettingsAnswer } from "../rules/settings.ts";
import styles from "./second-factor.module.css";

type Answer = Pick<SecondFactorAnswer["factor"] | SettingsAnswer["settings"], "intent" | "error">;

/** Whether the server asks for the password: the last sign-in is too old, or the given password was wrong. */
export const asksForProof = (answer: Answer | undefined): boolean =>
  answer?.error?.code === "requires-recent-login" || answer?.error?.code === "wrong-password";

/** The password field, shown when the last sign-in is too old. */
export function ProofField({ answer }: { answer: Answer | undefined }) {
  return (
    <PasswordInput
      name="current-password"
      label="Your password"
      autoComplete="current-password"
      required
      error={answer?.error?.code === "wrong-password" ? answer.error.message : undefined}
    />
  );
}

/** Asks for the password and sends the same form again. */
export function ProofForm({ answer, fields }: { answer: Answer; fields: Readonly<Record<string, string>> }) {
  const { pathname } = useLocation();
  return (
    <Form method="post" action={pathname} preventScrollReset className={styles.form}>
      <ErrorNote problem={answer.error?.code === "requires-recent-login" ? answer.error : null} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ProofField answer={answer} />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value={answer.intent} formAction={pathname}>
          Continue
        </SubmitButton>
      </div>
    </Form>
  );
}
