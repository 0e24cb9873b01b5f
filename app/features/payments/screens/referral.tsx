import { Form, Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { joinByReferral, readInvitation } from "../server/courtesy/referrals.ts";
import type { Route } from "./+types/referral";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "A colleague invited you");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  readInvitation(actor, params.code, now()),
);

export const action = pageAction<Route.ActionArgs>({
  only: async ({ actor, params }) => {
    await joinByReferral(actor, { code: params.code });
    return { done: "You joined." };
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const dollars = (cents: number) => formatMoney(cents, CURRENCY);

/** Somebody with an account opens a colleague's link. */
export default function Referral({ loaderData: { terms, isJoined, why }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <Page width="narrow">
      <PageTitle title="A colleague invited you" />
      <ErrorNote problem={answer?.error} />
      {isJoined ? (
        <Notice tone="good" title="You joined">
          You get your credit once your first order of at least {dollars(terms.leastOrderMinor)} is accepted and its
          revision window is over. <Link to="/order/new">Get a quote</Link>
        </Notice>
      ) : why !== null ? (
        <Notice tone="attention" title="You can't join with this link">
          {why} <Link to="/order/new">Get a quote</Link>
        </Notice>
      ) : (
        <Form method="post">
          <p>
            You get {dollars(terms.friendMinor)} of courtesy credit, and your colleague gets{" "}
            {dollars(terms.referrerMinor)}, once your first order of at least {dollars(terms.leastOrderMinor)} is
            accepted and its revision window is over. Pay for it yourself, by card. Your colleague sees that somebody
            joined, but not who, and nothing of your orders.
          </p>
          <SubmitButton pending="Joining">Join</SubmitButton>
        </Form>
      )}
    </Page>
  );
}
