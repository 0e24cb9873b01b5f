import "#app/platform/browser/core/survive-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { PasswordInput, TextInput } from "#app/ui/fields.tsx";
import { IconFingerprint } from "#app/ui/theme/icons.ts";
import { useEffect } from "react";
import { Form, Link, redirect, useSearchParams } from "react-router";
import { actorContext } from "#app/context.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { toast } from "#app/platform/browser/core/toast.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { log } from "#app/platform/server/core/log.ts";
import { type FormRequest, pageAction } from "#app/platform/server/requests/page-frame.ts";
import { readCleanJson } from "#app/platform/server/requests/read-body.ts";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { carrying } from "../rules/came-from.ts";
import { federatedProblem, isFederatedEnd } from "../rules/sign-in/federated.ts";
import { SSO_PAGE } from "../rules/sign-in/organization.ts";
import { askSignInService } from "../server/sign-in/ask-sign-in-service.ts";
import { providerButtons } from "../server/sign-in/connected-accounts.ts";
import { goToOrganization } from "../server/sign-in/go-to-organization.ts";
import { actorOfCookies, fromOf, onwardOf, textOf } from "../server/sign-in/onward.ts";
import { needsSecondFactor } from "../server/second-factor/second-factor-challenge.ts";
import styles from "../ui/sign-in/account-form.module.css";
import { ProviderButtons } from "../ui/sign-in/federated-button.tsx";
import ways from "../ui/sign-in/sign-in-ways.module.css";
import { usePasskeySignIn } from "../ui/sign-in/use-passkey-sign-in.ts";
import { SignedInNotice } from "../ui/sign-in/signed-in-notice.tsx";
import type { Route } from "./+types/signin";

export const meta: Route.MetaFunction = () => [{ title: "Sign in" }, { name: "robots", content: "noindex" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const from = fromOf(url);
  return {
    from,
    onward: actor.kind === "person" ? await onwardOf(actor, from) : null,
    providers: providerButtons(),
    // Only the demo sends it, so it never becomes part of the page's script.
    castPassword: config().demo ? config().demoPassword : null,
  };
}

type Asked = FormRequest<Route.ActionArgs>;

/** Continues as the person who just signed in, through the second factor if they have one. */
async function goOn({ request, url, form }: Asked, cookies: Headers): Promise<never> {
  const from = fromOf(url, form);
  if (needsSecondFactor(cookies)) throw redirect(carrying("/signin/second-factor", from), { headers: cookies });
  throw redirect(await onwardOf(await actorOfCookies(request, cookies), from), { headers: cookies });
}

export const action = pageAction<Route.ActionArgs, object, { email: string }>({
  intents: {
    "sign-out": signOut,
    passkey: async (asked) =>
      goOn(
        asked,
        await askSignInService(asked.request, "/passkey/verify-authentication", { response: proofOf(asked.form) }),
      ),
  },
  only: async (asked) => {
    const [email, password] = [asked.text("email").trim(), asked.text("password")];
    // Without a password, somebody may have an organization to sign in at.
    if (password === "" && email !== "") await goToOrganization(asked, email);
    return goOn(asked, await askSignInService(asked.request, "/sign-in/email", { email, password }));
  },
  typed: ({ intent: name, text }) => (name === "sign-out" ? undefined : { email: text("email").trim() }),
});

/** The passkey's proof, or an empty object if it's malformed, which the service refuses. */
function proofOf(form: FormData): Record<string, unknown> {
  const proof = readCleanJson(textOf(form, "proof"));
  return proof !== null && typeof proof === "object" ? (proof as Record<string, unknown>) : {};
}

async function signOut({ request }: FormRequest<Route.ActionArgs>) {
  try {
    throw redirect("/signin?out=1", { headers: await askSignInService(request, "/sign-out", {}) });
  } catch (error) {
    if (error instanceof Response || error instanceof Problem) throw error;
    log.error("sign-out failed", error);
    throw new Problem("busy", "sign_out", "Failed to logout. Try again.");
  }
}

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { from, onward, providers, castPassword } = loaderData;
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const out = search.has("out");
  useEffect(() => {
    if (!out) return;
    toast.success("Signed out!");
    setSearch(
      (now) => {
        now.delete("out");
        return now;
      },
      { replace: true },
    );
  }, [out, setSearch]);
  const passkey = usePasskeySignIn(from);
  const ended = search.get("problem");
  const endedAt = providers.find((it) => it.id === search.get("provider"));
  // Show only the newest problem: the browser's with the passkey, then the server's, then the provider's.
  const problem = actionData?.error;
  const shown =
    passkey.problem ??
    problem ??
    (endedAt && isFederatedEnd(ended) ? federatedProblem(ended, endedAt.label) : undefined);
  return (
    <Page width="narrow">
      <PageTitle title="Sign in" />
      <Sheet>
        {session && onward ? (
          <SignedInNotice email={session.email} onward={onward} />
        ) : (
          <div className={styles.form}>
            {out ? (
              <noscript>
                <Notice tone="good" title="Signed out!" />
              </noscript>
            ) : null}
            {search.has("changed") ? (
              <Notice tone="good" title="Password changed">
                Sign in with your new password.
              </Notice>
            ) : null}
            {search.has("expired") && !shown ? (
              <Notice tone="attention" title="You ran out of time to enter the code.">
                Sign in again, then enter a new code.
              </Notice>
            ) : null}
            {from && !shown && !search.has("expired") ? (
              <Notice>Sign in to continue. We'll take you back to the page you wanted.</Notice>
            ) : null}
            <ErrorNote problem={shown} />
            <div className={ways.ways}>
              {/* Rendered by the server too, so that nothing moves when the page has loaded. */}
              {passkey.supported ? (
                <Button
                  type="button"
                  variant="default"
                  fullWidth
                  className={ways.passkey}
                  leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
                  onClick={passkey.start}
                  aria-disabled={passkey.busy || undefined}
                >
                  {passkey.busy ? "Waiting for your passkey…" : "Sign in with a passkey"}
                </Button>
              ) : null}
              <ProviderButtons providers={providers} from={from} />
              <p className={ways.or}>or use your email address</p>
            </div>
            <Form method="post" action={carrying("/signin", from)} className={styles.form} noValidate>
              {from ? <input type="hidden" name="from" value={from} /> : null}
              <TextInput
                id="email"
                name="email"
                type="email"
                label="Email"
                autoComplete="username webauthn"
                onFocus={passkey.offer}
                required
                defaultValue={actionData?.typed?.email}
                error={fieldError(problem, "email")}
              />
              <PasswordInput id="password" name="password" label="Password" autoComplete="current-password" required />
              <div className={styles.buttons}>
                <SubmitButton pending="Signing in">Sign in</SubmitButton>
                <Link to="/signin/reset" className={styles.forgot}>
                  Forgot your password?
                </Link>
              </div>
            </Form>
          </div>
        )}
        {castPassword !== null && !session ? (
          <p className={styles.cast}>
            This is a demo. Sign in with the password <code>{castPassword}</code> as <code>client@demo.test</code>,{" "}
            <code>editor@demo.test</code>, <code>support@demo.test</code>, <code>admin@demo.test</code>, and others.
            Emails go to the <a href="/auth/mailbox">demo mailbox</a>.
          </p>
        ) : null}
      </Sheet>
      {session ? null : (
        <div className={styles.below}>
          <p>
            <Link to={carrying(SSO_PAGE, from)}>Sign in with your organization</Link>
          </p>
          <p>
            No account yet? <Link to={carrying("/signup", from)}>Create one</Link>.
          </p>
        </div>
      )}
    </Page>
  );
}
