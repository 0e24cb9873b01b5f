import { Form } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Checkbox, NativeSelect, PasswordInput, TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { KEY_LIVES, type KeyView, MAX_KEY_NAME } from "../rules/api-key.ts";
import type { HolderKind } from "../rules/owner.ts";
import { SCOPES, scopesOf } from "../rules/scopes.ts";
import styles from "./integrations.module.css";

const LIFE_WORDS: Readonly<Record<(typeof KEY_LIVES)[number], string>> = {
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In a year",
  "": "Never",
};
const STATE_WORDS = { active: "", expired: "Expired", revoked: "Revoked" } as const;

type Answer = {
  form: string;
  done?: string;
  error?: ShownProblem & { code: string };
  typed?: Readonly<Record<string, string>>;
  made?: { name: string; key: string };
};

/** Keys of a person, an organization, or a partner: those in use, a new one, and those that ended. */
export function Keys({
  kind,
  keys,
  about,
  mayCreate,
  answer,
}: {
  kind: HolderKind;
  keys: readonly KeyView[];
  /** What a key lets a program do. */
  about: string;
  mayCreate: boolean;
  answer: Answer | undefined;
}) {
  const own = answer?.form === "create-key" || answer?.form === "revoke-key" ? answer : undefined;
  const active = keys.filter((key) => key.state === "active");
  const ended = keys.filter((key) => key.state !== "active");
  return (
    <>
      <DoneNote answer={own} />
      {own?.form === "revoke-key" ? <ErrorNote problem={own.error} /> : null}
      {own?.made ? (
        <Notice tone="good" title={`Copy the key “${own.made.name}” now`}>
          <p>We don&apos;t store it, so you won&apos;t see it again.</p>
          <p className={styles.secret}>
            <CopyId id={own.made.key} label="key" />
          </p>
        </Notice>
      ) : null}
      <Section title="Active keys">
        {active.length === 0 ? (
          <EmptyState title="No active keys">
            {about} Create one for each program, so that you can revoke it alone.
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {active.map((key) => (
              <KeyRow key={key.id} it={key} />
            ))}
          </ul>
        )}
      </Section>
      {mayCreate ? (
        <Section title="Create a key">
          <NewKey key={own?.made?.key ?? "new"} kind={kind} answer={own?.form === "create-key" ? own : undefined} />
        </Section>
      ) : null}
      {ended.length > 0 ? (
        <Section title="Ended keys">
          <ul className={styles.list}>
            {ended.map((key) => (
              <KeyRow key={key.id} it={key} />
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

function KeyRow({ it }: { it: KeyView }) {
  return (
    <li className={styles.row}>
      <div>
        <strong>{it.name}</strong> <code>{it.shown}</code>
        <p className={styles.what}>{it.scopes.join(", ")}</p>
        <p className={styles.what}>
          Created <Instant at={it.createdAt} show="day" />.{" "}
          {it.lastUsedAt ? (
            <>
              Last used <Instant at={it.lastUsedAt} />.
            </>
          ) : (
            "Not used yet."
          )}{" "}
          {it.state !== "active" ? (
            `${STATE_WORDS[it.state]}.`
          ) : it.expiresAt ? (
            <>
              Expires <Instant at={it.expiresAt} show="day" />.
            </>
          ) : null}
        </p>
      </div>
      {it.state === "active" ? (
        <ConfirmButton
          size="xs"
          title={`Revoke “${it.name}”?`}
          body="Programs that use this key are refused at once, and links that it made stop working."
          confirm="Revoke key"
          fields={{ intent: "revoke-key", keyId: it.id }}
          stops
        >
          Revoke
        </ConfirmButton>
      ) : null}
    </li>
  );
}

function NewKey({ kind, answer }: { kind: HolderKind; answer: Answer | undefined }) {
  const problem = answer?.error;
  const typed = answer?.typed;
  const ticked = new Set<string>(
    typed?.["scopes"]?.split(" ") ?? (kind === "partner" ? scopesOf(kind) : ["prices:read", "orders:read"]),
  );
  const proof = problem?.code === "requires-recent-login" || problem?.code === "wrong-password";
  return (
    <Form method="post" className={styles.form} noValidate preventScrollReset>
      <ErrorNote problem={problem} />
      <TextInput
        name="name"
        label="Name"
        description="What will use it, such as “Submission system”."
        defaultValue={typed?.["name"] ?? ""}
        maxLength={MAX_KEY_NAME}
        error={fieldError(problem, "name")}
        required
      />
      <fieldset className={styles.scopes}>
        <legend>What it may do</legend>
        {scopesOf(kind).map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            label={SCOPES[scope]}
            description={scope}
            defaultChecked={ticked.has(scope)}
          />
        ))}
        {fieldError(problem, "scopes") ? <p className={styles.error}>{fieldError(problem, "scopes")}</p> : null}
      </fieldset>
      <NativeSelect
        name="days"
        label="Expires"
        defaultValue={typed?.["days"] ?? "90"}
        data={KEY_LIVES.map((value) => ({ value, label: LIFE_WORDS[value] }))}
      />
      {proof ? (
        <PasswordInput
          name="current-password"
          label="Your password"
          autoComplete="current-password"
          error={problem?.code === "wrong-password" ? problem.message : undefined}
          required
        />
      ) : null}
      <div>
        <SubmitButton name="intent" value="create-key" pending="Creating">
          Create key
        </SubmitButton>
      </div>
    </Form>
  );
}
