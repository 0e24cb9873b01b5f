import { Form, Link, href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ORGANIZATION_ROLE_WORDS } from "../rules/organization.ts";
import { organizationsOf } from "../server/find-organization.ts";
import { institutionFor } from "../server/domains/find-domains.ts";
import { joinByDomain } from "../server/domains/join-by-domain.ts";
import { invitationsFor } from "../server/members.ts";
import { InstitutionOffer } from "../ui/institution-offer.tsx";
import styles from "../ui/organization.module.css";
import type { Route } from "./+types/organizations";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Organizations");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your organizations.");
  const [organizations, invitations, institution] = await Promise.all([
    organizationsOf(actor.uid),
    invitationsFor(actor.email, now()),
    institutionFor(actor),
  ]);
  return { organizations, invitations, institution };
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    join: intent({
      command: joinByDomain,
      input: ({ text }) => ({ organizationId: text("organizationId") }),
      done: ({ name }) => `You're a member of ${name}. Choose it in the order form under “Who pays”.`,
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The organizations that pay for somebody's orders, and their invitations. */
export default function Organizations({ loaderData, actionData }: Route.ComponentProps) {
  const { organizations, invitations, institution } = loaderData;
  const answer = useLastAnswer(actionData);
  useLive((event) => event.kind.startsWith("organization."));
  return (
    <Page width="reading">
      <PageTitle
        title="Organizations"
        lede="A lab, department, or company that pays for its members' orders from a prepaid balance."
        actions={
          organizations.length > 0 ? <Link to="/organizations/new">Create another organization</Link> : undefined
        }
      />
      <div className={styles.notes}>
        <DoneNote answer={answer} />
        <ErrorNote problem={answer?.error} />
      </div>
      {institution ? (
        <InstitutionOffer
          name={institution.name}
          action={
            <Form method="post" preventScrollReset>
              <input type="hidden" name="organizationId" value={institution.id} />
              <SubmitButton name="intent" value="join" size="sm" pending="Joining">
                {`Join ${institution.name}`}
              </SubmitButton>
            </Form>
          }
        />
      ) : null}
      {invitations.map((one) => (
        <Notice
          key={one.id}
          tone="attention"
          title={`You're invited to ${one.name}`}
          action={
            <Button component={Link} to={href("/organizations/join/:invitationId", { invitationId: one.id })} size="sm">
              Open invitation
            </Button>
          }
        >
          As {ORGANIZATION_ROLE_WORDS[one.role].label.toLowerCase()}, until <Instant at={one.expiresAt} show="day" />.
        </Notice>
      ))}
      {organizations.length === 0 ? (
        <EmptyState
          title="You don't belong to an organization"
          mark="paragraph"
          action={
            <Button component={Link} to="/organizations/new">
              Create an organization
            </Button>
          }
        >
          Create one to pay by bank transfer in advance, invite your colleagues, and set limits. Or ask a colleague to
          invite you.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {organizations.map((one) => (
            <li key={one.id}>
              <Link to={`/organizations/${one.id}`}>{one.name}</Link>
              <span className={styles.under}>{ORGANIZATION_ROLE_WORDS[one.role].label}</span>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
