import { Form, Link, href, redirect } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ORGANIZATION_ROLE_WORDS } from "../rules/organization.ts";
import { acceptInvitation, findInvitation } from "../server/members.ts";
import type { Route } from "./+types/organization-join";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Invitation");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  findInvitation(actor, params.invitationId, now()),
);

export const action = pageAction<Route.ActionArgs>({
  only: async ({ actor, params }) => {
    const { organizationId } = await acceptInvitation(actor, { invitationId: params.invitationId });
    return redirect(href("/organizations/:id", { id: organizationId }));
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Somebody opens an invitation to an organization. */
export default function OrganizationJoin({ loaderData: it, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <Page width="narrow">
      <PageTitle title={`Join ${it.organization}`} crumbs={[{ label: "Organizations", to: "/organizations" }]} />
      <ErrorNote problem={answer?.error} />
      {it.state === "accepted" ? (
        <Notice tone="info" title="This invitation was accepted">
          {it.isOwn ? <Link to={`/organizations/${it.organizationId}`}>Open {it.organization}</Link> : null}
        </Notice>
      ) : it.state !== "open" ? (
        <Notice
          tone="attention"
          title={it.state === "revoked" ? "This invitation was revoked" : "This invitation is over"}
        >
          Ask the person who invited you for a new one.
        </Notice>
      ) : it.isOwn ? (
        <Form method="post">
          <p>
            {it.organization} would pay for your orders. Its owners and managers see their titles, services, dates, and
            costs, never your manuscripts or messages. You can hide a title.
          </p>
          <p>
            {ORGANIZATION_ROLE_WORDS[it.role].label}: {ORGANIZATION_ROLE_WORDS[it.role].what.toLowerCase()}. You can
            accept until <Instant at={it.expiresAt} show="day" />.
          </p>
          <SubmitButton pending="Joining">Join {it.organization}</SubmitButton>
        </Form>
      ) : (
        <Notice tone="attention" title="This invitation is for another account">
          It was sent to {it.email}. Sign in with that address to accept it.
        </Notice>
      )}
    </Page>
  );
}
