import { Form, Link, useSearchParams } from "react-router";
import { carrying } from "#app/features/accounts/rules/came-from.ts";
import { ssoPath } from "#app/features/accounts/rules/sign-in/organization.ts";
import { goToOrganization } from "#app/features/accounts/server/sign-in/go-to-organization.ts";
import { fromOf, onwardOf } from "#app/features/accounts/server/sign-in/onward.ts";
import { SignedInNotice } from "#app/features/accounts/ui/sign-in/signed-in-notice.tsx";
import styles from "#app/features/accounts/ui/sign-in/account-form.module.css";
import { useSession } from "#app/platform/browser/core/session.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SSO_END_WORDS, isOffered, isSsoEnd } from "../rules/single-sign-on.ts";
import { findSignIn } from "../server/single-sign-on/find-sign-in.ts";
import type { Route } from "./+types/sso";

export const meta: Route.MetaFunction = () => [
  { title: "Sign in with your organization" },
  { name: "robots", content: "noindex" },
];

export const loader = pageLoader(async ({ actor, url }: PageRequest<Route.LoaderArgs>) => {
  const from = fromOf(url);
  const it = await findSignIn(url.searchParams.get("id") ?? undefined);
  return {
    from,
    onward: actor.kind === "person" ? await onwardOf(actor, from) : null,
    organization: it && isOffered(it.state) ? { id: it.organizationId, name: it.name } : null,
  };
});

export const action = pageAction<Route.ActionArgs, object, { email: string }>({
  only: async ({ request, url, form, text }) => {
    const email = text("email").trim();
    await goToOrganization({ request, url, form }, email);
    const message = email.includes("@")
      ? "No organization uses single sign-on for this address."
      : "Enter the email address that your organization gave you.";
    throw invalid("no_sso", message, "Check the address, or sign in another way.", { email: message });
  },
  typed: ({ text }) => ({ email: text("email").trim() }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Where somebody starts to sign in at their organization's identity provider, by their address or by its link. */
export default function SignInOrganization({ loaderData, actionData }: Route.ComponentProps) {
  const { from, onward, organization } = loaderData;
  const session = useSession();
  const [search] = useSearchParams();
  const end = search.get("problem");
  const problem = actionData?.error;
  const shown =
    problem ??
    (isSsoEnd(end) ? { code: end, ...SSO_END_WORDS[end](organization?.name ?? "Your organization") } : undefined);
  return (
    <Page width="narrow">
      <PageTitle
        title={organization ? `Sign in to ${organization.name}` : "Sign in with your organization"}
        back={{ label: "Sign in", to: carrying("/signin", from) }}
        lede={
          organization
            ? undefined
            : "If your university or company has single sign-on here, you sign in on its own page, without a password here."
        }
      />
      <Sheet>
        {session && onward && !shown ? (
          <SignedInNotice email={session.email} onward={onward} />
        ) : (
          <div className={styles.form}>
            <ErrorNote problem={shown} />
            {organization ? (
              <>
                <div className={styles.buttons}>
                  <Button component="a" href={ssoPath("start", organization.id, { from })}>
                    {`Continue to ${organization.name}`}
                  </Button>
                </div>
                <p style={{ margin: 0 }} className="small soft">
                  If you&apos;re new here, this creates your account and makes you a member of {organization.name}. You
                  accept the <Link to="/terms">terms</Link> and the <Link to="/privacy">privacy policy</Link>.
                </p>
              </>
            ) : (
              <Form method="post" className={styles.form} noValidate>
                {from ? <input type="hidden" name="from" value={from} /> : null}
                <TextInput
                  id="email"
                  name="email"
                  type="email"
                  label="Email at your organization"
                  autoComplete="username"
                  required
                  defaultValue={actionData?.typed?.email}
                  error={fieldError(problem, "email")}
                />
                <div className={styles.buttons}>
                  <SubmitButton pending="Looking it up">Continue</SubmitButton>
                </div>
                <p style={{ margin: 0 }} className="small soft">
                  If you&apos;re new here, this creates your account. You accept the <Link to="/terms">terms</Link> and
                  the <Link to="/privacy">privacy policy</Link>.
                </p>
              </Form>
            )}
          </div>
        )}
      </Sheet>
    </Page>
  );
}
