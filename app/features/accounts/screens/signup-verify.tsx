import { Form, Link, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { problemData } from "#app/platform/server/problem.ts";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { carrying } from "../rules/came-from.ts";
import { verifyAddress } from "../server/ask-sign-in-service.ts";
import { actorOfCookies, fromOf, onwardOf, textOf } from "../server/onward.ts";
import styles from "../ui/account-form.module.css";
import type { Route } from "./+types/signup-verify";

export const meta: Route.MetaFunction = () => [{ title: "Verify your e-mail address" }, { name: "robots", content: "noindex" }];

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get("token") ?? "", from: fromOf(url) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData();
  const from = fromOf(url, form);
  let cookies: Headers;
  try {
    cookies = await verifyAddress(request, textOf(form, "token"));
  } catch (error) {
    // The button pressed twice, or in a second tab: it is done already.
    const actor = context.get(actorContext);
    if (actor.kind === "person" && actor.emailVerified) throw redirect(onwardOf(actor, from));
    return problemData(error);
  }
  throw redirect(onwardOf(await actorOfCookies(request, cookies), from), { headers: cookies });
}

export default function VerifyAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { token, from } = loaderData;
  const problem = actionData?.error ?? (token ? undefined : { message: "Part of this link is missing.", advice: "Open the link from the e-mail again, or copy the whole of it." });
  return (
    <Page width="narrow">
      <PageTitle title="Verify your e-mail address" />
      <Sheet>
        <Form method="post" className={styles.form}>
          <ErrorNote problem={problem} />
          {problem ? (
            <p style={{ margin: 0 }}><Link to={carrying("/signin", from)}>Sign in</Link> to have another letter sent, or to go on if the address is verified.</p>
          ) : (
            <>
              <input type="hidden" name="token" value={token} />
              {from ? <input type="hidden" name="from" value={from} /> : null}
              <p style={{ margin: 0 }}>One press, and the account is ready.</p>
              <div className={styles.buttons}><SubmitButton pending="Verifying">Verify this address</SubmitButton></div>
            </>
          )}
        </Form>
      </Sheet>
    </Page>
  );
}
