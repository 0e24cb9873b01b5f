import { Form, Link, redirect, useSearchParams } from "react-router";
import { useSession } from "#app/platform/browser/core/session.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, TextInput } from "#app/ui/fields.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { carrying } from "../rules/came-from.ts";
import { appCodeOf } from "../rules/sign-in/second-factor.ts";
import { SignInProblem } from "../rules/sign-in/sign-in-problem.ts";
import { askSignInService } from "../server/sign-in/ask-sign-in-service.ts";
import { actorOfCookies, fromOf, onwardOf } from "../server/sign-in/onward.ts";
import { carriesPendingSignIn, hasPendingSignIn } from "../server/second-factor/second-factor-challenge.ts";
import styles from "../ui/sign-in/account-form.module.css";
import { SignedInNotice } from "../ui/sign-in/signed-in-notice.tsx";
import type { Route } from "./+types/signin-second-factor";

export const meta: Route.MetaFunction = () => [
  { title: "Two-factor authentication" },
  { name: "robots", content: "noindex" },
];

const PAGE = "/signin/second-factor";
const with_ = (path: string, name: string): string => `${path}${path.includes("?") ? "&" : "?"}${name}`;
const tooLate = (from: string | null) => redirect(with_(carrying("/signin", from), "expired=1"));

export const loader = pageLoader(async ({ actor, request, url }: PageRequest<Route.LoaderArgs>) => {
  const from = fromOf(url);
  if (actor.kind === "person") return { from, onward: await onwardOf(actor, from), pending: false };
  const pending = await hasPendingSignIn(request);
  if (!pending && carriesPendingSignIn(request)) throw tooLate(from);
  return { from, onward: null, pending };
});

export const action = pageAction<Route.ActionArgs, object, never>({
  only: async ({ request, form, url, text }) => {
    const typed = text("code");
    const from = fromOf(url, form);
    const path = appCodeOf(typed) === null ? "/two-factor/verify-backup-code" : "/two-factor/verify-totp";
    const cookies = await askSignInService(request, path, { code: typed, trustDevice: form.has("trust") });
    throw redirect(await onwardOf(await actorOfCookies(request, cookies), from), { headers: cookies });
  },
  typed: () => undefined,
  refused: (problem, { url, form }) => {
    if (problem instanceof SignInProblem && problem.signInCode === "user-token-expired")
      throw tooLate(fromOf(url, form));
    return {};
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { from, onward, pending } = loaderData;
  const session = useSession();
  const [search] = useSearchParams();
  const backup = search.has("backup");
  const problem = actionData?.error;
  const here = carrying(PAGE, from);
  if (!pending && !actionData)
    return (
      <Page width="narrow">
        <PageTitle title="Two-factor authentication" />
        <Sheet>
          {session && onward ? (
            <SignedInNotice email={session.email} onward={onward} />
          ) : (
            <Notice
              title="You haven't started signing in."
              action={
                <Button component={Link} to={carrying("/signin", from)}>
                  Sign in
                </Button>
              }
            >
              This page is the second step. Enter your password first, or use a passkey.
            </Notice>
          )}
        </Sheet>
      </Page>
    );
  return (
    <Page width="narrow">
      <PageTitle
        title="Two-factor authentication"
        back={{ label: "Sign in", to: carrying("/signin", from) }}
        lede={
          backup ? "Enter one of your backup codes. Each works once." : "Enter the code from your authenticator app."
        }
      />
      <Sheet>
        <Form
          method="post"
          action={backup ? with_(here, "backup") : here}
          className={styles.form}
          noValidate
          key={backup ? "backup" : "app"}
        >
          <ErrorNote problem={problem} />
          {from ? <input type="hidden" name="from" value={from} /> : null}
          {backup ? (
            <TextInput
              id="code"
              name="code"
              label="Backup code"
              placeholder="abcde-fghjk"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={40}
              error={fieldError(problem, "code")}
            />
          ) : (
            <TextInput
              id="code"
              name="code"
              label="Six-digit code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={40}
              error={fieldError(problem, "code")}
            />
          )}
          <Checkbox
            name="trust"
            value="1"
            label="Trust this browser for 30 days"
            description="You'll only need your password here. Don't use this on a shared computer."
          />
          <div className={styles.buttons}>
            <SubmitButton pending="Signing in">Sign in</SubmitButton>
          </div>
        </Form>
      </Sheet>
      <div className={styles.below}>
        {backup ? (
          <p>
            <Link to={here} replace>
              Use the authenticator app
            </Link>
          </p>
        ) : (
          <p>
            Don't have your phone?{" "}
            <Link to={with_(here, "backup")} replace>
              Use a backup code
            </Link>
            .
          </p>
        )}
      </div>
    </Page>
  );
}
