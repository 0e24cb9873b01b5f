import { Anchor, PasswordInput, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { Form, Link, data, redirect, useSearchParams } from "react-router";
import { actorContext } from "#app/context.ts";
import { useSession, useSite } from "#app/platform/browser/session.ts";
import { toast } from "#app/platform/browser/toast.ts";
import { Problem } from "#app/platform/rules/errors.ts";
import { log } from "#app/platform/server/log.ts";
import { problemData } from "#app/platform/server/problem.ts";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { carrying } from "../rules/came-from.ts";
import { askSignInService } from "../server/ask-sign-in-service.ts";
import { actorOfCookies, fromOf, onwardOf, textOf } from "../server/onward.ts";
import styles from "../ui/account-form.module.css";
import { SignedInNotice } from "../ui/signed-in-notice.tsx";
import type { Route } from "./+types/signin";

export const meta: Route.MetaFunction = () => [{ title: "Sign in" }, { name: "robots", content: "noindex" }];

export function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const from = fromOf(url);
  return { from, onward: actor.kind === "person" ? onwardOf(actor, from) : null };
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await request.formData();
  if (form.get("intent") === "sign-out") return signOut(request);
  const email = textOf(form, "email").trim();
  const from = fromOf(url, form);
  let cookies: Headers;
  try {
    cookies = await askSignInService(request, "/sign-in/email", { email, password: textOf(form, "password") });
  } catch (error) {
    return problemData(error, { email });
  }
  throw redirect(onwardOf(await actorOfCookies(request, cookies), from), { headers: cookies });
}

async function signOut(request: Request) {
  try {
    throw redirect("/signin?out=1", { headers: await askSignInService(request, "/sign-out", {}) });
  } catch (error) {
    if (error instanceof Response || error instanceof Problem) throw error;
    log.error("sign-out failed", error);
    return data({ error: { message: "Failed to logout. Try again.", advice: "", fields: {} }, typed: undefined }, { status: 500 });
  }
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { from, onward } = loaderData;
  const session = useSession();
  const { demo } = useSite();
  const [search, setSearch] = useSearchParams();
  const out = search.has("out");
  useEffect(() => {
    if (!out) return;
    toast.success("Signed out!");
    setSearch((now) => { now.delete("out"); return now; }, { replace: true });
  }, [out, setSearch]);
  const problem = actionData?.error;
  return (
    <Page width="narrow">
      <PageTitle title="Sign in" />
      <Sheet>
        {session && onward ? <SignedInNotice email={session.email} onward={onward} /> : (
          <Form method="post" action={carrying("/signin", from)} className={styles.form} noValidate>
            {out ? <noscript><Notice tone="good" title="Signed out!" /></noscript> : null}
            {search.has("changed") ? <Notice tone="good" title="Your password is changed.">Sign in with the new one.</Notice> : null}
            {from && !problem ? <Notice>Sign in to go on. You come back to the page you asked for.</Notice> : null}
            <ErrorNote problem={problem} />
            {from ? <input type="hidden" name="from" value={from} /> : null}
            <TextInput id="email" name="email" type="email" label="E-mail" autoComplete="username" required defaultValue={actionData?.typed?.email} error={fieldError(problem, "email")} />
            <PasswordInput id="password" name="password" label="Password" autoComplete="current-password" required />
            <div className={styles.buttons}>
              <SubmitButton pending="Signing in">Sign in</SubmitButton>
              <Anchor component={Link} to="/signin/reset" size="sm">Forgot the password?</Anchor>
            </div>
          </Form>
        )}
        {demo && !session ? (
          <p className={styles.cast}>This is the demo world. Everyone in it signs in with the password <code>demo-password</code>: <code>client@demo.test</code>, <code>editor@demo.test</code>, <code>support@demo.test</code>, <code>admin@demo.test</code> and more. Letters arrive at <a href="/auth/mailbox">the mailbox</a>.</p>
        ) : null}
      </Sheet>
      {session ? null : <div className={styles.below}><p>No account yet? <Link to={carrying("/signup", from)}>Open one</Link>.</p></div>}
    </Page>
  );
}
