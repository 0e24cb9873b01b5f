import { Link } from "react-router";
import { MINUTE, formatDuration } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Section } from "#app/ui/page.tsx";
import { CATEGORY_LABELS } from "../rules/impersonation.ts";
import type { ImpersonationRow } from "../server/impersonation/find-impersonation.ts";
import { settingsAnswerOf } from "../rules/settings.ts";
import styles from "./account-settings.module.css";
import { ConnectedAccounts } from "./connected-accounts.tsx";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import type { Settings, Answer } from "./settings-answer.tsx";
import { EmailSection } from "./email-settings.tsx";
import { PasswordSection } from "./password-settings.tsx";
import { SessionsSection } from "./session-settings.tsx";

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
      <ConnectedAccounts settings={settings} answer={of("provider.connect", "provider.disconnect")} />
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
                    <> for {formatDuration(Math.max(MINUTE, it.endedAt.getTime() - it.startedAt.getTime()))}</>
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
