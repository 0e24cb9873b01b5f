import { PasswordInput } from "@mantine/core";
import { Form, Link, useLocation } from "react-router";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { PasswordPolicy } from "../rules/sign-in/password-policy.ts";
import styles from "./account-settings.module.css";
import { NewPasswordField } from "./sign-in/password-field.tsx";
import { type Answer, Done } from "./settings-answer.tsx";

export function PasswordSection({
  email,
  hasPassword,
  policy,
  answer,
}: {
  email: string;
  hasPassword: boolean;
  policy: PasswordPolicy;
  answer: Answer | undefined;
}) {
  const { pathname } = useLocation();
  if (!hasPassword)
    return (
      <Section title="Password" id="password-section">
        <p className={styles.line}>
          Your account has no password. <Link to="/signin/reset">Get an email</Link> to choose one.
        </p>
      </Section>
    );
  return (
    <Section title="Password" id="password-section">
      <div className={styles.panel}>
        <Done answer={answer} />
        <Form
          method="post"
          action={pathname}
          preventScrollReset
          className={styles.form}
          noValidate
          key={answer?.done ?? "form"}
        >
          <ErrorNote problem={answer?.error} />
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            id="current-password"
            name="current-password"
            label="Current password"
            autoComplete="current-password"
            required
            error={fieldError(answer?.error, "current-password")}
          />
          <NewPasswordField label="New password" policy={policy} error={fieldError(answer?.error, "password")} />
          <div className={styles.buttons}>
            <SubmitButton name="intent" value="password" variant="default" formAction={pathname} pending="Changing">
              Change password
            </SubmitButton>
          </div>
          <p className="small soft">
            We'll sign out your other devices. <Link to="/signin/reset">Forgot your password?</Link>
          </p>
        </Form>
      </div>
    </Section>
  );
}
