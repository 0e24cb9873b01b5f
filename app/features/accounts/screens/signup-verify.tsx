import { useEffect, useRef } from "react";
import { Form, Link, redirect, useSubmit } from "react-router";
import { actorContext } from "#app/context.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { pageAction } from "#app/platform/server/requests/page-frame.ts";
import { ErrorNote, Notice, type ShownProblem } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { carrying } from "../rules/came-from.ts";
import { emailInToken } from "../rules/email-in-token.ts";
import { verifyAddress } from "../server/sign-in/ask-sign-in-service.ts";
import { confirmEmailChange } from "../server/settings/change-email.ts";
import { currentSession } from "../server/sign-in/recent-sign-in.ts";
import { actorOfCookies, fromOf, onwardOf } from "../server/sign-in/onward.ts";
import { refuseCrossSite } from "../server/sign-in/refuse-cross-site.ts";
import styles from "../ui/sign-in/account-form.module.css";
import type { Route } from "./+types/signup-verify";

export const meta: Route.MetaFunction = () => [
  { title: "Verify your email address" },
  { name: "robots", content: "noindex" },
];

export function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const actor = context.get(actorContext);
  // Nothing else than the browser of the person who signed up has their session, so no second click is needed there.
  const own = actor.kind === "person" && !actor.emailVerified && emailInToken(token) === actor.email.toLowerCase();
  return { token, own, change: url.searchParams.get("change"), from: fromOf(url) };
}

export const action = pageAction<Route.ActionArgs, { changed: Awaited<ReturnType<typeof confirmEmailChange>> }, never>({
  only: async ({ actor, request, form, url, text }) => {
    if (form.has("change")) {
      refuseCrossSite(request);
      const here = await currentSession(request).catch(() => null);
      return {
        changed: await confirmEmailChange(actor, { token: text("change"), keepSessionId: here?.id ?? null }),
      };
    }
    const cookies = await verifyAddress(request, text("token"));
    throw redirect(await onwardOf(await actorOfCookies(request, cookies), fromOf(url, form)), { headers: cookies });
  },
  typed: () => undefined,
  refused: async (_problem, { actor, form, url }) => {
    // The button was clicked twice, or in a second tab.
    if (!form.has("change") && actor.kind === "person" && actor.emailVerified)
      throw redirect(await onwardOf(actor, fromOf(url, form)));
    return {};
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function VerifyAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { token, own, change, from } = loaderData;
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  useEffect(() => {
    if (own && form.current) void submit(form.current);
  }, [own, submit]);
  if (change !== null)
    return <ChangeAddress token={change} problem={actionData?.error} changed={actionData?.changed} />;
  const problem =
    actionData?.error ??
    (token
      ? undefined
      : {
          message: "Part of this link is missing.",
          advice: "Open the link from the email again, or copy all of it.",
        });
  return (
    <Page width="narrow">
      <PageTitle title="Verify your email address" />
      <Sheet>
        <Form method="post" className={styles.form} ref={form}>
          <ErrorNote problem={problem} />
          {problem ? (
            <p style={{ margin: 0 }}>
              <Link to={carrying("/signin", from)}>Sign in</Link> to get another email, or to continue if your address
              is already verified.
            </p>
          ) : (
            <>
              <input type="hidden" name="token" value={token} />
              {from ? <input type="hidden" name="from" value={from} /> : null}
              <p style={{ margin: 0 }}>Click to confirm. Then your account is ready.</p>
              <div className={styles.buttons}>
                <SubmitButton pending="Verifying">Verify address</SubmitButton>
              </div>
            </>
          )}
        </Form>
      </Sheet>
    </Page>
  );
}

/** The page that an email to a new address links to: one button makes it the account's address. */
function ChangeAddress({
  token,
  problem,
  changed,
}: {
  token: string;
  problem: ShownProblem | undefined;
  changed: string | undefined;
}) {
  const session = useSession();
  return (
    <Page width="narrow">
      <PageTitle title="Confirm your new email address" />
      <Sheet>
        {changed ? (
          <div className={styles.form}>
            <div role="status">
              <Notice
                tone="good"
                title={
                  <>
                    Your email address is now <span className={styles.address}>{changed}</span>.
                  </>
                }
              >
                Use it to sign in from now on. We've signed out your other devices.
              </Notice>
            </div>
            <p style={{ margin: 0 }}>{session ? <Link to="/">Continue</Link> : <Link to="/signin">Sign in</Link>}</p>
          </div>
        ) : (
          <Form method="post" className={styles.form}>
            <ErrorNote problem={problem} />
            {problem ? (
              <p style={{ margin: 0 }}>
                Request the change again in your settings. Only the link in the newest email works.
              </p>
            ) : (
              <>
                <input type="hidden" name="change" value={token} />
                <p style={{ margin: 0 }}>Click to make the address we emailed your account's address.</p>
                <div className={styles.buttons}>
                  <SubmitButton pending="Changing">Use this address</SubmitButton>
                </div>
              </>
            )}
          </Form>
        )}
      </Sheet>
    </Page>
  );
}
