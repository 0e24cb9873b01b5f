import { Form, Link } from "react-router";
import { ProfileTabs } from "#app/features/accounts/ui/profile-tabs.tsx";
import { reauthenticate, requireRecentSignIn } from "#app/features/accounts/server/sign-in/recent-sign-in.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { API_BASE, API_DOCS } from "#app/platform/rules/requests/api-error.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Checkbox, NativeSelect, PasswordInput, TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { KEY_LIVES, type KeyView, MAX_KEY_NAME } from "../rules/api-key.ts";
import { SCOPES, SCOPE_NAMES } from "../rules/scopes.ts";
import { createKey } from "../server/keys/create-key.ts";
import { listKeys } from "../server/keys/list-keys.ts";
import { revokeKey } from "../server/keys/revoke-key.ts";
import styles from "../ui/integrations.module.css";
import type { Route } from "./+types/api-keys";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "API keys");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  const uid = uidOf(actor);
  if (uid === null) throw refused("Sign in to see your API keys.");
  return {
    keys: await listKeys({ ownerKind: "person", ownerId: uid }),
    base: addressOn(config().origins.api, API_BASE),
  };
});

type Extra = { made: { name: string; key: string } };

export const action = pageAction<Route.ActionArgs, Extra>({
  intents: {
    create: async ({ actor, request, text, texts }) => {
      const password = text("current-password");
      if (password) await reauthenticate(request, password);
      await requireRecentSignIn(request);
      const name = text("name");
      const { key } = await createKey(actor, {
        ownerKind: "person",
        ownerId: uidOf(actor) ?? "",
        name,
        scopes: texts("scopes") as never,
        days: text("days") as never,
      });
      return { made: { name: name.trim(), key } };
    },
    revoke: intent({
      command: revokeKey,
      input: ({ text }) => ({ keyId: text("keyId") }),
      done: ({ name }) => `“${name}” revoked. Programs that use it are refused from now on.`,
    }),
  },
  typed: ({ text, texts }) => ({
    name: text("name"),
    days: text("days"),
    scopes: texts("scopes").join(" "),
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const LIFE_WORDS: Readonly<Record<(typeof KEY_LIVES)[number], string>> = {
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In a year",
  "": "Never",
};
const STATE_WORDS = { active: "", expired: "Expired", revoked: "Revoked" } as const;

/** Keys with which a person's own programs order, follow, and download. */
export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, base } = loaderData;
  const answer = useLastAnswer(actionData);
  const active = keys.filter((key) => key.state === "active");
  const ended = keys.filter((key) => key.state !== "active");
  return (
    <Page width="reading">
      <PageTitle
        title="API keys"
        lede="Let your own programs get prices, place orders, and download edited files."
        actions={<Link to={API_DOCS}>API reference</Link>}
      />
      <ProfileTabs />
      <DoneNote answer={answer} />
      {answer?.form === "revoke" ? <ErrorNote problem={answer.error} /> : null}
      {answer?.made ? (
        <Notice tone="good" title={`Copy the key “${answer.made.name}” now`}>
          <p>We don&apos;t store it, so you won&apos;t see it again.</p>
          <p className={styles.secret}>
            <CopyId id={answer.made.key} label="key" />
          </p>
        </Notice>
      ) : null}
      <Section title="Your keys">
        {active.length === 0 ? (
          <EmptyState title="No active keys">
            A key lets a program act for you at {base}. Create one for each program, so that you can revoke it alone.
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {active.map((key) => (
              <KeyRow key={key.id} it={key} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Create a key">
        <NewKey key={answer?.made?.key ?? "new"} answer={answer?.form === "create" ? answer : undefined} />
      </Section>
      {ended.length > 0 ? (
        <Section title="Ended keys">
          <ul className={styles.list}>
            {ended.map((key) => (
              <KeyRow key={key.id} it={key} />
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
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
          fields={{ intent: "revoke", keyId: it.id }}
          stops
        >
          Revoke
        </ConfirmButton>
      ) : null}
    </li>
  );
}

type Answer = { error?: { code: string; message: string; advice: string; fields: Readonly<Record<string, string>> } };

function NewKey({ answer }: { answer: (Answer & { typed?: Readonly<Record<string, string>> }) | undefined }) {
  const problem = answer?.error;
  const typed = answer?.typed;
  const ticked = new Set((typed?.scopes ?? "prices:read orders:read").split(" "));
  const proof = problem?.code === "requires-recent-login" || problem?.code === "wrong-password";
  return (
    <Form method="post" className={styles.form} noValidate preventScrollReset>
      <ErrorNote problem={problem} />
      <TextInput
        name="name"
        label="Name"
        description="What will use it, such as “Submission system”."
        defaultValue={typed?.name ?? ""}
        maxLength={MAX_KEY_NAME}
        error={fieldError(problem, "name")}
        required
      />
      <fieldset className={styles.scopes}>
        <legend>What it may do</legend>
        {SCOPE_NAMES.map((scope) => (
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
        defaultValue={typed?.days ?? "90"}
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
        <SubmitButton name="intent" value="create" pending="Creating">
          Create key
        </SubmitButton>
      </div>
    </Form>
  );
}
