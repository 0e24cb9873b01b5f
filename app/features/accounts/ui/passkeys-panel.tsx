import { formText } from "#app/platform/rules/text/form-text.ts";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, useFetcher, useLocation } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type SecondFactorAnswer, type SecondFactors, secondFactorAnswerOf } from "../rules/sign-in/second-factor.ts";
import { ceremonyProblem, knowsPasskeys, makePasskey } from "./sign-in/passkey-ceremony.ts";
import { ProofField, ProofForm, asksForProof } from "./proof-of-owner.tsx";
import styles from "./second-factor.module.css";

type Passkey = SecondFactors["passkeys"][number];

/** The passkeys on the settings pages. @param answer the page's actionData */
export function PasskeysPanel({ factors, answer: given }: { factors: SecondFactors; answer?: unknown }) {
  const found = secondFactorAnswerOf(given);
  const answer = found?.intent === "passkey.rename" || found?.intent === "passkey.remove" ? found : undefined;
  return (
    <Section title="Passkeys" id="passkeys">
      <div className={styles.panel}>
        {answer?.done ? (
          <div role="status">
            <Notice tone="good" title={answer.done} />
          </div>
        ) : null}
        {answer?.error && !asksForProof(answer) ? <ErrorNote problem={answer.error} /> : null}
        <p>
          A passkey signs you in with your device's fingerprint, face recognition, or PIN, so you don't need a password
          or code.
        </p>
        {factors.passkeys.length > 0 ? (
          <ul className={styles.list}>
            {factors.passkeys.map((it) => (
              <Row key={it.id} passkey={it} />
            ))}
          </ul>
        ) : null}
        {answer && asksForProof(answer) ? (
          <ProofForm answer={answer} fields={{ id: answer.id, ...(answer.name ? { name: answer.name } : {}) }} />
        ) : null}
        <AddPasskey />
      </div>
    </Section>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const { pathname } = useLocation();
  return (
    <li>
      <div className={styles.name}>
        <strong>{passkey.name}</strong>
        <span>
          Added <Instant at={passkey.addedAt} show="day" />,{" "}
          {passkey.synced ? "synced by your password manager" : "on one device"}
        </span>
      </div>
      <ConfirmButton
        title={<>Remove “{passkey.name}”?</>}
        body={<p>You won't be able to sign in with it. Your device may still list it, so remove it there too.</p>}
        confirm="Remove passkey"
        fields={{ intent: "passkey.remove", id: passkey.id }}
        size="xs"
        stops
      >
        Remove
      </ConfirmButton>
      <details className={styles.rename} key={passkey.name}>
        <summary>Rename</summary>
        <Form method="post" action={pathname} preventScrollReset className={styles.form}>
          <input type="hidden" name="id" value={passkey.id} />
          <TextInput name="name" label="Name" defaultValue={passkey.name} maxLength={60} required />
          <div className={styles.buttons}>
            <SubmitButton name="intent" value="passkey.rename" size="xs" variant="default" formAction={pathname}>
              Save name
            </SubmitButton>
          </div>
        </Form>
      </details>
    </li>
  );
}

/** Adding a passkey needs script, because the device is asked between two requests to the server. */
function AddPasskey() {
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  // `error` is set when the request never reached the server.
  const fetcher = useFetcher<Partial<SecondFactorAnswer> & { error?: ShownProblem }>();
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  const [asking, setAsking] = useState(false);
  const name = useRef("");
  const taken = useRef<unknown>(null);
  const answer = fetcher.data?.factor;
  const { submit } = fetcher;

  useEffect(() => {
    const options = answer?.intent === "passkey.begin" ? answer.passkeyOptions : undefined;
    if (!options || taken.current === options) return;
    taken.current = options;
    setAsking(true);
    makePasskey(options)
      .then((made) => submit({ intent: "passkey.add", made, name: name.current }, { method: "post", action: pathname }))
      .catch((error: unknown) => setProblem(ceremonyProblem(error)))
      .finally(() => setAsking(false));
  }, [answer, submit, pathname]);

  if (!hydrated) return null;
  if (!knowsPasskeys()) return <p className="small soft">This browser doesn't support passkeys.</p>;
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    name.current = formText(form, "name");
    setProblem(null);
    form.set("intent", "passkey.begin");
    void submit(form, { method: "post", action: pathname });
  };
  const busy = asking || fetcher.state !== "idle";
  const done = answer?.intent === "passkey.add" && answer.done && !busy;
  return (
    <>
      {done ? (
        <div role="status">
          <Notice tone="good" title={answer.done} />
        </div>
      ) : null}
      <form method="post" className={styles.form} onSubmit={begin} key={done ? "done" : "new"}>
        <ErrorNote
          problem={
            problem ??
            (busy ? null : fetcher.data?.error) ??
            (answer?.error && answer.error.code !== "wrong-password" && !busy ? answer.error : null)
          }
        />
        <TextInput
          name="name"
          label="Name"
          description="For example, “Laptop” or “Phone”"
          maxLength={60}
          error={fieldError(answer?.error, "name")}
        />
        {asksForProof(answer) ? <ProofField answer={answer} /> : null}
        <div className={styles.buttons}>
          <Button type="submit" variant="default" aria-disabled={busy || undefined}>
            {asking ? "Continue on your device…" : busy ? "One moment…" : "Add passkey"}
          </Button>
        </div>
      </form>
    </>
  );
}
