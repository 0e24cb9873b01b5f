import { Link, href } from "react-router";
import { reauthenticate, requireRecentSignIn } from "#app/features/accounts/server/sign-in/recent-sign-in.ts";
import { ssoPath } from "#app/features/accounts/rules/sign-in/organization.ts";
import { headOf } from "#app/features/payments/server/balance/read-organization.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, Section, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SSO_END_WORDS, SSO_PROTOCOL_WORDS, SSO_STATE_WORDS, isOffered } from "../rules/single-sign-on.ts";
import { readSignIn } from "../server/single-sign-on/read-sign-in.ts";
import { removeSignIn, saveSignIn, turnSignIn } from "../server/single-sign-on/set-up-sign-in.ts";
import { OrganizationTop } from "../ui/organization-tabs.tsx";
import styles from "../ui/organization.module.css";
import { OidcForm, SamlForm } from "./organization-sign-in/provider-forms.tsx";
import { TestResult } from "./organization-sign-in/test-result.tsx";
import type { Route } from "./+types/organization-sign-in";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Single sign-on");

export const loader = pageLoader(async ({ actor, params, search }: PageRequest<Route.LoaderArgs>) => {
  const { organization, ...rest } = await readSignIn(actor, params.id, search);
  return { head: headOf(actor, organization), ...rest };
});

type Asked = FormRequest<Route.ActionArgs>;
const turned =
  (to: "off" | "on" | "required") =>
  ({ params }: Asked) => ({ organizationId: params.id, to });

export const action = pageAction<Route.ActionArgs>({
  intents: {
    ...Object.fromEntries(
      (["oidc", "saml"] as const).map((protocol) => [
        protocol,
        async ({ actor, request, params, text }) => {
          // Who can change this could sign in as anybody at the domains, so an open browser isn't enough.
          const password = text("current-password");
          if (password) await reauthenticate(request, password);
          await requireRecentSignIn(request);
          const { isSame } = await saveSignIn(actor, {
            organizationId: params.id,
            revision: text("revision"),
            settings:
              protocol === "saml"
                ? { protocol, metadata: text("metadata") }
                : { protocol, issuer: text("issuer"), clientId: text("clientId"), clientSecret: text("clientSecret") },
          });
          return { done: isSame ? "Saved. Test that it still works." : "Saved. Test it, then turn it on." };
        },
      ]),
    ),
    off: intent({
      command: turnSignIn,
      input: turned("off"),
      done: "Single sign-on is off. Everybody signs in another way.",
    }),
    on: intent({ command: turnSignIn, input: turned("on"), done: "Single sign-on is on." }),
    required: intent({
      command: turnSignIn,
      input: turned("required"),
      done: ({ signedOut }) =>
        signedOut === 0
          ? "Single sign-on is required."
          : `Single sign-on is required. ${signedOut === 1 ? "One member was" : `${signedOut} members were`} signed out.`,
    }),
    remove: intent({
      command: removeSignIn,
      input: ({ params }) => ({ organizationId: params.id }),
      done: "Single sign-on removed. Accounts and memberships stay.",
    }),
  },
  // Secrets aren't sent back to the page.
  typed: ({ text }) => ({ issuer: text("issuer"), clientId: text("clientId"), metadata: text("metadata") }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const TONES = { draft: "neutral", tested: "neutral", on: "done", required: "done" } as const;

/** Sets up how an organization's people sign in at its own identity provider. */
export default function OrganizationSignIn({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { head, now, addresses, test, problem } = loaderData;
  return (
    <Page width="reading">
      <OrganizationTop head={head} />
      <div className={styles.notes}>
        <DoneNote answer={answer} />
        {answer?.form === "oidc" || answer?.form === "saml" ? null : <ErrorNote problem={answer?.error} />}
        <ErrorNote problem={problem ? SSO_END_WORDS[problem](head.name) : undefined} />
      </div>
      <Section
        title="Single sign-on"
        aside={now ? <StatusBadge tone={TONES[now.state]}>{SSO_STATE_WORDS[now.state]}</StatusBadge> : undefined}
      >
        <div className={styles.fields}>
          <p>
            People with an address at a verified domain of {head.name} sign in on its own page. New ones get an account
            and become members, with the limits of people who join by themselves. You set those limits, and verify
            domains, in the <Link to={href("/organizations/:id/settings", { id: head.id })}>settings</Link>.
          </p>
          {now ? <Now {...loaderData} now={now} /> : null}
          {test ? <TestResult name={head.name} test={test} /> : null}
        </div>
      </Section>
      {head.mayOwn ? (
        <Section title={now ? "Identity provider" : "Set it up"}>
          <div className={styles.fields}>
            {now ? null : <p>Choose the protocol that your identity provider uses for this application.</p>}
            <OidcForm addresses={addresses} now={now} answer={answer} />
            <SamlForm addresses={addresses} metadataPath={ssoPath("metadata", head.id)} now={now} answer={answer} />
          </div>
        </Section>
      ) : null}
    </Page>
  );
}

/** What is set up, whether it works, and what can be done with it. */
function Now({
  head,
  now,
  addresses,
  mayTurnOff,
}: Pick<Route.ComponentProps["loaderData"], "head" | "addresses" | "mayTurnOff"> & {
  now: NonNullable<Route.ComponentProps["loaderData"]["now"]>;
}) {
  const { state, domains } = now;
  const ready = state !== "draft" && domains.length > 0;
  return (
    <>
      {now.failedAt && isOffered(state) ? (
        <Notice tone="attention" title="Sign-ins are failing">
          {now.failure === "unreachable"
            ? "We couldn't reach your identity provider"
            : "We couldn't verify your identity provider's answer"}{" "}
          (<Instant at={now.failedAt} />
          ). Check whether its certificate, secret, or address changed, and test it.
        </Notice>
      ) : null}
      {domains.length === 0 ? (
        <Notice tone="attention" title="No verified domain">
          Verify the domain of your email addresses first. Until then, nobody can sign in with it.
        </Notice>
      ) : null}
      <Sheet>
        <KeyValue
          items={[
            { label: "Protocol", value: SSO_PROTOCOL_WORDS[now.protocol] },
            { label: now.protocol === "saml" ? "Entity ID" : "Issuer", value: now.issuer },
            now.clientId ? { label: "Client ID", value: now.clientId } : null,
            now.signInUrl ? { label: "Sign-in address", value: now.signInUrl } : null,
            now.certificatesEnd.length > 0
              ? {
                  label: "Certificate valid until",
                  value: now.certificatesEnd.map((at, i) => (
                    <span key={String(at)}>
                      {i > 0 ? ", " : ""}
                      <Instant at={at} show="day" />
                    </span>
                  )),
                }
              : null,
            { label: "For addresses at", value: domains.join(", ") },
            isOffered(state) ? { label: "Link for your portal", value: addresses.start } : null,
          ]}
        />
      </Sheet>
      <div className={styles.buttons}>
        {head.mayOwn ? (
          <Button component="a" href={ssoPath("start", head.id, { test: "1" })} variant={ready ? "default" : "filled"}>
            Test sign-in
          </Button>
        ) : null}
        {head.mayOwn && ready && state !== "on" ? (
          <ConfirmButton
            title={state === "required" ? "Stop requiring single sign-on?" : "Turn single sign-on on?"}
            confirm={state === "required" ? "Stop requiring it" : "Turn on"}
            fields={{ intent: "on" }}
            body={
              <p>
                People with an address at {domains.join(", ")} can sign in with it and become members. Other ways to
                sign in keep working.
              </p>
            }
          >
            {state === "required" ? "Stop requiring" : "Turn on"}
          </ConfirmButton>
        ) : null}
        {head.mayOwn && ready && state !== "required" ? (
          <ConfirmButton
            title="Require single sign-on?"
            confirm="Require it"
            variant="default"
            fields={{ intent: "required" }}
            body={
              <p>
                Members with an address at {domains.join(", ")} can't sign in with a password, a passkey, or another
                account anymore, and are signed out now. Owners keep their other ways to sign in, in case your identity
                provider fails. Members with other addresses aren't affected.
              </p>
            }
          >
            Require
          </ConfirmButton>
        ) : null}
        {mayTurnOff && isOffered(state) ? (
          <ConfirmButton
            stops
            title="Turn single sign-on off?"
            confirm="Turn off"
            variant="default"
            fields={{ intent: "off" }}
            body={<p>People who have no password yet can set one with “Forgot your password?”.</p>}
          >
            Turn off
          </ConfirmButton>
        ) : null}
        {head.mayOwn ? (
          <ConfirmButton
            stops
            title="Remove single sign-on?"
            confirm="Remove it"
            variant="default"
            fields={{ intent: "remove" }}
            body={<p>We delete these settings. Accounts and memberships stay.</p>}
          >
            Remove
          </ConfirmButton>
        ) : null}
      </div>
    </>
  );
}
