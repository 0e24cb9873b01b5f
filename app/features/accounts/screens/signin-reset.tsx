import { Form, Link, redirect } from "react-router";
import { useSite } from "#app/platform/browser/core/session.ts";
import { config } from "#app/platform/server/core/config.ts";
import { pageAction } from "#app/platform/server/requests/page-frame.ts";
import { TextInput } from "#app/ui/fields.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { askSignInService } from "../server/sign-in/ask-sign-in-service.ts";
import styles from "../ui/sign-in/account-form.module.css";
import { NewPasswordField } from "../ui/sign-in/password-field.tsx";
import type { Route } from "./+types/signin-reset";

export const meta: Route.MetaFunction = () => [
  { title: "Choose a new password" },
  { name: "robots", content: "noindex" },
];

export const loader = ({ url }: Route.LoaderArgs) => ({
  token: url.searchParams.get("token"),
  policy: config().password,
});

export const action = pageAction<Route.ActionArgs, { asked: string }, { email: string }>({
  only: async ({ request, form, text }) => {
    if (form.has("token")) {
      await askSignInService(request, "/reset-password", { token: text("token"), newPassword: text("password") });
      throw redirect("/signin?changed=1");
    }
    const email = text("email").trim();
    await askSignInService(request, "/request-password-reset", { email });
    return { typed: { email }, asked: email };
  },
  typed: ({ form, text }) => (form.has("token") ? undefined : { email: text("email").trim() }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.error;
  if (loaderData.token) {
    const spent = problem?.code === "invalid-action-code" || problem?.code === "expired-action-code";
    return (
      <Page width="narrow">
        <PageTitle title="Choose a new password" />
        <Sheet>
          <Form method="post" className={styles.form} noValidate>
            <ErrorNote problem={problem} />
            {spent ? (
              <p style={{ margin: 0 }}>
                <Link to="/signin/reset">Get a new link</Link>
              </p>
            ) : (
              <>
                <input type="hidden" name="token" value={loaderData.token} />
                <NewPasswordField
                  label="New password"
                  policy={loaderData.policy}
                  error={fieldError(problem, "password")}
                />
                <div className={styles.buttons}>
                  <SubmitButton pending="Changing">Change password</SubmitButton>
                </div>
              </>
            )}
          </Form>
        </Sheet>
      </Page>
    );
  }
  const asked = actionData?.asked ?? null;
  return (
    <Page width="narrow">
      <PageTitle
        title="Forgot your password?"
        back={{ label: "Sign in", to: "/signin" }}
        lede="We'll email you a link to choose a new one."
      />
      <Sheet>
        {asked ? (
          <Asked email={asked} />
        ) : (
          <Form method="post" className={styles.form} noValidate>
            <ErrorNote problem={problem} />
            <TextInput
              id="email"
              name="email"
              type="email"
              label="Email"
              autoComplete="username"
              required
              defaultValue={actionData?.typed?.email}
              error={fieldError(problem, "email")}
            />
            <div className={styles.buttons}>
              <SubmitButton pending="Sending">Send link</SubmitButton>
            </div>
          </Form>
        )}
      </Sheet>
    </Page>
  );
}

/** The same message whether or not the account exists. */
function Asked({ email }: { email: string }) {
  const { demo } = useSite();
  return (
    <div className={styles.form} role="status">
      <Notice
        tone="good"
        title={
          <>
            If <span className={styles.address}>{email}</span> has an account, we've emailed it a link.
          </>
        }
      >
        The link works once and expires in one hour.
      </Notice>
      {demo ? (
        <p style={{ margin: 0 }} className="small soft">
          In the demo, emails go to the <a href={`/auth/mailbox?to=${encodeURIComponent(email)}`}>demo mailbox</a>.
        </p>
      ) : null}
    </div>
  );
}
