import { TextInput } from "@mantine/core";
import { Form, useLocation } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./account-settings.module.css";
import { type Settings, type Answer, Done, Proof } from "./settings-answer.tsx";

/** Says that our emails bounce, and how to fix it. */
function StoppedEmails({ email, stopped }: { email: string; stopped: NonNullable<Settings["stopped"]> }) {
  const { pathname } = useLocation();
  return (
    <Notice tone="late" title="Our emails don't reach you">
      <p>
        {stopped.reason === "bounce" ? (
          <>
            The mail server of {email} refused our email on <Instant at={stopped.since} show="day" />. If the address is
            wrong or no longer yours, change it below. If it works again, turn emails on.
          </>
        ) : (
          <>
            An email of ours to {email} was reported as spam on <Instant at={stopped.since} show="day" />. If that was a
            mistake, turn emails on again and move our emails out of your spam folder.
          </>
        )}{" "}
        Until then, you'll find everything in your notifications here.
      </p>
      <Form method="post" action={pathname} preventScrollReset style={{ marginTop: "0.75rem" }}>
        <SubmitButton name="intent" value="resume-emails" variant="default" pending="Turning on">
          Turn emails on again
        </SubmitButton>
      </Form>
    </Notice>
  );
}

export function EmailSection({
  email,
  stopped,
  hasPassword,
  answer,
}: {
  email: string;
  stopped: Settings["stopped"];
  hasPassword: boolean;
  answer: Answer | undefined;
}) {
  const { pathname } = useLocation();
  const asksForProof = answer?.error?.code === "requires-recent-login" || answer?.error?.code === "wrong-password";
  return (
    <Section title="Email" id="email">
      <div className={styles.panel}>
        <Done answer={answer} />
        {stopped ? <StoppedEmails email={email} stopped={stopped} /> : null}
        <p>
          You sign in with <strong className={styles.address}>{email}</strong>, and we send your email there.
        </p>
        <Form
          method="post"
          action={pathname}
          preventScrollReset
          className={styles.form}
          noValidate
          key={answer?.done ?? "form"}
        >
          <ErrorNote problem={answer?.error} />
          <TextInput
            id="new-email"
            name="email"
            type="email"
            label="New email address"
            autoComplete="email"
            required
            defaultValue={answer?.typed?.email}
            error={fieldError(answer?.error, "email")}
          />
          {answer && asksForProof ? (
            hasPassword ? (
              <Proof answer={answer} />
            ) : (
              <p>Your account has no password. Sign out, sign in again, and then come back here.</p>
            )
          ) : null}
          <div className={styles.buttons}>
            <SubmitButton name="intent" value="email" variant="default" formAction={pathname} pending="Sending">
              {asksForProof ? "Continue" : "Send confirmation email"}
            </SubmitButton>
          </div>
        </Form>
      </div>
    </Section>
  );
}
