import "#app/platform/browser/core/survive-translation.ts";
import { useEffect, useRef } from "react";
import { Form, Link, redirect, useNavigate, useRevalidator } from "react-router";
import { actorContext } from "#app/context.ts";
import { useSession, useSite } from "#app/platform/browser/core/session.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type FormRequest, pageAction } from "#app/platform/server/requests/page-frame.ts";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { carrying } from "../rules/came-from.ts";
import { SignInProblem } from "../rules/sign-in/sign-in-problem.ts";
import { askSignInService } from "../server/sign-in/ask-sign-in-service.ts";
import { providerButtons } from "../server/sign-in/connected-accounts.ts";
import { contactAddress } from "../server/settings/contact-address.ts";
import { fromOf, onwardOf } from "../server/sign-in/onward.ts";
import styles from "../ui/sign-in/account-form.module.css";
import { ProviderButtons } from "../ui/sign-in/federated-button.tsx";
import { SignUpFields } from "../ui/sign-in/sign-up-fields.tsx";
import ways from "../ui/sign-in/sign-in-ways.module.css";
import { SignedInNotice } from "../ui/sign-in/signed-in-notice.tsx";
import type { Route } from "./+types/signup";

export const meta: Route.MetaFunction = () => [{ title: "Create account" }];

/** How often the page checks whether the address was verified elsewhere. */
const LOOK_MS = 4_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const from = fromOf(url);
  return {
    from,
    onward: actor.kind === "person" ? await onwardOf(actor, from) : null,
    policy: config().password,
    // ORCID tells no address, so it opens no account.
    providers: providerButtons().filter((it) => it.kind !== "orcid"),
    writeTo: contactAddress(),
  };
}

const accountIn = ({ text }: FormRequest<Route.ActionArgs>) => ({ name: text("name"), email: text("email").trim() });

export const action = pageAction<Route.ActionArgs, { sent: string | null }, ReturnType<typeof accountIn>>({
  intents: {
    resend: async ({ actor, request, url, form }) => {
      if (actor.kind !== "person") throw new SignInProblem("user-token-expired");
      if (!actor.emailVerified)
        await askSignInService(request, "/send-verification-email", { email: actor.email }, fromOf(url, form));
      return { sent: actor.emailVerified ? null : actor.email };
    },
  },
  only: async (asked) => {
    const { request, url, form, text } = asked;
    const from = fromOf(url, form);
    const account = accountIn(asked);
    if (!account.name.trim())
      throw invalid("input", "Your name is missing.", "Enter the name to show your editor and on invoices.", {
        name: "Enter your name.",
      });
    const timeZone = text("timeZone");
    const cookies = await askSignInService(
      request,
      "/sign-up/email",
      {
        ...account,
        password: text("password"),
        humanCheck: text("humanCheck"),
        ...(timeZone ? { timeZone } : {}),
      },
      from,
    );
    throw redirect(carrying("/signup", from), { headers: cookies });
  },
  typed: (asked) => (asked.intent === "resend" ? undefined : accountIn(asked)),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { from, onward, policy, providers, writeTo } = loaderData;
  const session = useSession();
  const problem = actionData?.error;
  const typed = actionData?.typed;
  if (session && onward) {
    if (!session.emailVerified)
      return <Unverified email={session.email} from={from} problem={problem} sent={actionData?.sent ?? null} />;
    return <Verified email={session.email} onward={onward} />;
  }
  return (
    <Page width="narrow">
      <PageTitle
        title="Create account"
        lede={from ? "It takes a minute. Then we'll take you back to where you were." : undefined}
      />
      <Sheet>
        {providers.length > 0 ? (
          <div className={ways.ways}>
            <ProviderButtons providers={providers} from={from} />
            <p className={ways.or}>or use your email address</p>
          </div>
        ) : null}
        <Form method="post" action={carrying("/signup", from)} className={styles.form} noValidate>
          <ErrorNote problem={problem} />
          {from ? <input type="hidden" name="from" value={from} /> : null}
          <SignUpFields
            nameFor="Shown to your editor and on invoices"
            policy={policy}
            writeTo={writeTo}
            problem={problem}
            typed={typed}
          />
          <div className={styles.buttons}>
            <SubmitButton pending="Creating account">Create account</SubmitButton>
          </div>
        </Form>
      </Sheet>
      <div className={styles.below}>
        <p>
          Already have an account? <Link to={carrying("/signin", from)}>Sign in</Link>.
        </p>
      </div>
    </Page>
  );
}

type Shown = { message: string; advice?: string; fields?: Readonly<Record<string, string>> } | undefined;

/** Says how to verify the address, and moves on once it's verified, here or elsewhere. */
function Unverified({
  email,
  from,
  problem,
  sent,
}: {
  email: string;
  from: string | null;
  problem: Shown;
  sent: string | null | undefined;
}) {
  const { demo } = useSite();
  const { revalidate, state } = useRevalidator();
  const busy = useRef(state);
  useEffect(() => {
    busy.current = state;
  }, [state]);
  useEffect(() => {
    waiting.seen = true;
    const look = () => {
      if (document.visibilityState === "visible" && busy.current === "idle") void revalidate();
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [revalidate]);
  return (
    <Page width="narrow">
      <PageTitle title="Verify your email address" />
      <Sheet>
        <div className={styles.form}>
          <ErrorNote problem={problem} />
          {sent ? (
            <div role="status">
              <Notice tone="good" title="We've sent another email." />
            </div>
          ) : null}
          <p style={{ margin: 0 }}>
            We emailed a link to <span className={styles.address}>{email}</span>. Open it and click the button there
            {from ? ", and we'll take you back to where you were" : ""}. The link works for 24 hours.
          </p>
          <p style={{ margin: 0 }} className="soft">
            Nothing there? Check your spam folder, or have us send the email again.
          </p>
          <div className={styles.buttons}>
            <Form method="post" action={carrying("/signup", from)}>
              {from ? <input type="hidden" name="from" value={from} /> : null}
              <SubmitButton name="intent" value="resend" variant="default" pending="Sending">
                Resend email
              </SubmitButton>
            </Form>
            <Form method="post" action="/signin">
              <SubmitButton name="intent" value="sign-out" variant="subtle" formAction="/signin" pending="Signing out">
                Use another address
              </SubmitButton>
            </Form>
          </div>
          {demo ? (
            <Notice title="This is a demo.">
              Emails aren't really sent. They're all in the{" "}
              <a href={`/auth/mailbox?to=${encodeURIComponent(email)}`}>demo mailbox</a>.
            </Notice>
          ) : null}
        </div>
      </Sheet>
    </Page>
  );
}

/** Whether this page was waiting for verification: only then does it move on by itself. Set only in the browser. */
const waiting = { seen: false };

function Verified({ email, onward }: { email: string; onward: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!waiting.seen) return;
    waiting.seen = false;
    void navigate(onward, { replace: true });
  }, [navigate, onward]);
  return (
    <Page width="narrow">
      <PageTitle title="Your account" />
      <Sheet>
        <SignedInNotice email={email} onward={onward} />
      </Sheet>
    </Page>
  );
}
