import { count } from "#app/platform/rules/core/count.ts";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Form, Link, useLocation } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import {
  type SecondFactorAnswer,
  type SecondFactors,
  type Setup,
  inGroups,
  secondFactorAnswerOf,
} from "../rules/sign-in/second-factor.ts";
import { ProofForm, asksForProof } from "./proof-of-owner.tsx";
import styles from "./second-factor.module.css";

type Answer = SecondFactorAnswer["factor"];
const FEW = 3;

/** Two-factor authentication on the settings pages. @param answer the page's actionData */
export function SecondFactorPanel({ factors, answer: given }: { factors: SecondFactors; answer?: unknown }) {
  const found = secondFactorAnswerOf(given);
  const answer = found?.intent.startsWith("factor.") ? found : undefined;
  return (
    <Section title="Two-factor authentication" id="second-factor">
      <div className={styles.panel}>
        {answer?.done && !answer.codes ? (
          <div role="status">
            <Notice tone="good" title={answer.done} />
          </div>
        ) : null}
        {answer?.codes ? <BackupCodes codes={answer.codes} done={answer.done ?? ""} /> : null}
        {answer?.error && !asksForProof(answer) ? <ErrorNote problem={answer.error} /> : null}
        {answer?.setup && !factors.on ? (
          <SetUp setup={answer.setup} answer={answer} />
        ) : factors.on ? (
          <On factors={factors} />
        ) : (
          <Off />
        )}
        {answer && asksForProof(answer) ? <ProofForm answer={answer} fields={{}} /> : null}
      </div>
    </Section>
  );
}

function Off() {
  const { pathname } = useLocation();
  return (
    <>
      <p className={styles.status}>
        <StatusBadge>Off</StatusBadge>
      </p>
      <p>
        Two-factor authentication protects your account even if someone learns your password. When you sign in, you'll
        also enter a code from an authenticator app on your phone.
      </p>
      <Form method="post" action={pathname} preventScrollReset>
        <SubmitButton name="intent" value="factor.begin" variant="default" formAction={pathname}>
          Turn on
        </SubmitButton>
      </Form>
    </>
  );
}

function SetUp({ setup, answer }: { setup: Setup; answer: Answer }) {
  const { pathname } = useLocation();
  const { picture } = setup;
  return (
    <>
      <p>Scan the QR code with an authenticator app, then enter the code the app shows.</p>
      <div className={styles.steps}>
        <svg
          className={styles.picture}
          viewBox={`0 0 ${picture.size} ${picture.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label="QR code with the secret for your authenticator app"
        >
          <path d={picture.path} fill="#000" />
        </svg>
        <div className={styles.panel}>
          <div>
            <p className="small soft">
              Can't scan it? <a href={setup.uri}>Open the app on this device</a>, or enter this secret in it:
            </p>
            <p className={styles.secret}>
              <code>{inGroups(setup.secret)}</code>
            </p>
          </div>
          <Form method="post" action={pathname} preventScrollReset className={styles.form} noValidate>
            <TextInput
              name="code"
              label="Six-digit code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              required
              error={fieldError(answer.error, "code")}
            />
            <div className={styles.buttons}>
              <SubmitButton name="intent" value="factor.confirm" formAction={pathname} pending="Checking">
                Confirm
              </SubmitButton>
              <Button component={Link} to={pathname} variant="subtle" preventScrollReset>
                Cancel
              </Button>
            </div>
          </Form>
        </div>
      </div>
    </>
  );
}

function On({ factors }: { factors: SecondFactors }) {
  const left = factors.backupCodesLeft;
  return (
    <>
      <p className={styles.status}>
        <StatusBadge tone="done">On</StatusBadge>
        {factors.since ? (
          <span className="soft">
            since <Instant at={factors.since} show="day" />
          </span>
        ) : null}
        <span className="soft">{count(left, "backup code left", "backup codes left")}</span>
      </p>
      {left <= FEW ? (
        <Notice
          tone="attention"
          title={left === 0 ? "You have no backup codes left." : "You're running out of backup codes."}
        >
          If you lose your phone, you'll need one to sign in. Create new codes and keep them somewhere safe.
        </Notice>
      ) : null}
      <div className={styles.buttons}>
        <ConfirmButton
          title="Create new backup codes?"
          body={<p>You'll see ten new codes, once. Your current codes will stop working.</p>}
          confirm="Create new codes"
          fields={{ intent: "factor.renew-codes" }}
        >
          Create new backup codes
        </ConfirmButton>
        <ConfirmButton
          title="Turn off two-factor authentication?"
          body={
            <p>
              You'll sign in with just your password. Your list of trusted browsers will be cleared. We'll email you to
              confirm the change.
            </p>
          }
          confirm="Turn off"
          fields={{ intent: "factor.off" }}
          stops
        >
          Turn off
        </ConfirmButton>
      </div>
    </>
  );
}

/** Shows the codes, which are never shown again. */
function BackupCodes({ codes, done }: { codes: readonly string[]; done: string }) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  const text = codes.join("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The codes can still be selected and copied by hand.
    }
  };
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: "backup-codes.txt" });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <>
      <div role="status">
        <Notice tone="good" title={done}>
          You won't see these backup codes again. Each one signs you in once if you don't have your phone, so keep them
          somewhere else.
        </Notice>
      </div>
      <ul className={styles.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {hydrated ? (
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => void copy()}>
            {copied ? "Copied" : "Copy"}
          </Button>
          <Button variant="default" onClick={save}>
            Save as file
          </Button>
        </div>
      ) : null}
    </>
  );
}
