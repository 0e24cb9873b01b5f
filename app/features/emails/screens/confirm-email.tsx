import { count } from "#app/platform/rules/core/count.ts";
import { Form, Link, data } from "react-router";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { confirmEmail, readHeldEmail } from "../server/confirm-email.ts";
import styles from "../ui/emails.module.css";
import type { Route } from "./+types/confirm-email";

// The URL is a secret and the content is private: keep both out of titles, search results and other sites' logs.
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, "Confirm your email"),
  { name: "robots", content: "noindex, nofollow" },
];
export const headers: Route.HeadersFunction = () => ({
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
});

export const loader = pageLoader(async ({ params }: PageRequest<Route.LoaderArgs>) => {
  try {
    return { email: await readHeldEmail(params.token), problem: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data({ email: null, problem: { message: error.message, advice: error.advice } }, { status: error.status });
  }
});

export const action = pageAction<Route.ActionArgs, object, never>({
  only: async ({ params, request }) => {
    await confirmEmail(params.token, request);
    return {};
  },
  typed: () => undefined,
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Opened from the link in our question whether somebody wrote an email. The link is the key. */
export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, problem } = loaderData;
  if (!email)
    return (
      <Page width="reading">
        <PageTitle title="Confirm your email" />
        <EmptyState
          title={problem?.message ?? "This link doesn't work."}
          mark="stet"
          action={<Link to="/contact">Send us a message</Link>}
        >
          <p>{problem?.advice}</p>
        </EmptyState>
      </Page>
    );
  if (email.confirmed)
    return (
      <Page width="reading">
        <PageTitle title="Confirm your email" />
        <Notice tone="good" title={email.isReply ? "We've added your reply." : "Our support team has your email."}>
          {email.isReply ? "Thank you for confirming it. " : "We'll email you our answer. "}
          {email.place ? <Link to={email.place}>Open the conversation</Link> : null}
        </Notice>
      </Page>
    );
  const files = count(email.files, "file came with it and wasn't kept.", "files came with it and weren't kept.");
  return (
    <Page width="reading">
      <PageTitle
        title={email.isReply ? "Did you write this reply?" : "Did you write this email?"}
        lede={<p>Confirm it only if it's yours. Otherwise close this page, and we'll delete it.</p>}
      />
      <Sheet title={email.subject || "Without a subject"}>
        <blockquote className={styles.held}>{email.body}</blockquote>
        {email.files > 0 ? (
          <p className="soft small">{files} Send them again after you've confirmed your email.</p>
        ) : null}
      </Sheet>
      <Form method="post" preventScrollReset className={styles.confirm}>
        <ErrorNote problem={actionData?.error} />
        <SubmitButton pending="Confirming">{email.isReply ? "Confirm my reply" : "Confirm my email"}</SubmitButton>
      </Form>
    </Page>
  );
}
