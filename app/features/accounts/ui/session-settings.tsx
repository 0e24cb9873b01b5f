import { Form, useLocation } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./account-settings.module.css";
import { type Session, type Answer, Done } from "./settings-answer.tsx";

export function SessionsSection({ sessions, answer }: { sessions: Session[]; answer: Answer | undefined }) {
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
