import { PasswordInput, TextInput } from "@mantine/core";
import { Form, Link, useLocation } from "react-router";
import { MINUTE, formatDuration } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { CATEGORY_LABELS } from "../rules/impersonation.ts";
import type { ImpersonationRow } from "../server/find-impersonation.ts";
import type { PasswordPolicy } from "../rules/password-policy.ts";
import type { SecondFactors } from "../rules/second-factor.ts";
import { type SettingsAnswer, settingsAnswerOf } from "../rules/settings.ts";
import styles from "./account-settings.module.css";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { NewPasswordField } from "./password-field.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";

type Session = { id: string; device: string; here: boolean; startedAt: Date; lastSeenAt: Date };
type Settings = {
  email: string;
  stopped: { reason: "bounce" | "complaint"; since: Date } | null;
  hasPassword: boolean;
  providers: string[];
  sessions: Session[];
  secondFactors: SecondFactors;
  staffAccess: ImpersonationRow[];
  policy: PasswordPolicy;
  /** The result of a form sent without script. */
  done: { intent: "password"; done: string } | null;
};
type Answer = SettingsAnswer["settings"];

/** Sign-in settings and sessions, the same for authors and editors. @param answer the page's actionData */
export function AccountSettings({ settings, answer: given }: { settings: Settings; answer: unknown }) {
  const answer: Answer | undefined = settingsAnswerOf(given) ?? settings.done ?? undefined;
  const of = (...intents: string[]) => (answer && intents.includes(answer.intent) ? answer : undefined);
  return (
    <>
      <EmailSection
        email={settings.email}
        stopped={settings.stopped}
        hasPassword={settings.hasPassword}
        answer={of("email", "resume-emails")}
      />
      <Section title="Notifications" id="notifications">
        <p className={styles.line}>
          <Link to="/notifications?view=settings">Choose your notifications</Link> in the app and by email.
        </p>
      </Section>
      <PasswordSection
        email={settings.email}
        hasPassword={settings.hasPassword}
        policy={settings.policy}
        answer={of("password")}
      />
      <SecondFactorPanel factors={settings.secondFactors} answer={given} />
      <PasskeysPanel factors={settings.secondFactors} answer={given} />
      {settings.providers.length > 0 ? (
        <Section title="Connected sign-in" id="provider">
          <ul className={styles.list}>
            {settings.providers.map((name) => (
              <li key={name}>
                <div className={styles.what}>
                  <strong>{name}</strong>
                  <span>You can sign in with this account.</span>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <SessionsSection sessions={settings.sessions} answer={of("session.end", "session.end-others")} />
      <StaffAccess rows={settings.staffAccess} />
    </>
  );
}

/** When staff viewed the product as this person. */
function StaffAccess({ rows }: { rows: readonly ImpersonationRow[] }) {
  return (
    <Section title="Staff access" id="staff-access">
      {rows.length === 0 ? (
        <p className={styles.line}>
          Our staff haven't viewed the product as you. If they do, we'll tell you, and it appears here.
        </p>
      ) : (
        <ul className={styles.list}>
          {rows.map((it) => (
            <li key={it.id}>
              <div className={styles.what}>
                <strong>{CATEGORY_LABELS[it.category]}</strong>
                <span>
                  {it.readOnly ? "Support, read-only" : "Admin"}, <Instant at={it.startedAt} />
                  {it.endedAt === null ? (
                    ", in progress"
                  ) : (
                    <> for {formatDuration(Math.max(MINUTE, Date.parse(it.endedAt) - Date.parse(it.startedAt)))}</>
                  )}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const Done = ({ answer }: { answer: Answer | undefined }) =>
  answer?.done ? (
    <div role="status">
      <Notice tone="good" title={answer.done} />
    </div>
  ) : null;

/** Asks for the password in place if the last sign-in was too long ago. */
function Proof({ answer }: { answer: Answer }) {
  return (
    <PasswordInput
      id="email-proof"
      name="current-password"
      label="Enter your password to continue"
      autoComplete="current-password"
      required
      error={fieldError(answer.error, "current-password")}
    />
  );
}

/** Says that our emails bounce, and how to mend it. */
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

function EmailSection({
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

function PasswordSection({
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

function SessionsSection({ sessions, answer }: { sessions: Session[]; answer: Answer | undefined }) {
  const { pathname } = useLocation();
  return (
    <Section title="Where you're signed in" id="sessions">
      <div className={styles.panel}>
        <Done answer={answer} />
        <ErrorNote problem={answer?.error} />
        <ul className={styles.list}>
          {sessions.map((it) => (
            <li key={it.id}>
              <div className={styles.what}>
                <strong>{it.device}</strong>
                <span>
                  Since <Instant at={it.startedAt} />
                  {it.here ? (
                    ""
                  ) : (
                    <>
                      , last seen <Instant at={it.lastSeenAt} />
                    </>
                  )}
                </span>
              </div>
              {it.here ? (
                <StatusBadge tone="done">This device</StatusBadge>
              ) : (
                <Form method="post" action={pathname} preventScrollReset>
                  <input type="hidden" name="sessionId" value={it.id} />
                  <SubmitButton
                    name="intent"
                    value="session.end"
                    variant="default"
                    size="compact-sm"
                    formAction={pathname}
                    pending="Signing out"
                  >
                    Sign out
                  </SubmitButton>
                </Form>
              )}
            </li>
          ))}
        </ul>
        {sessions.length > 1 ? (
          <Form method="post" action={pathname} preventScrollReset>
            <SubmitButton
              name="intent"
              value="session.end-others"
              variant="default"
              formAction={pathname}
              pending="Signing out"
            >
              Sign out other devices
            </SubmitButton>
          </Form>
        ) : (
          <p className="soft">You're only signed in on this device.</p>
        )}
      </div>
    </Section>
  );
}
