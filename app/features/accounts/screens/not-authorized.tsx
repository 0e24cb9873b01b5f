import { Form, Link } from "react-router";
import { actorContext } from "#app/context.ts";
import { mainRole } from "#app/platform/rules/core/actor.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { Button } from "#app/ui/button.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { homeOf } from "../rules/access.ts";
import { fromOf } from "../server/sign-in/onward.ts";
import styles from "../ui/sign-in/account-form.module.css";
import type { Route } from "./+types/not-authorized";

export const meta: Route.MetaFunction = () => [{ title: "Not authorized" }, { name: "robots", content: "noindex" }];

export function loader({ context, url }: Route.LoaderArgs) {
  return { from: fromOf(url), home: homeOf(context.get(actorContext)) };
}

export default function NotAuthorized({ loaderData }: Route.ComponentProps) {
  const { from, home } = loaderData;
  const session = useSession();
  const role = session ? mainRole(session) : "client";
  return (
    <Page width="narrow">
      <PageTitle title="You don't have access to this page" />
      <Sheet>
        <div className={styles.form}>
          <p style={{ margin: 0 }}>
            You're signed in as <span className={styles.address}>{session?.displayName}</span> (
            <span className={styles.address}>{session?.email}</span>, {role}).
            {from ? (
              <>
                {" "}
                This account can't open <code className={styles.address}>{from.split(/[?#]/)[0]}</code>.
              </>
            ) : null}
          </p>
          <div className={styles.buttons}>
            <Button component={Link} to={home}>
              Go to your overview
            </Button>
            <Button component={Link} to="/" variant="default">
              Go Home
            </Button>
            <Form method="post" action="/signin">
              <SubmitButton name="intent" value="sign-out" variant="subtle" formAction="/signin" pending="Signing out">
                Sign in with another account
              </SubmitButton>
            </Form>
          </div>
        </div>
      </Sheet>
    </Page>
  );
}
